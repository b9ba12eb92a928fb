import { useState } from 'preact/hooks'
import type { Shift } from '../../../modules/workers/shift-model'
import type { WorkerWithHours } from '../../../modules/workers/model'
import { useAction } from '../../client/hooks'
import { Button, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { Form } from '../shared/form'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const options = weekdays.map((label, place) => ({ value: String(place + 1), label }))

interface ShiftsProps {
  worker: WorkerWithHours
  onDone: () => void
}

/** The whole week at once: what is not in the list is free time. */
export function ShiftsForm({ worker, onDone }: ShiftsProps) {
  const [shifts, setShifts] = useState<Shift[]>(worker.shifts)
  const saving = useAction(async () => {
    await api.put(`/api/admin/workers/${worker.id}/shifts`, { shifts })
    toast('The week is set')
  })
  const change = (place: number, part: Partial<Shift>) =>
    setShifts(shifts.map((shift, at) => (at === place ? { ...shift, ...part } : shift)))
  const add = () => {
    const last = shifts.at(-1)
    const weekday = last ? (last.weekday % 7) + 1 : 1
    setShifts([...shifts, { weekday, start: last?.start ?? '08:00', end: last?.end ?? '17:00' }])
  }
  const faults = shifts.flatMap((_, place) =>
    ['', '.weekday', '.start', '.end'].map((field) => `shifts.${place}${field}`),
  )
  const faultOf = (place: number, field: string) => saving.fields[`shifts.${place}.${field}`]
  return (
    <Form action={saving} submit="Set the week" onDone={onDone} fields={faults}>
      {shifts.length === 0 && <p class="soft">No working hours: dispatch gives no jobs.</p>}
      {shifts.map((shift, place) => (
        <div class="shift" key={place}>
          <SelectField
            label="Day"
            value={String(shift.weekday)}
            options={options}
            onChoice={(value) => change(place, { weekday: Number(value) })}
          />
          <TextField
            label="From"
            type="time"
            value={shift.start}
            onText={(start) => change(place, { start })}
            error={faultOf(place, 'start') ?? saving.fields[`shifts.${place}`]}
          />
          <TextField
            label="Until"
            type="time"
            value={shift.end === '24:00' ? '23:59' : shift.end}
            onText={(end) => change(place, { end })}
            error={faultOf(place, 'end')}
          />
          <Button
            aria-label={`Take away ${weekdays[shift.weekday - 1]} ${shift.start}`}
            onClick={() => setShifts(shifts.filter((_, at) => at !== place))}
          >
            Take away
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={add}>
          Add hours
        </Button>
      </div>
    </Form>
  )
}
