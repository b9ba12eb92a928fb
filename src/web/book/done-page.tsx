import type { Job } from '../../modules/jobs/model'
import { formatUsd } from '../../lib/money'
import { Alert } from '../components/alert'
import { ButtonLink } from '../components/button'
import { canBePaidOnline } from './payable'
import { slotWords } from './words'

type Shown = Pick<
  Job,
  'id' | 'status' | 'type' | 'total' | 'paymentState' | 'preferredDate' | 'preferredTime'
>

interface DoneProps {
  job: Shown
  /** Where to look again for a payment that may be on its way; null when nobody waits for one. */
  lookAgain: string | null
}

/** What anybody who has the address of this page may know: not who, and not where. */
export function BookingDone({ job, lookAgain }: DoneProps) {
  const totalCents = Math.round(job.total * 100)
  const isOver = job.status === 'cancelled' || job.status === 'no_show'
  const canPay = !isOver && isUnpaid(job) && canBePaidOnline(totalCents)
  return (
    <section class="card notice book-done">
      {!isOver && (
        <span class="book-done-mark" aria-hidden="true">
          ✓
        </span>
      )}
      <h1>{isOver ? 'This booking is cancelled' : 'Your booking is in'}</h1>
      {!isOver && <p class="lead">We confirm the exact time by email shortly.</p>}
      <Facts job={job} totalCents={totalCents} />
      <PaymentNote job={job} lookAgain={lookAgain} />
      <div class="actions actions-fill">
        {canPay && lookAgain === null && (
          <ButtonLink kind="primary" href={`/book/pay/${job.id}`}>
            Pay {formatUsd(totalCents)} now
          </ButtonLink>
        )}
        <ButtonLink href="/my">See my bookings</ButtonLink>
      </div>
    </section>
  )
}

function Facts({ job, totalCents }: { job: Shown; totalCents: number }) {
  return (
    <dl class="facts">
      <dt>Service</dt>
      <dd>{job.type}</dd>
      {job.preferredDate && (
        <>
          <dt>Preferred</dt>
          <dd>{slotWords(job.preferredDate.slice(0, 10), job.preferredTime)}</dd>
        </>
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

function PaymentNote({ job, lookAgain }: DoneProps) {
  if (lookAgain !== null)
    return (
      <Alert>
        <span>
          We are looking for your payment.{' '}
          <a href={lookAgain} data-look-again>
            Look again
          </a>
        </span>
      </Alert>
    )
  if (job.paymentState === 'paid') return <Alert tone="good">Paid. Thank you.</Alert>
  if (job.paymentState === 'failed') return <Alert tone="warn">The last payment did not go through.</Alert>
  return null
}

export const isUnpaid = ({ paymentState }: Pick<Shown, 'paymentState'>): boolean =>
  paymentState === 'unpaid' || paymentState === 'failed'
