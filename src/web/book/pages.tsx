import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import { hour } from '../../lib/clock'
import { shownPhone } from '../../lib/contact'
import { depositDue, isDepositPaid, shownPolicy } from '../../lib/booking-rules'
import { balanceDue, hasEnded, isUnpaid } from '../../lib/job-states'
import { promisedSlot } from '../../lib/promised-time'
import { townIn } from '../../lib/text'
import { findFranchise } from '../../modules/franchises'
import { presentJob, type JobRow } from '../../modules/jobs'
import { canPayOnline, missingProviders } from '../../providers/demo'
import { bookWords } from '../../words/book'
import { formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'
import { policyText } from '../../words/rules'
import type { Visitor } from '../visitor'
import { answerPage, type PageParts } from '../layout/page'
import { calendarLinks } from './calendar'
import { BookingDone } from './done-page'
import { readDraft, stepToShow, type Draft } from './draft'
import { fieldsOf, steps, type Faults, type Fields, type Step } from './fields'
import { holdChosen } from './hold'
import type { ConfirmBy } from './next-steps'
import { openBooking } from './opened'
import { BookingStep, formId } from './steps'

const common: Partial<PageParts> = { sheets: ['book'], entry: 'book', current: 'book', listed: true }

/** A fresh form, which a link may fill in: `/book?address=…&service=…`. */
export async function firstPage(deps: Deps, visitor: Visitor, query: URLSearchParams): Promise<Response> {
  const reading = { language: visitor.language, shown: 'service', upTo: 'service' } as const
  const draft = await readDraft(deps, { ...fieldsOf(query), key: newId() }, reading)
  return stepPage(deps, visitor, { draft: { ...draft, faults: {} }, step: 'service' })
}

/** The step the visitor wants to go to, or an earlier one that has an error. */
export async function nextPage(
  deps: Deps,
  visitor: Visitor,
  fields: Fields,
  { wanted, client }: { wanted: Step; client: string },
): Promise<Response> {
  const reading = { language: visitor.language, shown: wanted, upTo: before(wanted) }
  const read = await readDraft(deps, fields, reading)
  const isChosen = stepToShow(read.faults, wanted) === 'contact'
  const draft = isChosen ? await holdChosen(deps, read, client) : read
  const step = stepToShow(draft.faults, wanted)
  // Going back is no mistake, so errors of the earlier step stay hidden.
  const faults = step === wanted ? promoFault(draft.faults) : draft.faults
  const status = Object.keys(faults).length > 0 ? 422 : 200
  return stepPage(deps, visitor, { draft: { ...draft, faults }, step, status, isAnswer: true })
}

/** An invalid promo code changes the total that is shown. */
const promoFault = ({ promo }: Faults): Faults => (promo === undefined ? {} : { promo })

const stepAfter = (step: Step): string => steps[steps.indexOf(step) + 1] ?? 'confirm'

const before = (step: Step): Step => (step === 'contact' ? 'time' : 'service')

interface StepParts {
  draft: Draft
  step: Step
  status?: number
  /** The page answers a form: a link would lose its contents, so the switch between languages sends them again. */
  isAnswer?: boolean
}

export const stepPage = (
  deps: Deps,
  visitor: Visitor,
  { draft, step, status = 200, isAnswer = false }: StepParts,
): Promise<Response> =>
  answerPage(deps, visitor, {
    ...common,
    title: bookWords(visitor.language).title,
    status,
    keptForBack: true,
    ...(draft.area?.franchise ? { business: draft.area.franchise.name } : {}),
    ...(isAnswer ? { switchForm: { id: formId, action: '/book', here: step, next: stepAfter(step) } } : {}),
    children: <BookingStep draft={draft} step={step} />,
  })

/** How often the page checks for a payment that may just have been made. */
const mostLooks = 4

/** `look` counts the checks since the visitor came back from the payment page; 0 if they didn't. */
interface DoneQuery {
  /** The customer chose to pay when they booked: the deposit if there is one, or everything. */
  pay: 'now' | 'all' | null
  look: number
  /** The balance in cents when they left for it; 0 if unknown. */
  due: number
  /** They left the payment page without paying. */
  left: boolean
}

export async function donePage(
  deps: Deps,
  visitor: Visitor,
  token: string,
  { pay, look, due, left }: DoneQuery,
): Promise<Response> {
  const row = await openBooking(deps, visitor, token)
  if (row instanceof Response) return row
  const job = presentJob(row)
  const franchise =
    row.franchiseId === null ? undefined : await findFranchise(deps.store.read, row.franchiseId)
  const timeZone = franchise?.timeZone ?? deps.settings.business.timeZone
  const words = bookWords(visitor.language).done
  const paysOnline = canPayOnline(deps.config)
  // A deposit leaves something to pay, so only a smaller balance shows that it arrived.
  const isAwaited = isUnpaid(job) && (due === 0 || balanceDue(row) >= due)
  const awaited = due > 0 ? `&due=${due}` : ''
  const isLooking = look > 0 && look <= mostLooks && isAwaited
  const policy = hasEnded(row.status) ? null : shownPolicy(row, deps.clock.now())
  return answerPage(deps, visitor, {
    title: words.title,
    ...(franchise ? { business: franchise.name } : {}),
    sheets: ['book'],
    current: 'book',
    width: 'narrow',
    ...(isLooking ? { entry: 'book' } : {}),
    // The content policy lets no form lead to another origin, but a page may refresh to one.
    ...(pay && paysOnline && isUnpaid(job)
      ? { onwards: `/book/pay/${token}${pay === 'all' ? '?amount=all' : ''}` }
      : {}),
    children: (
      <BookingDone
        language={visitor.language}
        job={{ ...job, isDepositPaid: isDepositPaid(row), arrival: promisedSlot(row, timeZone) }}
        deposit={depositDue(row)}
        policy={policy && policyText(visitor.language, policy, timeZone)}
        payPath={`/book/pay/${token}`}
        confirmBy={confirmByOf(deps, row, timeZone, visitor.language)}
        where={townIn(row.address) ?? row.zip}
        calendar={calendarLinks(
          row,
          { name: franchise?.name ?? deps.settings.business.name, phone: franchise?.phone ?? null, timeZone },
          { language: visitor.language, path: `/book/done/${token}` },
        )}
        timeZone={timeZone}
        sendsEmail={!missingProviders(deps.config).includes('email')}
        howToPay={paysOnline ? null : words.callToPay(franchise?.phone ? shownPhone(franchise.phone) : null)}
        left={left}
        unpaid={
          look > 0 && isAwaited
            ? { lookAgain: isLooking ? `/book/done/${token}?look=${look + 1}${awaited}` : null }
            : null
        }
      />
    ),
  })
}

/** The moment until which a free booking keeps its time; null if it is paid or confirmed, or keeps it anyway. */
function confirmByOf(
  { settings: { publicAccess } }: Deps,
  job: JobRow,
  timeZone: string,
  language: Language,
): ConfirmBy | null {
  const isOpen = job.source === 'public' && job.confirmedAt === null && job.paidCents === 0
  if (!isOpen || !publicAccess.release || !isUnpaid(job)) return null
  const at = job.createdAt + publicAccess.holdHours * hour
  const formats = formatsFor(language)
  return { day: formats.visitDay(at, timeZone), time: formats.time(at, timeZone) }
}
