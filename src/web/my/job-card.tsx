import { hasFallenThrough, isUnpaid } from '../../lib/job-states'
import { canBePaidOnline } from '../../lib/money'
import type { AccountJob } from '../../modules/accounts'
import { inWords, slotWords, visitTime } from '../book/words'
import type { Api } from '../client/api'
import { formatDated, formatMoney } from '../client/format'
import { useAction } from '../client/hooks'
import { Alert, Badge, Button, JobBadge, type Tone } from '../components'
import { downloadVisit } from './calendar'

interface JobCardProps {
  job: AccountJob
  api: Api
  onCancel: () => void
}

const payments: Record<AccountJob['paymentState'], [string, Tone] | null> = {
  unpaid: null,
  paid: ['Paid', 'good'],
  partly_refunded: ['Partly refunded', 'info'],
  refunded: ['Refunded', 'plain'],
  failed: ['Payment failed', 'bad'],
  disputed: ['Payment disputed', 'warn'],
}

export function JobCard({ job, api, onCancel }: JobCardProps) {
  const pay = useAction(async () => {
    const session = await api.payments.checkout.post({
      jobId: job.id,
      amount: Math.round(job.total * 100),
      returnUrl: returnAddress(job.reference),
    })
    location.assign(session.url)
  })
  const payment = payments[job.paymentState]
  return (
    <article class="card my-job" id={job.reference} tabIndex={-1}>
      <div class="row-apart">
        <h3>{job.type}</h3>
        <span class="row">
          {payment && <Badge tone={payment[1]}>{payment[0]}</Badge>}
          <JobBadge status={job.status} />
        </span>
      </div>
      <dl class="facts">
        <dt>Reference</dt>
        <dd class="nowrap">{job.reference}</dd>
        <dt>When</dt>
        <dd>{whenOf(job)}</dd>
        <dt>Where</dt>
        <dd>{job.address}</dd>
        {job.total > 0 && (
          <>
            <dt>Total</dt>
            <dd class="num">{formatMoney(job.total)}</dd>
          </>
        )}
      </dl>
      {isOwed(job) && job.howToPay && <p>{job.howToPay}</p>}
      {pay.problem && <Alert tone="bad">{pay.problem}</Alert>}
      <div class="actions">
        {isPayable(job) && (
          <Button kind="primary" busy={pay.busy} onClick={() => void pay.run()}>
            Pay {formatMoney(job.total)}
          </Button>
        )}
        {job.status === 'scheduled' && <Button onClick={() => downloadVisit(job)}>Add to calendar</Button>}
        {isCancellable(job) && (
          <Button kind="quiet" onClick={onCancel}>
            Cancel booking
          </Button>
        )}
      </div>
    </article>
  )
}

const isOwed = (job: AccountJob): boolean => !hasFallenThrough(job.status) && isUnpaid(job) && job.total > 0

const isPayable = (job: AccountJob): boolean =>
  isOwed(job) && job.howToPay === null && canBePaidOnline(Math.round(job.total * 100))

/** Once somebody is on the way, a call is quicker than a page. */
const isCancellable = ({ status }: AccountJob): boolean => status === 'pending' || status === 'scheduled'

function whenOf(job: AccountJob): string {
  const { timeZone } = job
  if (job.completedAt) return `Done on ${formatDated(job.completedAt, timeZone)}`
  if (job.scheduledStart) return inWords(visitTime('en', job.scheduledStart, job.scheduledEnd, timeZone))
  if (job.preferredDate)
    return `${inWords(slotWords('en', job.preferredDate.slice(0, 10), job.preferredTime))} (requested)`
  return 'We will suggest a time'
}

/** Where the payment page sends people back to: `/my?paid=` and the job. */
const returnAddress = (reference: string): string => `${location.origin}/my?paid=${reference}`

/** The job somebody comes back from paying for, taken out of the address, so that reloading is just that. */
export function takeReturn(): string | null {
  const reference = new URLSearchParams(location.search).get('paid')
  if (reference !== null) history.replaceState(null, '', location.pathname)
  return reference
}
