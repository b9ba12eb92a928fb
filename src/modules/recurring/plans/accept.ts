import type { Deps } from '../../../deps'
import { Refusal } from '../../../lib/errors'
import type { Language } from '../../../words/language'
import { languageOfPlanConsent, type OfferShown } from '../../../words/plans'
import { requireCustomer } from '../../customers'
import { wakeSender } from '../../messages'
import { recordActivity } from '../../office'
import { applyTerms } from './apply'
import { planOfLink } from './links'
import { circumstancesOf, shownOffer } from './offer'
import { requirePlan, type PlanRow } from './plans'

/** The plan behind a link, as its customer sees it. `offer` is null once there is nothing to accept. */
export interface LinkedPlan {
  offer: OfferShown | null
  /** The customer has agreed, and the plan hasn't ended. */
  isAgreed: boolean
  language: Language | null
}

/** Null for a link that isn't ours or has expired. */
export async function offerOfLink(deps: Deps, token: string): Promise<LinkedPlan | null> {
  const link = planOfLink(deps, token)
  const known = link && (await planNamed(deps, link.id))
  if (!known) return null
  const { plan, status } = known
  const { language } = await requireCustomer(deps.store.read, plan.customerId)
  const isOver = status === 'ended'
  if (isOver || plan.offer === null)
    return { offer: null, isAgreed: !isOver && plan.consent !== null, language }
  const { today } = await circumstancesOf(deps.store.read, deps, known)
  return { offer: shownOffer(deps, known, plan.offer, today), isAgreed: false, language }
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
  const link = planOfLink(deps, token)
  if (!link) return false
  const isAccepted = await deps.store.write(async (tx) => {
    const known = await requirePlan(tx, link.id)
    const { plan, template, status } = known
    if (plan.offer === null || status === 'ended') return false
    const circumstances = await circumstancesOf(tx, deps, known)
    const { now: at, today, franchiseId } = circumstances
    const shown = shownOffer(deps, known, plan.offer, today)
    const { text, address } = agreed
    const language = languageOfPlanConsent(text, shown)
    if (language === null) return false
    const { priceCents, intervalMonths } = plan.offer
    const wanted = template
      ? { status, priceCents, intervalMonths, start: undefined }
      : { status: 'active' as const, priceCents, intervalMonths, start: shown.first ?? undefined }
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
