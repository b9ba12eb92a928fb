import type { Customer } from '../../../modules/customers/model'
import { useAction } from '../../client/hooks'
import { CheckField, TextField, toast } from '../../components'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'

export function CustomerForm({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const saving = useAction(async () => {
    const { name, email, phone, emailOptOut, smsOptOut } = form.values
    const body = { name, email: orNull(email), phone: orNull(phone), emailOptOut, smsOptOut }
    await api.patch(`/api/admin/customers/${customer.id}`, body)
    toast('Saved')
  })
  const form = useForm(
    {
      name: customer.name,
      email: customer.email ?? '',
      phone: customer.phone ?? '',
      emailOptOut: customer.emailOptOut,
      smsOptOut: customer.smsOptOut,
    },
    saving.fields,
  )
  return (
    <Form action={saving} submit="Save" onDone={onDone} fields={['name', 'email', 'phone']}>
      <div class="form-grid">
        <TextField label="Name" {...form.text('name')} />
        <TextField label="E-mail" type="email" optional {...form.text('email')} />
        <TextField label="Phone" type="tel" optional {...form.text('phone')} />
      </div>
      <div class="row">
        <CheckField label="Wants no e-mail campaigns" {...form.check('emailOptOut')} />
        <CheckField label="Wants no text messages" {...form.check('smsOptOut')} />
      </div>
    </Form>
  )
}
