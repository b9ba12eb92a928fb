import type { AccountJob } from '../../modules/accounts/model'
import type { z } from 'zod'
import type { CancelAnswer } from '../../modules/cancel/model'
import type { Api } from '../client/api'
import { formatMoney } from '../client/format'
import { Alert, Confirm } from '../components'
import { isUnpaid } from '../../lib/job-states'

interface CancelProps {
  api: Api
  email: string
  job: AccountJob | null
  onClose: () => void
  onCancelled: (job: AccountJob, message: string) => void
}

/** Says first what comes back, then asks. */
export function CancelDialog({ api, email, job, onClose, onCancelled }: CancelProps) {
  const cancel = async () => {
    if (!job) return
    const answer = await api.post<z.infer<typeof CancelAnswer>>('/api/customer/cancel', {
      jobId: job.id,
      email,
    })
    onCancelled(job, answer.message)
  }
  return (
    <Confirm
      title="Cancel this booking?"
      open={job !== null}
      action="Cancel the booking"
      cancel="Keep it"
      danger
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>
        <strong>{job?.type}</strong> at {job?.address}
      </p>
      <Alert tone={job && job.refundable > 0 ? 'good' : 'info'}>{job && whatComesBack(job)}</Alert>
    </Confirm>
  )
}

function whatComesBack(job: AccountJob): string {
  const { refundable } = job
  if (refundable > 0) return `You get back ${formatMoney(refundable)}, to the card you paid with.`
  if (isUnpaid(job)) return 'Nothing was charged, so there is nothing to pay back.'
  return 'There is nothing left to pay back.'
}
