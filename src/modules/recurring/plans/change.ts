import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { actorText, type Actor } from '../../../lib/actor'
import { conflict, invalid, missing } from '../../../lib/errors'
import { changedInterval, storedInterval } from '../../../lib/interval'
import { centsFromUnits } from '../../../lib/money'
import { customerByEmail } from '../../customers'
import { wakeSender } from '../../messages'
import { changesOf, recordActivity, raiseTodo } from '../../office'
import { applyTerms, type Wanted } from './apply'
import type { AdminPlan, PlanChange, Plan } from './model'
import { circumstancesOf, needsConsent, offerTerms, phoneConsentTo } from './offer'
import { presentAdminPlan, presentPlan, requirePlan, type PlanRow } from './plans'

/** HQ offers a price, or pauses, resumes, ends or changes a plan. */
export async function changePlan(
  deps: Deps,
  id: string,
  change: PlanChange,
  actor: Actor,
): Promise<AdminPlan> {
  const changed = await deps.store.write(async (tx) => {
    const known = await requirePlan(tx, id)
    const next = await changeInUnit(tx, deps, known, change, actor)
    const changes = changesOf(termsIn(known), termsIn(next), [
      'status',
      'priceCents',
      'intervalMonths',
      'intervalWeeks',
      'start',
      'offeredCents',
    ])
    if (Object.keys(changes).length > 0)
      await recordActivity(tx, deps.clock.now(), {
        type: 'plan.changed',
        actor,
        summary: `Changed a maintenance plan: ${termNames(changes)}`,
        subject: { kind: 'plan', id, name: 'a maintenance plan' },
        franchiseId: next.template?.franchiseId ?? null,
        changes,
      })
    return next
  })
  wakeSender(deps)
  return presentAdminPlan(changed)
}

const terms: Record<string, string> = {
  priceCents: 'price',
  intervalMonths: 'how often',
  intervalWeeks: 'how often',
  start: 'first visit',
  offeredCents: 'offered price',
}

const termNames = (changes: object): string =>
  [...new Set(Object.keys(changes).map((name) => terms[name] ?? name))].join(', ')

/** A plan's terms, which its job template holds once it has started. */
function termsIn({ plan, template, status }: PlanRow) {
  const { priceCents, intervalMonths, intervalWeeks } = template ?? plan
  const offeredCents = plan.offer?.priceCents ?? null
  const start = template?.anchorDate ?? null
  return { status, priceCents, intervalMonths, intervalWeeks, start, offeredCents }
}

async function changeInUnit(
  tx: Tx,
  deps: Deps,
  known: PlanRow,
  change: PlanChange,
  actor: Actor,
): Promise<PlanRow> {
  if (known.status === 'ended') throw conflict('This plan has ended')
  const { template } = known
  if (change.offerAgain && known.plan.offer === null) throw conflict('This plan has no open offer')
  const wanted = wantedBy(change, known)
  const circumstances = await circumstancesOf(tx, deps, known)
  const { now, today } = circumstances
  if (change.start !== undefined && change.start < today)
    throw invalid('Validation failed', ['start: must not be in the past'])
  const { phoneConsent } = change
  if (!needsConsent(known, wanted)) {
    if (phoneConsent) throw conflict('The customer doesn’t have to agree to this change')
    const { price, intervalMonths, intervalWeeks } = change
    const hasTerms = [price, intervalMonths, intervalWeeks].some((term) => term !== undefined)
    const isOver = !template || hasTerms || wanted.status === 'ended'
    return applyTerms(tx, known, wanted, circumstances, isOver ? { offer: null } : {})
  }
  if (phoneConsent) {
    const at = phoneConsent.at === undefined ? now : Date.parse(phoneConsent.at)
    if (at > now) throw invalid('Validation failed', ['phoneConsent.at: must not be in the future'])
    const agreed = { name: phoneConsent.name, at, takenBy: actorText(actor) }
    const consent = await phoneConsentTo(tx, deps, known, wanted, { ...circumstances, ...agreed })
    return applyTerms(tx, known, wanted, circumstances, { offer: null, consent })
  }
  await offerTerms(tx, known, wanted, { ...circumstances, isAgain: change.offerAgain === true })
  const offered = await requirePlan(tx, known.plan.id)
  if (!template) return offered
  // The terms wait for the customer; a pause or another day doesn't.
  const kept = { priceCents: template.priceCents, ...storedInterval(template) }
  return applyTerms(tx, offered, { ...wanted, ...kept }, circumstances, {})
}

/** A first price is meant to start a plan, unless HQ says otherwise. */
function wantedBy(change: PlanChange, { plan, template, status: known }: PlanRow): Wanted {
  const isAboutOffer = change.phoneConsent !== undefined || change.offerAgain !== undefined
  const terms = template && !(isAboutOffer && plan.offer) ? template : (plan.offer ?? plan)
  const priceCents = change.price === undefined ? terms.priceCents : centsFromUnits(change.price)
  const isWaiting = known === 'requested' || known === 'offered'
  const status = change.status ?? (isWaiting && priceCents !== null ? 'active' : known)
  if (status !== 'ended' && status !== 'requested' && priceCents === null) throw conflict('Set a price first')
  const interval = changedInterval(terms, change)
  const offered = !template && status === 'active' ? plan.offer?.start : undefined
  return { status, priceCents, ...interval, start: change.start ?? offered ?? undefined }
}

/** Customers can end their own plan, even before it has a price. Booked visits stay. */
export async function endOwnPlan(
  deps: Deps,
  proven: string,
  id: string,
): Promise<{ plan: Plan; message: string }> {
  const now = deps.clock.now()
  const answer = await deps.store.write(async (tx) => {
    const customer = await customerByEmail(tx, proven)
    const known = await requirePlan(tx, id)
    const { customerId, serviceType } = known.plan
    // Don't reveal whether another customer's plan exists.
    if (customerId !== customer?.id) throw missing('Plan')
    const message =
      'Your plan has ended. Visits already booked will still happen. To cancel one, go to your bookings.'
    if (known.status === 'ended') return { plan: presentPlan(known), message }
    const ended = await changeInUnit(tx, deps, known, { status: 'ended' }, 'customer')
    await raiseTodo(tx, now, {
      kind: 'plan.ended',
      subject: id,
      title: `A customer ended their maintenance plan: ${serviceType}`,
      detail: 'Check whether a visit is still booked, and whether a billing schedule needs to end too.',
    })
    await recordActivity(tx, now, {
      type: 'plan.ended',
      actor: 'customer',
      summary: `Customer ended their maintenance plan: ${serviceType}`,
      metadata: { planId: id },
    })
    return { plan: presentPlan(ended), message }
  })
  wakeSender(deps)
  return answer
}
