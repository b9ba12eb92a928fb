import { isClockWindow } from '../../lib/hours'
import { hasFallenThrough, isUnpaid } from '../../lib/job-states'
import { formatUsd, canBePaidOnline } from '../../lib/money'
import type { Job } from '../../modules/jobs'
import { ButtonLink } from '../components/button'
import { Alert } from '../components/feedback'
import { slotWords, visitTime } from './words'

type Shown = Pick<
  Job,
  | 'reference'
  | 'status'
  | 'type'
  | 'total'
  | 'paymentState'
  | 'preferredDate'
  | 'preferredTime'
  | 'scheduledStart'
  | 'scheduledEnd'
>

interface DoneProps {
  job: Shown
  payPath: string
  /** Where the work is. */
  timeZone: string
  /** Somebody is back from the payment page, and no payment is known: it was not made, or is on its way. */
  unpaid: { lookAgain: string | null } | null
  /** Null where customers can pay online. */
  howToPay: string | null
  sendsEmail: boolean
}

/** What anybody who has the address of this page may know: not who, and not where. */
export function BookingDone({ job, payPath, timeZone, unpaid, howToPay, sendsEmail }: DoneProps) {
  const totalCents = Math.round(job.total * 100)
  const isOver = hasFallenThrough(job.status)
  const isOwed = !isOver && isUnpaid(job) && totalCents > 0
  const canPay = isOwed && howToPay === null && canBePaidOnline(totalCents)
  return (
    <section class="card notice book-done">
      {!isOver && (
        <span class="book-done-mark" aria-hidden="true">
          ✓
        </span>
      )}
      <h1>{isOver ? 'This booking is cancelled' : 'Your booking is in'}</h1>
      {job.status === 'pending' && (
        <p class="lead">
          {sendsEmail
            ? 'We’ll confirm the exact time by email shortly.'
            : 'Please call us to confirm the exact time.'}
        </p>
      )}
      <Facts job={job} timeZone={timeZone} totalCents={totalCents} />
      <PaymentNote job={job} unpaid={canPay ? unpaid : null} />
      {isOwed && howToPay !== null && <p>{howToPay}</p>}
      <div class="actions actions-fill">
        {canPay && (
          <ButtonLink kind="primary" href={payPath}>
            Pay {formatUsd(totalCents)} now
          </ButtonLink>
        )}
        <ButtonLink href="/my">See my bookings</ButtonLink>
      </div>
    </section>
  )
}

function Facts({ job, timeZone, totalCents }: Pick<DoneProps, 'job' | 'timeZone'> & { totalCents: number }) {
  const { scheduledStart, preferredDate, preferredTime } = job
  return (
    <dl class="facts">
      <dt>Reference</dt>
      <dd class="nowrap">{job.reference}</dd>
      <dt>Service</dt>
      <dd>{job.type}</dd>
      {scheduledStart ? (
        <>
          <dt>When</dt>
          <dd>{visitTime(scheduledStart, job.scheduledEnd, timeZone)}</dd>
        </>
      ) : (
        preferredDate && (
          <>
            <dt>{preferredTime !== null && isClockWindow(preferredTime) ? 'Your window' : 'Preferred'}</dt>
            <dd>{slotWords(preferredDate.slice(0, 10), preferredTime)}</dd>
          </>
        )
      )}
      {totalCents > 0 && (
        <>
          <dt>Total</dt>
          <dd class="num">{formatUsd(totalCents)}</dd>
        </>
      )}
    </dl>
  )
}

function PaymentNote({ job, unpaid }: Pick<DoneProps, 'job' | 'unpaid'>) {
  if (unpaid?.lookAgain)
    return (
      <Alert>
        <span>
          No payment has arrived yet. If you came back without paying, nothing was charged: pay now, or after
          the visit. If you have just paid, it shows here in a moment.{' '}
          <a href={unpaid.lookAgain} data-look-again>
            Look again
          </a>
        </span>
      </Alert>
    )
  if (job.paymentState === 'paid') return <Alert tone="good">Paid. Thank you.</Alert>
  if (unpaid && job.paymentState === 'unpaid')
    return (
      <Alert>No payment has arrived, and nothing was charged. You can pay now, or after the visit.</Alert>
    )
  if (job.paymentState === 'failed') return <Alert tone="warn">The last payment did not go through.</Alert>
  return null
}
