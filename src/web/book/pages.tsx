import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import { callToPay } from '../../lib/contact'
import { isUnpaid } from '../../lib/job-states'
import { findFranchise } from '../../modules/franchises'
import { jobOfToken, presentJob, requireJob } from '../../modules/jobs'
import { canPayOnline, missingProviders } from '../../providers/demo'
import type { Visitor } from '../visitor'
import { answerPage, type PageParts } from '../layout/page'
import { BookingDone } from './done-page'
import { readDraft, stepToShow, type Draft } from './draft'
import { fieldsOf, type Faults, type Fields, type Step } from './fields'
import { BookingStep } from './steps'

const common: Partial<PageParts> = { sheets: ['book'], entry: 'book', current: 'book', listed: true }

/** A fresh form, with what a link has filled in already: `/book?address=…&service=…`. */
export async function firstPage(deps: Deps, visitor: Visitor, query: URLSearchParams): Promise<Response> {
  const draft = await readDraft(deps, { ...fieldsOf(query), key: newId() }, 'service', 'service')
  return stepPage(deps, visitor, { ...draft, faults: {} }, 'service')
}

/** The step somebody wants to go to, or the first one before it that has something wrong with it. */
export async function nextPage(
  deps: Deps,
  visitor: Visitor,
  fields: Fields,
  wanted: Step,
): Promise<Response> {
  const draft = await readDraft(deps, fields, wanted, before(wanted))
  const step = stepToShow(draft.faults, wanted)
  // Going back is no mistake: nobody is told off for what the earlier step had.
  const faults = step === wanted ? promoFault(draft.faults) : draft.faults
  return stepPage(deps, visitor, { ...draft, faults }, step, Object.keys(faults).length > 0 ? 422 : 200)
}

/** A code that does not hold changes the total that is shown. */
const promoFault = ({ promo }: Faults): Faults => (promo === undefined ? {} : { promo })

const before = (step: Step): Step => (step === 'contact' ? 'time' : 'service')

export const stepPage = (deps: Deps, visitor: Visitor, draft: Draft, step: Step, status = 200) =>
  answerPage(deps, visitor, {
    ...common,
    title: 'Book a visit',
    status,
    keptForBack: true,
    children: <BookingStep draft={draft} step={step} />,
  })

/** How often the page looks for a payment that somebody may just have made. */
const mostLooks = 4

/** `look` counts the looks since somebody came back from the payment page; 0 when nobody did. */
interface DoneQuery {
  payNow: boolean
  look: number
}

export async function donePage(
  deps: Deps,
  visitor: Visitor,
  token: string,
  { payNow, look }: DoneQuery,
): Promise<Response> {
  const row = await requireJob(deps.store.read, jobOfToken(deps, token))
  const job = presentJob(row)
  const franchise =
    row.franchiseId === null ? undefined : await findFranchise(deps.store.read, row.franchiseId)
  const paysOnline = canPayOnline(deps.config)
  const isLooking = look > 0 && look <= mostLooks && isUnpaid(job)
  return answerPage(deps, visitor, {
    title: 'Your booking',
    ...(franchise ? { business: franchise.name } : {}),
    sheets: ['book'],
    current: 'book',
    width: 'narrow',
    ...(isLooking ? { entry: 'book' } : {}),
    // A form may not lead to another origin, but a page may go on to one by itself.
    ...(payNow && paysOnline && isUnpaid(job) ? { onwards: `/book/pay/${token}` } : {}),
    children: (
      <BookingDone
        job={job}
        payPath={`/book/pay/${token}`}
        timeZone={franchise?.timeZone ?? deps.config.business.timeZone}
        sendsEmail={!missingProviders(deps.config).includes('email')}
        howToPay={paysOnline ? null : callToPay(franchise?.phone)}
        unpaid={look > 0 ? { lookAgain: isLooking ? `/book/done/${token}?look=${look + 1}` : null } : null}
      />
    ),
  })
}
