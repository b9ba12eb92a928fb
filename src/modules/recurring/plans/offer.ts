import { eq } from 'drizzle-orm'
import { maintenancePlans } from '../../../../db/schema'
import type { PlanConsent, PlanOffer } from '../../../../db/schema/recurring'
import { isUnchanged, type Db, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { localDateAt } from '../../../lib/calendar'
import { day, minute } from '../../../lib/clock'
import { isMoreOften, storedInterval } from '../../../lib/interval'
import { planConsent, type OfferShown } from '../../../words/plans'
import { amountsOf } from '../../catalog'
import { findFranchise, timeZoneOf } from '../../franchises'
import { clearTodo } from '../../office'
import { servingFranchise } from '../make-job'
import type { Circumstances, Wanted } from './apply'
import type { PlanRow } from './plans'
import { tellOffer } from './terms'

/** The moment, the day at the address, and the franchise there. */
export async function circumstancesOf(
  db: Db,
  deps: Pick<Deps, 'clock' | 'settings'>,
  { plan, template }: PlanRow,
): Promise<Circumstances> {
  const franchiseId = template ? template.franchiseId : await servingFranchise(db, plan.address)
  const now = deps.clock.now()
  return { franchiseId, now, today: localDateAt(now, await timeZoneOf(db, deps.settings, franchiseId)) }
}

/** Nobody pays more, or more often, than they agreed to. Other changes are told to the customer. */
export function needsConsent({ template }: PlanRow, wanted: Wanted): boolean {
  if (!template) return wanted.status === 'active'
  if (wanted.status === 'ended') return false
  return (wanted.priceCents ?? 0) > template.priceCents || isMoreOften(wanted, template)
}

/** How long a customer can accept an offer. */
const openFor = 30 * day

export const isTooOld = ({ at }: Pick<PlanOffer, 'at'>, now: number): boolean => now > at + openFor

/** Keeps HQ's terms as an offer and asks the customer. The same offer is sent again only if HQ says so. */
export async function offerTerms(
  tx: Tx,
  known: PlanRow,
  wanted: Wanted,
  { isAgain, ...circumstances }: Circumstances & { isAgain: boolean },
): Promise<void> {
  const { plan, template } = known
  const { now, franchiseId } = circumstances
  const terms = await termsOffered(tx, known, wanted, circumstances)
  if (
    plan.offer &&
    isUnchanged({ ...plan.offer, ...storedInterval(plan.offer) }, terms) &&
    (!isAgain || now < plan.offer.at + minute)
  )
    return
  const offer: PlanOffer = { ...terms, at: now }
  await tx
    .update(maintenancePlans)
    .set({ offer, ...(template ? {} : { priceCents: null }), updatedAt: now })
    .where(eq(maintenancePlans.id, plan.id))
  await clearTodo(tx, now, 'plan.price', plan.id)
  await tellOffer(tx, plan, { offer, franchiseId, isChange: template !== null })
}

async function termsOffered(
  tx: Tx,
  { plan, template }: PlanRow,
  wanted: Wanted,
  { franchiseId, today }: Circumstances,
): Promise<Omit<PlanOffer, 'at'>> {
  const franchise = franchiseId === null ? undefined : await findFranchise(tx, franchiseId)
  const priceCents = wanted.priceCents ?? 0
  const { taxCents, totalCents } = amountsOf(priceCents, franchise?.taxBasisPoints ?? 0)
  const first = template ? null : (wanted.start ?? aheadOf(plan.preferredStart, today))
  return { priceCents, taxCents, totalCents, ...storedInterval(wanted), start: first }
}

const aheadOf = (day: string | null, today: string): string | null =>
  day !== null && day > today ? day : null

/** The offer as its words say it today. A first day that has passed is left to the start itself. */
export function shownOffer(
  { settings }: Pick<Deps, 'settings'>,
  { plan, template }: PlanRow,
  terms: Omit<PlanOffer, 'at'>,
  today: string,
): OfferShown {
  const { taxCents, totalCents, start } = terms
  return {
    business: settings.business.name,
    serviceType: plan.serviceType,
    address: plan.address,
    ...storedInterval(terms),
    taxCents,
    totalCents,
    first: start !== null && start >= today ? start : null,
    isChange: template !== null,
  }
}

/** The words that HQ read to a customer on the phone. */
export async function phoneConsentTo(
  tx: Tx,
  deps: Pick<Deps, 'settings'>,
  known: PlanRow,
  wanted: Wanted,
  { name, at, takenBy, ...circumstances }: Circumstances & Pick<PlanConsent, 'name' | 'at' | 'takenBy'>,
): Promise<PlanConsent> {
  const terms = await termsOffered(tx, known, wanted, circumstances)
  const text = planConsent('en', shownOffer(deps, known, terms, circumstances.today))
  return { text, language: 'en', at, from: 'phone', name, address: null, takenBy }
}
