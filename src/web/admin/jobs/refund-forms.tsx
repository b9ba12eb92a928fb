import { useState } from 'preact/hooks'
import type { CancelPreview, RefundPreview } from '../../../modules/payments'
import { formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import {
  Choice,
  Choices,
  SelectField,
  TextField,
  toast,
  dollarsOf,
  MoneyField,
  moneyText,
} from '../../components'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'
import { Loaded } from '../shared/list'
import { TellSwitch, type ActionFormProps } from './job-fields'
import { byMethod, methodOptions, methodWords, type OutsideMethod } from './payment-words'

export function RefundForm(props: ActionFormProps) {
  const preview = useLoad((signal) => api.admin.jobs(props.job.id).refund.get({ signal }))
  return (
    <Loaded load={preview} lines={2}>
      {(found) => <AmountForm {...props} preview={found} />}
    </Loaded>
  )
}

function AmountForm({ job, preview, ends }: ActionFormProps & { preview: RefundPreview }) {
  const { captured, refunded, payments } = preview
  const choices = payments.filter((payment) => payment.refundable > 0)
  const refunding = useAction(async () => {
    const { refund } = await api.admin.jobs(job.id).refund.post({
      amount: dollarsOf(form.values.amount),
      paymentId: chosen?.id,
      method: isByHand ? (form.values.method as OutsideMethod) : undefined,
      reason: orNull(form.values.reason) ?? undefined,
      tellCustomer: form.values.tellCustomer,
    })
    toast(
      isByHand
        ? `${formatMoney(refund.amount)} refund recorded`
        : `${formatMoney(refund.amount)} refund started`,
    )
  })
  const [first] = choices
  const form = useForm(
    {
      paymentId: first?.id ?? '',
      amount: moneyText(first?.refundable ?? 0),
      method: methodOf(first),
      reason: '',
      tellCustomer: true,
    },
    refunding.fields,
  )
  const chosen = choices.find(({ id }) => id === form.values.paymentId)
  const isByHand = chosen !== undefined && chosen.method !== 'card'
  const refundable = chosen?.refundable ?? 0
  const choose = (id: string) => {
    const next = choices.find((payment) => payment.id === id)
    form.set({ paymentId: id, amount: moneyText(next?.refundable ?? 0), method: methodOf(next) })
  }
  const amount = Number(dollarsOf(form.values.amount))
  return (
    <Form
      action={refunding}
      submit={amount > 0 ? `Refund ${formatMoney(amount)}` : 'Refund'}
      danger
      ready={refundable > 0}
      {...ends}
      fields={['amount', 'method', 'reason']}
    >
      {choices.length > 1 && (
        <SelectField
          label="Payment"
          options={choices.map((payment) => ({
            value: payment.id,
            label: `${methodWords[payment.method]}, ${formatMoney(payment.captured)}`,
          }))}
          {...form.choice('paymentId')}
          onChoice={choose}
        />
      )}
      <p>
        The customer paid {formatMoney(captured)}
        {refunded > 0 && ` and already got ${formatMoney(refunded)} back`}. You can refund up to{' '}
        <strong>{formatMoney(refundable)}</strong>.
        {payments.some(({ disputed }) => disputed) &&
          " A disputed payment can't be refunded until the dispute is closed."}
      </p>
      <div class="form-grid">
        <MoneyField label="Amount" {...form.text('amount')} />
        {isByHand && <SelectField label="Method" options={methodOptions} {...form.choice('method')} />}
        <TextField label="Reason" optional {...form.text('reason')} />
      </div>
      {isByHand && (
        <p class="soft small">
          This payment didn't come through the payment processor. Refund it yourself; we record it.
        </p>
      )}
      <TellSwitch {...form.check('tellCustomer')} />
    </Form>
  )
}

const methodOf = (payment: RefundPreview['payments'][number] | undefined): string =>
  payment && payment.method !== 'card' ? payment.method : 'cash'

/** Shows the refund before anything happens. A late cancellation can keep its fee or not. */
export function CancelForm({ job, ends }: ActionFormProps) {
  const [tellCustomer, setTellCustomer] = useState(true)
  const [keepFee, setKeepFee] = useState(true)
  const preview = useLoad((signal) => api.admin.jobs(job.id).cancel.get({ signal }))
  const backOf = ({ refund, refundable }: CancelPreview) => (keepFee ? refund : refundable)
  const canceling = useAction(async () => {
    const answer = await api.admin.jobs(job.id).cancel.post({ tellCustomer, keepFee })
    toast(wordsOf(answer, preview.data === null ? 0 : backOf(preview.data)))
  })
  return (
    <Loaded load={preview} lines={2}>
      {(found) => (
        <Form
          action={canceling}
          submit={
            backOf(found) > 0 && !isAllByHand(found)
              ? `Cancel job and refund ${formatMoney(backOf(found))}`
              : 'Cancel job'
          }
          cancel="Keep job"
          danger
          {...ends}
        >
          <p>
            <RefundText found={found} refund={backOf(found)} /> You can't reopen a canceled job.
          </p>
          {found.fee > 0 && (
            <Choices legend="Cancellation fee">
              <Choice
                name="keepFee"
                value="keep"
                label={`Keep the ${formatMoney(found.fee)} fee`}
                note="The customer booked with this policy, and the free time is over."
                end={`Refund ${formatMoney(found.refund)}`}
                checked={keepFee}
                onChoose={() => setKeepFee(true)}
              />
              <Choice
                name="keepFee"
                value="waive"
                label="Waive the fee"
                note="The customer gets everything back."
                end={`Refund ${formatMoney(found.refundable)}`}
                checked={!keepFee}
                onChoose={() => setKeepFee(false)}
              />
            </Choices>
          )}
          <TellSwitch checked={tellCustomer} onCheck={setTellCustomer} />
        </Form>
      )}
    </Loaded>
  )
}

/** Whether nothing goes back through the processor. */
const isAllByHand = ({ byHand, refundable }: CancelPreview): boolean =>
  byHand.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) >= Math.round(refundable * 100)

