import { useAction } from '../../client/hooks'
import { CheckField, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { Form, numberOrNull, orNull, useForm } from '../shared/form'

interface NewScheduleProps {
  onDone: () => void
  onCancel: () => void
}

const blank = {
  recurringScheduleId: '',
  customerId: '',
  customerName: '',
  customerEmail: '',
  serviceType: '',
  intervalMonths: '3',
  price: '',
  nextBillingDate: '',
  franchiseId: '',
  paymentsCustomerId: '',
  autoCharge: false,
}

export function NewScheduleForm({ onDone, onCancel }: NewScheduleProps) {
  const directory = useDirectory()
  const adding = useAction(async () => {
    const { values } = form
    await api.post('/api/billing/recurring', {
      ...values,
      customerEmail: orNull(values.customerEmail) ?? undefined,
      intervalMonths: numberOrNull(values.intervalMonths),
      price: numberOrNull(values.price),
      nextBillingDate: orNull(values.nextBillingDate),
      franchiseId: orNull(values.franchiseId),
      paymentsCustomerId: orNull(values.paymentsCustomerId),
    })
    toast('The billing is set')
  })
  const form = useForm(blank, adding.fields)
  return (
    <Form action={adding} submit="Add" onDone={onDone} onCancel={onCancel} fields={Object.keys(blank)}>
      <div class="form-grid">
        <TextField
          label="What is billed"
          {...form.text('recurringScheduleId')}
          hint="The id of visits or a plan, or a name of your own"
        />
        <TextField label="Customer's id" {...form.text('customerId')} hint="From the Customers tab" />
        <TextField label="Customer's name" {...form.text('customerName')} />
        <TextField label="E-mail" type="email" optional {...form.text('customerEmail')} />
        <SelectField
          label="Service"
          {...form.choice('serviceType')}
          options={[
            { value: '', label: 'Choose a service' },
            ...directory.services.map(({ label }) => ({ value: label, label })),
          ]}
        />
        <TextField label="Price in dollars" inputMode="decimal" {...form.text('price')} />
        <TextField label="Months between" inputMode="numeric" {...form.text('intervalMonths')} />
        <TextField label="First billing" type="date" optional {...form.text('nextBillingDate')} />
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={franchiseOptions(directory, 'Headquarters')}
        />
        <TextField label="Customer at the processor" optional {...form.text('paymentsCustomerId')} />
      </div>
      <CheckField label="Charge the stored card" {...form.check('autoCharge')} />
    </Form>
  )
}
