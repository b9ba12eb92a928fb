import type { RefundAnswer, RefundPreview } from '../../../modules/refunds/model'
import { formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { TextField, toast } from '../../components'
import { api } from '../session'
import { Form, numberOrNull, orNull, textOf, useForm } from '../shared/form'
import { Loaded } from '../shared/loaded'
import type { ActionFormProps } from './actions'
import { TellSwitch } from './tell-switch'

export function RefundForm(props: ActionFormProps) {
  const preview = useLoad<RefundPreview>((signal) =>
    api.get(`/api/admin/jobs/${props.job.id}/refund`, undefined, signal),
  )
  return (
    <Loaded load={preview} lines={2}>
      {(found) => <AmountForm {...props} preview={found} />}
    </Loaded>
  )
}

function AmountForm({ job, preview, ends }: ActionFormProps & { preview: RefundPreview }) {
  const { captured, refunded, refundable, payments } = preview
  const refunding = useAction(async () => {
    const { refund } = await api.post<RefundAnswer>(`/api/admin/jobs/${job.id}/refund`, {
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