const paidText = (byHand: CancelPreview['byHand']): string =>
  byHand.map(({ method, amount }) => `${formatMoney(amount)} ${byMethod[method]}`).join(' and ')

function RefundText({ found, refund }: { found: CancelPreview; refund: number }) {
  const { captured, refunded, refundable, hasDispute, byHand, fee, feeDue } = found
  if (refundable > 0 && isAllByHand(found))
    return (
      <>
        The customer paid {paidText(byHand)}
        {refund > 0
          ? `, so you'll need to give ${refund < refundable ? formatMoney(refund) : 'it'} back yourself. We'll add a to-do to Today.`
          : ', and the fee keeps all of it.'}
      </>
    )
  if (refundable > 0)
    return (
      <>
        The customer paid {formatMoney(captured)}
        {refunded > 0 && ` and already got ${formatMoney(refunded)} back`}. Canceling refunds{' '}
        <strong>{formatMoney(refund)}</strong>.
        {byHand.length > 0 &&
          ` They paid ${paidText(byHand)}, so you'll need to give that back yourself. We'll add a to-do to Today.`}
      </>
    )
  if (hasDispute)
    return (
      <>
        The payment is disputed, so nothing can be refunded until the dispute is closed. You can still cancel
        the job.
      </>
    )
  return (
    <>
      There's nothing to refund.
      {feeDue > fee &&
        ` The policy has a fee of ${formatMoney(feeDue)}, but nothing was paid, so none is charged.`}
    </>
  )
}

interface CancelAnswer {
  refunded: boolean
  setupIntentCancelled: boolean
}

/** The API's answer addresses the customer, so HQ gets its own words. */
function wordsOf({ refunded, setupIntentCancelled }: CancelAnswer, refund: number): string {
  const words = ['Job canceled.']
  if (refunded) words.push(`${formatMoney(refund)} refund started.`)
  else if (refund > 0) words.push('Nothing was refunded yet. Check your to-dos under Today.')
  if (setupIntentCancelled) words.push('The saved card was removed.')
  return words.join(' ')
}
