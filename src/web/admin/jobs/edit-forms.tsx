import { formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import {
  CheckField,
  SelectField,
  TextArea,
  TextField,
  toast,
  dollarsOf,
  MoneyField,
  moneyText,
} from '../../components'
import { api } from '../session'
import { Form, numberOrNull, orNull, textOf, useForm } from '../shared/form'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { CustomerFields, technicianCounts, TellSwitch, type ActionFormProps } from './job-fields'

export function CorrectForm({ job, ends }: ActionFormProps) {
  const directory = useDirectory()
  const phone = formatPhone(job.customerPhone ?? '')
  const correcting = useAction(async () => {
    const { values } = form
    const all = {
      customerName: values.customerName,
      customerEmail: orNull(values.customerEmail),
      customerPhone: values.customerPhone === phone ? job.customerPhone : orNull(values.customerPhone),
      address: values.address,
      type: values.type,
      franchiseId: orNull(values.franchiseId),
      notes: orNull(values.notes),
      priority: numberOrNull(values.priority),
      held: values.held,
      technicians: values.technicians === '2' ? 2 : 1,
    }
    // Sends only changed fields, because setting an address again would look it up again.
    const changed = Object.entries(all).filter(([name, value]) => value !== job[name as keyof typeof all])
    await api.admin.jobs(job.id).patch(Object.fromEntries(changed))
    toast('Job updated')
  })
  const form = useForm(
    {
      customerName: job.customerName,
      customerEmail: job.customerEmail ?? '',
      customerPhone: phone,
      address: job.address,
      type: job.type,
      franchiseId: job.franchiseId ?? '',
      notes: job.notes ?? '',
      priority: textOf(job.priority),
      held: job.held,
      technicians: String(job.technicians ?? 1),
    },
    correcting.fields,
  )
  return (
    <Form action={correcting} submit="Save" {...ends} fields={Object.keys(form.values)}>
      <div class="form-grid">
        <CustomerFields text={form.text} />
        <SelectField
          label="Service"
          {...form.choice('type')}
          options={[...new Set([job.type, ...directory.services.map(({ label }) => label)])].map((label) => ({
            value: label,
            label,
          }))}
        />
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={franchiseOptions(directory, 'Headquarters')}
        />
        <TextField
          label="Priority"
          type="number"
          min={-10}
          max={10}
          {...form.text('priority')}
          hint="From −10 to 10. Higher numbers are planned first."
        />
        <SelectField label="Technicians needed" {...form.choice('technicians')} options={technicianCounts} />
        <div class="wide">
          <TextArea label="Customer notes" optional rows={2} {...form.text('notes')} />
        </div>
      </div>
      <CheckField label="Put on hold (dispatch plans skip this job)" {...form.check('held')} />
    </Form>
  )
}

export function RepriceForm({ job, ends }: ActionFormProps) {
  const pricing = useAction(async () => {
    const { price, discount, referralCredit, promoCode, tellCustomer } = form.values
    const code = orNull(promoCode)
    // A code sets the discount and a discount replaces the code, so only the changed one is sent.
    const isNewCode = code !== null && code !== job.promoCode
    const isSameDiscount = dollarsOf(discount) === job.discount
    await api.admin.jobs(job.id).reprice.post({
      price: dollarsOf(price),
      referralCredit: dollarsOf(referralCredit),
      tellCustomer,
      ...(isNewCode || isSameDiscount ? {} : { discount: dollarsOf(discount) }),
      ...(code === job.promoCode ? {} : { promoCode: code }),
    })
    toast('Price changed')
  })
  const first = {
    price: moneyText(job.price),
    discount: moneyText(job.discount),
    referralCredit: moneyText(job.referralCredit),
    promoCode: job.promoCode ?? '',
  }
  const form = useForm({ ...first, tellCustomer: true }, pricing.fields)
  const names = Object.keys(first) as (keyof typeof first)[]
  const isChanged = names.some((name) => form.values[name] !== first[name])
  return (
    <Form action={pricing} submit="Change price" ready={isChanged} {...ends} fields={names}>
      <div class="form-grid">
        <MoneyField label="Price" {...form.text('price')} />
        <MoneyField label="Discount" {...form.text('discount')} />
        <MoneyField label="Referral credit" {...form.text('referralCredit')} />
        <TextField
          label="Promo code"
          optional
          {...form.text('promoCode')}
          hint="A promo code sets the discount"
        />
      </div>
      <TellSwitch {...form.check('tellCustomer')} />
    </Form>
  )
}
