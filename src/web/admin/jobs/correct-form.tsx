import { useAction } from '../../client/hooks'
import { CheckField, SelectField, TextArea, TextField, toast } from '../../components'
import { api } from '../session'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { Form, numberOrNull, orNull, textOf, useForm } from '../shared/form'
import type { ActionFormProps } from './actions'

export function CorrectForm({ job, ends }: ActionFormProps) {
  const directory = useDirectory()
  const correcting = useAction(async () => {
    const { values } = form
    const all = {
      customerName: values.customerName,
      customerEmail: orNull(values.customerEmail),
      customerPhone: orNull(values.customerPhone),
      address: values.address,
      type: values.type,
      franchiseId: orNull(values.franchiseId),
      notes: orNull(values.notes),
      priority: numberOrNull(values.priority),
      held: values.held,
    }
    // Only what was changed is sent: a new address, for one, is looked up anew.
    const changed = Object.entries(all).filter(([name, value]) => value !== job[name as keyof typeof all])
    await api.patch(`/api/admin/jobs/${job.id}`, Object.fromEntries(changed))
    toast('The job is corrected')
  })
  const form = useForm(
    {
      customerName: job.customerName,
      customerEmail: job.customerEmail ?? '',
      customerPhone: job.customerPhone ?? '',
      address: job.address,
      type: job.type,
      franchiseId: job.franchiseId ?? '',
      notes: job.notes ?? '',
      priority: textOf(job.priority),
      held: job.held,
    },
    correcting.fields,
  )
  return (
    <Form action={correcting} submit="Save" {...ends} fields={Object.keys(form.values)}>
      <div class="form-grid">
        <TextField label="Customer" {...form.text('customerName')} />
        <TextField label="E-mail" type="email" optional {...form.text('customerEmail')} />
        <TextField label="Phone" type="tel" optional {...form.text('customerPhone')} />
        <div class="wide">
          <TextField label="Address" {...form.text('address')} />
        </div>
        <TextField label="Service" {...form.text('type')} />
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={franchiseOptions(directory, 'Headquarters')}
        />
        <TextField label="Priority, −10 to 10" type="number" {...form.text('priority')} />
        <div class="wide">
          <TextArea label="Wishes" optional rows={2} {...form.text('notes')} />
        </div>
      </div>
      <CheckField label="Hold it back from dispatch" {...form.check('held')} />
    </Form>
  )
}
