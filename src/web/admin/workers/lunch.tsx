import { useState } from 'preact/hooks'
import type { WorkerWithHours } from '../../../modules/workforce'
import { useAction } from '../../client/hooks'
import { SelectField, toast } from '../../components'
import { api } from '../session'
import { Form } from '../shared/form'
import { LunchFields, lunchFields, lunchOf, typedLunch } from '../shared/lunch'

const options = [
  { value: 'company', label: 'Same as the company' },
  { value: 'own', label: 'Their own time' },
  { value: 'none', label: 'No lunch break' },
]

const usual = { minutes: 30, from: '11:00', until: '13:30' }

interface LunchProps {
  worker: WorkerWithHours
  onDone: () => void
}

/** A technician's lunch break, which may differ from the company's. */
export function LunchForm({ worker, onDone }: LunchProps) {
  const known = worker.lunch
  const [kind, setKind] = useState(known === null ? 'company' : known.minutes === 0 ? 'none' : 'own')
  const [lunch, setLunch] = useState(typedLunch(known === null || known.minutes === 0 ? usual : known))
  const saving = useAction(async () => {
    const own = kind === 'none' ? { ...usual, minutes: 0 } : lunchOf(lunch)
    await api.admin.workers(worker.id).patch({ lunch: kind === 'company' ? null : own })
    toast('Lunch saved')
  })
  return (
    <Form action={saving} submit="Save lunch" minor onDone={onDone} fields={lunchFields}>
      <SelectField label="Lunch break" value={kind} options={options} onChoice={setKind} />
      {kind === 'own' && <LunchFields lunch={lunch} onChange={setLunch} faults={saving.fields} />}
    </Form>
  )
}
