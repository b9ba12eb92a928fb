import type { Service } from '../../../modules/services/model'
import { useAction } from '../../client/hooks'
import { CheckField, TextField, toast } from '../../components'
import { api } from '../session'
import { Form, numberOrNull, textOf, useForm, wordsOf } from '../shared/form'

interface ServiceFormProps {
  /** Null for a new one. */
  service: Service | null
  onDone: () => void
  onCancel: () => void
}

export function ServiceForm({ service, onDone, onCancel }: ServiceFormProps) {
  const saving = useAction(async () => {
    const { values } = form
    const body = {
      label: values.label,
      listPrice: numberOrNull(values.listPrice),
      baseMinutes: numberOrNull(values.baseMinutes),
      minutesPerFootStory: numberOrNull(values.minutesPerFootStory) ?? 0,
      bufferMinutes: numberOrNull(values.bufferMinutes) ?? 0,
      skills: wordsOf(values.skills),
      active: values.active,
    }
    if (service === null) await api.post('/api/admin/services', body)
    else await api.patch(`/api/admin/services/${service.id}`, body)
    toast('Saved')
  })
  const form = useForm(
    {
      label: service?.label ?? '',
      listPrice: textOf(service?.listPrice),
      baseMinutes: textOf(service?.baseMinutes),
      minutesPerFootStory: textOf(service?.minutesPerFootStory),
      bufferMinutes: textOf(service?.bufferMinutes),
      skills: service?.skills.join(', ') ?? '',
      active: service?.active ?? true,
    },
    saving.fields,
  )
  return (
    <Form action={saving} submit="Save" onDone={onDone} onCancel={onCancel} fields={Object.keys(form.values)}>
      <div class="form-grid">
        <div class="wide">
          <TextField label="Service" {...form.text('label')} />
        </div>
        <TextField label="List price in dollars" inputMode="decimal" optional {...form.text('listPrice')} />
        <TextField
          label="Minutes a visit takes"
          inputMode="numeric"
          optional
          {...form.text('baseMinutes')}
          hint="Only extras go without it: customers could choose no time, and dispatch could not plan the visit"
        />
        <TextField
          label="Minutes more a foot and storey"
          inputMode="decimal"
          optional
          {...form.text('minutesPerFootStory')}
        />
        <TextField
          label="Minutes between visits"
          inputMode="numeric"
          optional
          {...form.text('bufferMinutes')}
        />
        <div class="wide">
          <TextField label="Skills it needs, with commas between" optional {...form.text('skills')} />
        </div>
      </div>
      <CheckField label="Can be booked" {...form.check('active')} />
    </Form>
  )
}
