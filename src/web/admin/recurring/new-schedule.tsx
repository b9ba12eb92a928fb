import { useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers'
import type { JobTemplate } from '../../../modules/recurring'
import { ApiError } from '../../client/api'
import { formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { intervalIn, intervalText } from '../../client/interval'
import {
  CheckField,
  SelectField,
  TextField,
  toast,
  type Option,
  dollarsOf,
  MoneyField,
  moneyText,
} from '../../components'
import { api } from '../session'
import { FindCustomer } from '../shared/find-customer'
import { Form, orNull, useForm, type BoundText } from '../shared/form'
import { useDirectory, type Directory } from '../shell/directory'
import { every, intervals } from './dates'

interface NewScheduleProps {
  onDone: () => void
  onCancel: () => void
}

const blank = {
  /** The job template to bill for, if any. */
  templateId: '',
  customerId: '',
  customerName: '',
  customerEmail: '',
  serviceType: '',
  interval: intervalText({ intervalMonths: 3 }),
  price: '',
  nextBillingDate: '',
  franchiseId: '',
  paymentsCustomerId: '',
  autoCharge: false,
}

export function NewScheduleForm({ onDone, onCancel }: NewScheduleProps) {
  const directory = useDirectory()
  const hasFranchises = directory.franchises.length > 0
  // A second try under the same name can't make a second schedule.
  const [ownName] = useState(() => crypto.randomUUID())
  const adding = useAction(async () => {
    const { templateId, interval, ...values } = form.values
    const missing = [
      values.customerId === '' && 'customerId: Search for a customer and choose one',
      values.franchiseId === '' && hasFranchises && 'franchiseId: Choose headquarters or a franchise',
    ].filter((fault) => fault !== false)
    if (missing.length > 0) throw new ApiError('Please fill in the missing fields.', 400, missing)
    await api.billing.recurring.post({
      ...values,
      recurringScheduleId: templateId || ownName,
      customerEmail: orNull(values.customerEmail) ?? undefined,
      ...intervalIn(interval),
      price: dollarsOf(values.price),
      nextBillingDate: orNull(values.nextBillingDate),
      franchiseId: hasFranchises ? franchiseOf(values.franchiseId) : null,
      paymentsCustomerId: orNull(values.paymentsCustomerId),
    })
    toast('Billing schedule added')
  })
  const form = useForm(blank, adding.fields)
  const chooseCustomer = ({ id, name, email }: Customer) =>
    form.set({ templateId: '', customerId: id, customerName: name, customerEmail: email ?? '' })
  const chooseVisits = (template: JobTemplate | null) =>
    form.set(template === null ? { templateId: '' } : filledFrom(template))
  const services = new Set([...directory.services.map(({ label }) => label), form.values.serviceType])
  return (
    <Form action={adding} submit="Save" onDone={onDone} onCancel={onCancel} fields={Object.keys(blank)}>
      <FindCustomer
        label="Customer"
        chosen={form.values.customerId}
        error={adding.fields.customerId}
        onChoose={chooseCustomer}
      />
      <BilledVisits
        customerId={form.values.customerId}
        chosen={form.values.templateId}
        onChoose={chooseVisits}
      />
      <div class="form-grid">
        <TextField label="Name on the invoice" {...form.text('customerName')} />
        <TextField label="Email" type="email" optional {...form.text('customerEmail')} />
        <SelectField
          label="Service"
          {...form.choice('serviceType')}
          options={[
            { value: '', label: 'Choose a service' },
            ...[...services].filter(Boolean).map((label) => ({ value: label, label })),
          ]}
        />
        <MoneyField label="Price per invoice" hint="Before tax" {...form.text('price')} />
        <SelectField label="How often" {...form.choice('interval')} options={intervals} />
        <TextField
          label="First invoice"
          type="date"
          optional
          {...form.text('nextBillingDate')}
          hint="Leave blank to bill one interval from today"
        />
        {hasFranchises && (
          <SelectField
            label="Billed by"
            {...form.choice('franchiseId')}
            hint="Sets the sales tax and the address on the invoices"
            options={[{ value: '', label: 'Choose one' }, ...billerOptions(directory)]}
          />
        )}
      </div>
      <CheckField label="Charge the saved card automatically" {...form.check('autoCharge')} />
      <CardElsewhere field={form.text('paymentsCustomerId')} />
    </Form>
  )
}

/** Few customers have one: those whose card was saved at the processor before they came to Truckroll. */
export const CardElsewhere = ({ field }: { field: BoundText }) => (
  <details>
    <summary>Use a card saved outside Truckroll</summary>
    <TextField
      label="Customer ID at the payment processor"
      optional
      {...field}
      hint="Such as cus_… at Stripe. Not needed if the customer saved a card here."
    />
  </details>
)

const filledFrom = (template: JobTemplate) => ({
  templateId: template.id,
  customerName: template.customerName,
  customerEmail: template.customerEmail ?? '',
  serviceType: template.type,
  price: moneyText(template.price),
  interval: intervalText(template),
  franchiseId: billerOf(template.franchiseId),
})

interface BilledVisitsProps {
  customerId: string
  /** The id of the chosen job template; empty for something else. */
  chosen: string
  onChoose: (template: JobTemplate | null) => void
}

/** A choice of the customer's recurring visits, so the invoices can follow them. */
function BilledVisits({ customerId, chosen, onChoose }: BilledVisitsProps) {
  const load = useLoad(
    (signal) =>
      customerId === ''
        ? Promise.resolve({ items: [], nextCursor: null })
        : api.admin.templates.get({ query: { customerId, limit: 200 }, signal }),
    [customerId],
  )
  const templates = load.data?.items ?? []
  return (
    <SelectField
      label="Bill for"
      value={templates.some(({ id }) => id === chosen) ? chosen : ''}
      onChoice={(id) => onChoose(templates.find((template) => template.id === id) ?? null)}
      disabled={customerId === ''}
      hint={customerId === '' ? undefined : "This customer's recurring visits"}
      options={[
        { value: '', label: customerId === '' ? 'Choose a customer first' : 'Something else' },
        ...templates.map((template) => ({
          value: template.id,
          label: `${template.type}, ${every(template).toLowerCase()}, ${formatMoney(template.price)}, ${template.address}`,
        })),
      ]}
    />
  )
}

const headquarters = 'headquarters'

/** Headquarters is an explicit choice here, because the biller decides the tax and address on invoices. */
export const billerOptions = ({ franchises }: Directory): Option[] => [
  { value: headquarters, label: 'Headquarters' },
  ...franchises.map(({ id, name }) => ({ value: id, label: name })),
]

export const billerOf = (franchiseId: string | null): string => franchiseId ?? headquarters

export const franchiseOf = (biller: string): string | null => (biller === headquarters ? null : biller)
