import { isOfferedWindow } from '../../lib/arrival-windows'
import { hasFallenThrough, isUnderWay } from '../../lib/job-states'
import { canBePaidOnline } from '../../lib/money'
import type { Job } from '../../modules/jobs'
import { bookWords, type BookWords } from '../../words/book'
import { formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'
import { publicWords } from '../../words/public'
import { rulesWords } from '../../words/rules'
import { ButtonLink } from '../components/button'
import { Alert } from '../components/feedback'
import type { CalendarLinks } from './calendar'
import { NextSteps, type ConfirmBy } from './next-steps'
import { WhenText } from './when-text'
import { slotWords, visitTime } from './words'

type Shown = Pick<
  Job,
  | 'reference'
  | 'status'
  | 'type'
  | 'total'
  | 'paid'
  | 'balance'
  | 'paymentState'
  | 'preferredDate'
  | 'preferredTime'
  | 'scheduledStart'
  | 'lapsedAt'
> & {
  /** The deposit was paid, and nothing since. */
  isDepositPaid: boolean
  /** The arrival window that the customer was promised for a visit. */
  arrival: { date: string; window: string } | null
}

interface DoneProps {
  language: Language
  job: Shown
  payPath: string
  /** The city and ZIP code, as far as the address names them. */
  where: string | null
  /** Null while there is no time to put into a calendar. */
  calendar: CalendarLinks | null
  /** Where the work is. */
  timeZone: string
  /** The visitor came back from the payment page, and no payment is known: it wasn't made, or is on its way. */
  unpaid: { lookAgain: string | null } | null
  /** The visitor left the payment page without paying. */
  left: boolean
  /** Null where customers can pay online. */
  howToPay: string | null
  /** In cents; 0 if none is due. */
  deposit: number
  /** The cancellation policy; null where canceling is always free, or over. */
  policy: string | null
  sendsEmail: boolean
  /** Until when the booking keeps its time without being paid or confirmed; null if it needs neither. */
  confirmBy: ConfirmBy | null
}

/** The page shows what anyone with its address may know: not who booked, and not at which house. */
export function BookingDone(props: DoneProps) {
  const { language, job, calendar, where, timeZone, unpaid, howToPay, sendsEmail, policy } = props
  const words = bookWords(language).done
  const totalCents = Math.round(job.total * 100)
  const isOver = hasFallenThrough(job.status)
  const balanceCents = Math.round(job.balance * 100)
  const isOwed = balanceCents > 0
  const deposit = isOwed ? props.deposit : 0
  const canPay = isOwed && howToPay === null && (deposit > 0 || canBePaidOnline(balanceCents))
  const isPlanned = job.status === 'pending' || job.status === 'scheduled'
  const isOpen = isPlanned && props.confirmBy !== null && sendsEmail
  const showsBookings = isPlanned && sendsEmail && job.lapsedAt === null
  return (
    <section class="card notice book-done">
      {!isOver && !isOpen && job.lapsedAt === null && (
        <span class="book-done-mark" aria-hidden="true">
          ✓
        </span>
      )}
      <h1>{headingOf(words, job, isOpen && { isPaying: Boolean(canPay && unpaid?.lookAgain) })}</h1>
      {job.status === 'no_show' && <p class="lead">{words.bookAgain}</p>}
      <Facts language={language} job={job} where={where} timeZone={timeZone} totalCents={totalCents} />
      {props.left && canPay ? (
        <Alert tone="warn">{publicWords(language).checkout.notCompleted}</Alert>
      ) : (
        <PaymentNote language={language} job={job} unpaid={canPay ? unpaid : null} />
      )}
      {policy !== null && <p class="small soft">{policy}</p>}
      <NextSteps
        language={language}
        job={job}
        confirmBy={props.confirmBy}
        sendsEmail={sendsEmail}
        canPay={canPay}
        paysLater={canPay && deposit === 0}
      />
      {isOwed && howToPay !== null && <p>{howToPay}</p>}
      {canPay && (
        <div class="actions actions-fill">
          <PayButtons {...props} deposit={deposit} balanceCents={balanceCents} />
        </div>
      )}
      {calendar !== null && (
        <div class="actions actions-fill">
          <ButtonLink href={calendar.file} download="visit.ics">
            {words.calendar}
          </ButtonLink>
          <ButtonLink href={calendar.google} external>
            {words.googleCalendar}
          </ButtonLink>
        </div>
      )}
      {!showsBookings && (
        <div class="actions actions-fill">
          <ButtonLink href="/my">{words.bookings}</ButtonLink>
        </div>
      )}
    </section>
  )
}

/** The deposit first; everything at once is fine too. */
function PayButtons({ language, payPath, deposit, balanceCents }: DoneProps & { balanceCents: number }) {
  const { money } = formatsFor(language)
  const words = rulesWords(language)
  if (deposit === 0)
    return (
      <ButtonLink kind="primary" href={payPath}>
        {bookWords(language).done.pay(money(balanceCents))}
      </ButtonLink>
    )
  return (
    <>
      <ButtonLink kind="primary" href={payPath}>
        {words.payDeposit(money(deposit))}
      </ButtonLink>
      {canBePaidOnline(balanceCents) && (
        <ButtonLink href={`${payPath}?amount=all`}>{words.payAll(money(balanceCents))}</ButtonLink>
      )}
    </>
  )
}

type Words = BookWords['done']

/** `open` while the booking has to be confirmed or paid; the payment may be on its way. */
function headingOf(words: Words, job: Shown, open: { isPaying: boolean } | false): string {
  const { status } = job
  if (isUnderWay(status)) return words.underWay
  if (open && job.lapsedAt === null) return open.isPaying ? words.pending : words.toConfirm
  if (status === 'scheduled') return words.confirmed
  if (status === 'completed') return words.completed
  if (status === 'cancelled') return words.cancelled
  if (status === 'no_show') return words.missed
  if (job.lapsedAt !== null) return words.lapsed
  return isOfferedWindow(job) ? words.booked : words.pending
}

const isPromised = (job: Shown): boolean => isOfferedWindow(job) && job.lapsedAt === null

interface FactsProps extends Pick<DoneProps, 'language' | 'job' | 'where' | 'timeZone'> {
  totalCents: number
}

function Facts({ language, job, where, timeZone, totalCents }: FactsProps) {
  const { scheduledStart, preferredDate, preferredTime, arrival } = job
  const words = bookWords(language).done
  const isFixed = scheduledStart !== null || isPromised(job)
  // Nothing was paid and nothing is owed, so the price would only worry people.
  const isOffUnpaid = hasFallenThrough(job.status) && job.paymentState === 'unpaid'
  // The arrival window is what the customer was told; the minute in it may still change.
  const when =
    scheduledStart === null
      ? preferredDate && slotWords(language, preferredDate.slice(0, 10), preferredTime)
      : arrival !== null && !isUnderWay(job.status)
        ? slotWords(language, arrival.date, arrival.window)
        : visitTime(language, Date.parse(scheduledStart), timeZone)
  return (
    <dl class="facts">
      {when && (
        <>
          <dt>{isFixed ? words.when : words.preferred}</dt>
          <dd>
            <WhenText when={when} />
          </dd>
        </>
      )}
      {where !== null && (
        <>
          <dt>{words.where}</dt>
          <dd>{where}</dd>
        </>
      )}
      <dt>{words.service}</dt>
      <dd>{job.type}</dd>
      <dt>{words.reference}</dt>
      <dd class="nowrap">{job.reference}</dd>
      {totalCents > 0 && !isOffUnpaid && (
        <>
          <dt>{words.total}</dt>
          <dd class="num">{formatsFor(language).money(totalCents)}</dd>
        </>
      )}
      {job.paid > 0 && job.balance > 0 && (
        <>
          <dt>{job.isDepositPaid ? rulesWords(language).depositPaid : words.paidSoFar}</dt>
          <dd class="num">{formatsFor(language).money(Math.round(job.paid * 100))}</dd>
          <dt>{words.balanceDue}</dt>
          <dd class="num">{formatsFor(language).money(Math.round(job.balance * 100))}</dd>
        </>
      )}
    </dl>
  )
}

function PaymentNote({ language, job, unpaid }: Pick<DoneProps, 'language' | 'job' | 'unpaid'>) {
  const words = bookWords(language).done
  if (unpaid?.lookAgain)
    return (
      <Alert>
        <span>
          {words.notPaidYet}{' '}
          <a href={unpaid.lookAgain} data-look-again>
            {words.checkAgain}
          </a>
        </span>
      </Alert>
    )
  if (job.paymentState === 'paid') return <Alert tone="good">{words.paid}</Alert>
  if (unpaid && job.paymentState === 'unpaid') return <Alert>{words.notPaid}</Alert>
  if (job.isDepositPaid) {
    const { money } = formatsFor(language)
    const [paid, rest] = [job.paid, job.balance].map((amount) => money(Math.round(amount * 100)))
    return <Alert tone="good">{rulesWords(language).depositArrived(paid ?? '', rest ?? '')}</Alert>
  }
  if (job.paymentState === 'failed') return <Alert tone="warn">{words.failed}</Alert>
  return null
}
