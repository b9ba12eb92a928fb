import { useState } from 'preact/hooks'
import type { RefundPreview } from '../../../modules/payments'
import { formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { TextField, toast } from '../../components'
import { api } from '../session'
import { Form, numberOrNull, orNull, textOf, useForm } from '../shared/form'
import { Loaded } from '../shared/list'
import { TellSwitch, type ActionFormProps } from './job-fields'

export function RefundForm(props: ActionFormProps) {
  const preview = useLoad((signal) => api.admin.jobs(props.job.id).refund.get({ signal }))
  return (
    <Loaded load={preview} lines={2}>
      {(found) => <AmountForm {...props} preview={found} />}
    </Loaded>
  )
}

function AmountForm({ job, preview, ends }: ActionFormProps & { preview: RefundPreview }) {
  const { captured, refunded, refundable, payments } = preview
  const refunding = useAction(async () => {
    const { refund } = await api.admin.jobs(job.id).refund.post({
      amount: numberOrNull(form.values.amount),
      reason: orNull(form.values.reason) ?? undefined,
      tellCustomer: form.values.tellCustomer,
    })
    toast(`${formatMoney(refund.amount)} goes back to the customer`)
  })
  const form = useForm({ amount: textOf(refundable), reason: '', tellCustomer: true }, refunding.fields)
  const amount = Number(form.values.amount)
  return (
    <Form
      action={refunding}
      submit={amount > 0 ? `Refund ${formatMoney(amount)}` : 'Refund'}
      danger
      ready={refundable > 0}
      {...ends}
      fields={['amount', 'reason']}
    >
      <p>
        Paid {formatMoney(captured)}, refunded {formatMoney(refunded)},{' '}
        <strong>{formatMoney(refundable)} left</strong>.
        {payments.some(({ disputed }) => disputed) &&
          ' The payment is disputed: nothing of it can be refunded until that is decided.'}
      </p>
      <div class="form-grid">
        <TextField label="Amount" inputMode="decimal" {...form.text('amount')} />
        <TextField label="Reason" optional {...form.text('reason')} />
      </div>
      <TellSwitch {...form.check('tellCustomer')} />
    </Form>
  )
}

/** Shows what goes back to the customer before anything is done. */
export function CancelForm({ job, ends }: ActionFormProps) {
  const [tellCustomer, setTellCustomer] = useState(true)
  const preview = useLoad((signal) => api.admin.jobs(job.id).refund.get({ signal }))
  const cancelling = useAction(async () => {
    const answer = await api.admin.jobs(job.id).cancel.post({ tellCustomer })
    toast(wordsOf(answer, preview.data))
  })
  return (
    <Loaded load={preview} lines={2}>
      {({ refundable, captured, refunded, payments }) => (
        <Form
          action={cancelling}
          submit={refundable > 0 ? `Cancel and refund ${formatMoney(refundable)}` : 'Cancel the job'}
          danger
          {...ends}
        >
          {refundable > 0 ? (
            <p>
              The customer paid {formatMoney(captured)}
              {refunded > 0 && ` and got ${formatMoney(refunded)} back already`}. Cancelling refunds{' '}
              <strong>{formatMoney(refundable)}</strong>.
            </p>
          ) : payments.some(({ disputed }) => disputed) ? (
            <p>
              The payment is disputed: nothing can be refunded until that is decided. The job can be cancelled
              all the same, and cannot be opened again.
            </p>
          ) : (
            <p>Nothing was paid that could go back. A cancelled job cannot be opened again.</p>
          )}
          <TellSwitch checked={tellCustomer} onCheck={setTellCustomer} />
        </Form>
      )}
    </Loaded>
  )
}

interface CancelAnswer {
  refunded: boolean
  setupIntentCancelled: boolean
}

/** The service words its answer for the customer; here it is said to the office. */
function wordsOf({ refunded, setupIntentCancelled }: CancelAnswer, preview: RefundPreview | null): string {
  const refundable = preview?.refundable ?? 0
  const words = ['The job is cancelled.']
  if (refunded) words.push(`${formatMoney(refundable)} goes back to the customer.`)
  else if (refundable > 0) words.push('Nothing was refunded: see under Today what is to be done.')
  if (setupIntentCancelled) words.push('The card is no longer on file.')
  return words.join(' ')
}
