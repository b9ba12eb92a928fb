import { isOfferedWindow } from '../../lib/arrival-windows'
import type { Job } from '../../modules/jobs'
import { bookWords } from '../../words/book'
import { unbroken } from '../../words/formats'
import type { Language } from '../../words/language'

/** When a booking that is neither paid nor confirmed loses its time. */
export interface ConfirmBy {
  day: string
  time: string
}

interface NextProps {
  language: Language
  job: Pick<Job, 'status' | 'preferredDate' | 'preferredTime' | 'lapsedAt'>
  /** Until when the booking keeps its time without being paid or confirmed; null if it needs neither. */
  confirmBy: ConfirmBy | null
  sendsEmail: boolean
  canPay: boolean
  /** Something is left to pay, and the invoice can be paid online. */
  paysLater: boolean
}

/** The steps between the booking and the visit, in order. */
export function NextSteps({ language, job, confirmBy, sendsEmail, canPay, paysLater }: NextProps) {
  if (job.status !== 'pending' && job.status !== 'scheduled') return null
  const words = bookWords(language).next
  if (job.lapsedAt !== null) return <p>{words.lapsed}</p>
  const toConfirm =
    confirmBy !== null && sendsEmail
      ? words.confirm(unbroken(confirmBy.day), unbroken(confirmBy.time), canPay)
      : null
  const steps = [
    ...(toConfirm === null ? [] : [toConfirm]),
    ...(job.status === 'pending' ? [waitingFor(words, job, sendsEmail)] : []),
    words.onTheWay,
    // The first step has said that paying now is possible.
    ...(paysLater ? [toConfirm === null ? words.pay : words.payAfter] : []),
  ]
  return (
    <section class="book-next">
      <h2>{words.title}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {sendsEmail && (
        <p class="small soft">
          {words.change} <a href="/my">{words.bookings}</a>
        </p>
      )}
    </section>
  )
}

/** A chosen arrival window holds; any other time is still open. */
function waitingFor(
  words: ReturnType<typeof bookWords>['next'],
  job: NextProps['job'],
  sendsEmail: boolean,
): string {
  if (isOfferedWindow(job)) return sendsEmail ? words.windowByEmail : words.inWindow
  return sendsEmail ? words.confirmByEmail : words.confirmByPhone
}
