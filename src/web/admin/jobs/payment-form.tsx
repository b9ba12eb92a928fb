import type { MoneyOfJob } from '../../../modules/payments'
import { formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import { CheckField, SelectField, TextField, toast, dollarsOf, MoneyField, moneyText } from '../../components'
import { Form, orNull, useForm, type FormEnds } from '../shared/form'
import { today } from '../shared/zone'
import { methodOptions, type OutsideMethod } from './payment-words'

export interface Recorded {
  amount: number
  method: OutsideMethod
  receivedOn: string
  note: string | undefined
  receivedBy: 'hq' | 'franchise'
  sendReceipt: boolean
}

interface PaymentFormProps {
  balance: number
  zone: string
  /** Whether a franchise serves the job, so it may have collected the money. */
  hasFranchise: boolean
  record: (payment: Recorded) => Promise<MoneyOfJob>
  ends: FormEnds
}

/** Records money that came in without the payment processor. */
export function PaymentForm({ balance, zone, hasFranchise, record, ends }: PaymentFormProps) {
  const recording = useAction(async () => {
    const { amount, method, receivedOn, note, receivedBy, sendReceipt } = form.values
    const left = await record({
      amount: Number(dollarsOf(amount)),
      method: method as OutsideMethod,
      receivedOn,
      note: orNull(note) ?? undefined,
      receivedBy: receivedBy as Recorded['receivedBy'],
      sendReceipt,
    })
    toast(
      left.balance > 0
        ? `Payment recorded. ${formatMoney(left.balance)} is still due.`
        : 'Payment recorded. Paid in full.',
    )
  })
  const form = useForm(
    {
      amount: moneyText(balance),
      method: 'cash',
      receivedOn: today(zone),
      note: '',
      receivedBy: 'hq',
      sendReceipt: false,
    },
    recording.fields,
  )
  const amount = Number(dollarsOf(form.values.amount))
  return (
    <Form
      action={recording}
      submit={amount > 0 ? `Record ${formatMoney(amount)}` : 'Record payment'}
      {...ends}
      fields={['amount', 'method', 'receivedOn', 'note', 'receivedBy']}
    >
      <p>
        Balance due: <strong>{formatMoney(balance)}</strong>. You can record part of it.
      </p>
      <div class="form-grid">
        <MoneyField label="Amount" {...form.text('amount')} />
        <SelectField label="Method" options={methodOptions} {...form.choice('method')} />
        <TextField label="Date received" type="date" max={today(zone)} {...form.text('receivedOn')} />
        <TextField label="Note" hint="Such as the check number" optional {...form.text('note')} />
        {hasFranchise && (
          <SelectField label="Received by" options={receivers} {...form.choice('receivedBy')} />
        )}
      </div>
      {form.values.receivedBy === 'franchise' && (
        <p class="soft small">The franchise keeps its share and owes headquarters the rest.</p>
      )}
      <CheckField label="Send the customer a receipt" {...form.check('sendReceipt')} />
    </Form>
  )
}

const receivers = [
  { value: 'hq', label: 'Headquarters' },
  { value: 'franchise', label: 'The franchise' },
]
