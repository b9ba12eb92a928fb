import type { Deps } from '../deps'
import { openLink, signLink } from './signed-link'

/** From the customer's account page, or from an email about the plan. */
export type PlanLinkSource = 'account' | 'link'

/** A plan, and the series of links that its customer had when the link was made. */
export interface LinkedPlanId {
  planId: string
  series: number
  source: PlanLinkSource
}

/** The page of one plan, which also takes the customer's yes to an offer. */
export const planPath = (
  deps: Pick<Deps, 'secrets'>,
  { planId, series, source }: LinkedPlanId,
  until: number,
): string => `/plan/${signLink(deps, 'plan link', JSON.stringify([planId, source, series]), until)}`

/** Null for a link that isn't ours. */
export function openPlanLink(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  token: string,
): (LinkedPlanId & { hasExpired: boolean }) | null {
  const link = openLink(deps, 'plan link', token)
  if (!link) return null
  // Links from before there were other series say nothing about theirs.
  const [planId, source, series = 0] = JSON.parse(link.subject) as [string, PlanLinkSource, number?]
  return { planId, source, series, hasExpired: link.hasExpired }
}
