import { useState } from 'preact/hooks'
import type { RefundPreview } from '../../../modules/refunds/model'
import { formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { toast } from '../../components'
import { api } from '../session'
import { Form } from '../shared/form'
import { Loaded } from '../shared/loaded'
import type { ActionFormProps } from './actions'
import { TellSwitch } from './tell-switch'

/** Shows what goes back to the customer before anything is done. */
export function CancelForm({ job, ends }: ActionFormProps) {
  const [tellCustomer, setTellCustomer] = useState(true)
  const preview = useLoad<RefundPreview>((signal) =>
    api.get(`/api/admin/jobs/${job.id}/refund`, undefined, signal),
  )
  const cancelling = useAction(async () => {
    const { message } = await api.post<{ message: string }>(`/api/admin/jobs/${job.id}/cancel`, {
      tellCustomer,
    })
    toast(message)
  })
  return (
    <Loaded load={preview} lines={2}>
      {({ refundable, captured, refunded }) => (
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
          ) : (
            <p>Nothing was paid that could go back. A cancelled job cannot be opened again.</p>
          )}
          <TellSwitch checked={tellCustomer} onCheck={setTellCustomer} />
        </Form>
      )}
    </Loaded>
  )
}
