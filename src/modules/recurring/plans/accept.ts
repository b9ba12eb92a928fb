import type { Deps } from '../../../deps'
import { Refusal } from '../../../lib/errors'
import { storedInterval } from '../../../lib/interval'
import type { Language } from '../../../words/language'
import { openPlanLink } from '../../../tokens/plan-link'
import { languageOfPlanConsent, type OfferShown } from '../../../words/plans'
import { requireCustomer } from '../../customers'
import { wakeSender } from '../../messages'
import { recordActivity } from '../../office'
import { applyTerms, type Circumstances } from './apply'
import type { Plan } from './model'
import { circumstancesOf, isTooOld, shownOffer } from './offer'
import { presentOwnPlan, requirePlan, type PlanRow } from './plans'

/** The plan behind a link, as its customer sees it. */
export interface LinkedPlan {
  plan: Plan
  /** Null once there is nothing to accept. */
  offer: OfferShown | null
  language: Language | null
  /** The link is too old, or HQ ended it. */
  hasEnded: boolean
}

/** Null for a link that isn't ours. */
export async function planOfLink(deps: Deps, token: string): Promise<LinkedPlan | null> {
  const link = openPlanLink(deps, token)
  const known = link && (await planNamed(deps, link.planId))
  if (!known) return null
  const { language, linkSeries } = await requireCustomer(deps.store.read, known.plan.customerId)
  const circumstances = await circumstancesOf(deps.store.read, deps, known)
  return {
    plan: presentOwnPlan(known),
    offer: openOffer(deps, known, circumstances),
    language,
    hasEnded: link.hasExpired || link.series !== linkSeries,
  }
}

/** The offer that a customer can accept now. */
function openOffer(deps: Deps, known: PlanRow, { now, today }: Circumstances): OfferShown | null {
  const { plan, status } = known
  if (plan.offer === null || status === 'ended' || isTooOld(plan.offer, now)) return null
  return shownOffer(deps, known, plan.offer, today)
}

async function planNamed({ store }: Deps, id: string): Promise<PlanRow | null> {
  try {
    return await requirePlan(store.read, id)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

interface Agreement {
  /** The words that the customer read. */
  text: string
  /** The network address of the browser. */
  address: string
}

/**
 * The customer accepts an offer, once: its terms count from then on. False if these aren't its words, because
 * nobody agrees to terms that changed since they read them.
 */
export async function acceptOffer(deps: Deps, token: string, agreed: Agreement): Promise<boolean> {
  const link = openPlanLink(deps, token)
  if (!link || link.hasExpired) return false
  const isAccepted = await deps.store.write(async (tx) => {
    const known = await requirePlan(tx, link.planId)
    const { plan, template, status } = known
    const circumstances = await circumstancesOf(tx, deps, known)
    const { now: at, franchiseId } = circumstances
    const shown = openOffer(deps, known, circumstances)
    const { linkSeries } = await requireCustomer(tx, plan.customerId)
    if (plan.offer === null || shown === null || link.series !== linkSeries) return false
    const { text, address } = agreed
    const language = languageOfPlanConsent(text, shown)
    if (language === null) return false
    const terms = { priceCents: plan.offer.priceCents, ...storedInterval(plan.offer) }
    const wanted = template
      ? { ...terms, status, start: undefined }
      : { ...terms, status: 'active' as const, start: shown.first ?? undefined }
    const who = { name: plan.customerName, address, takenBy: null }
    const consent = { text, language, at, from: link.source, ...who }
    await applyTerms(tx, known, wanted, circumstances, { offer: null, consent })
    await recordActivity(tx, at, {
      type: 'plan.accepted',
      actor: 'customer',
      summary: `Customer accepted a maintenance plan: ${plan.serviceType}`,
      franchiseId,
      metadata: { planId: plan.id, from: link.source },
    })
    return true
  })
  if (isAccepted) wakeSender(deps)
  return isAccepted
}
