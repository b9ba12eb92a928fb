import type { Deps } from '../../../deps'
import { day, hour } from '../../../lib/clock'
import { openLink, signLink } from '../../../tokens/signed-link'

/** From the customer's account page, or from the email with the offer. */
export type OfferSource = 'account' | 'link'
const lifetimes: Record<OfferSource, number> = { account: hour, link: 30 * day }

/** The page where a customer can accept the offer of one plan, and do nothing else. */
export function offerPath(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  planId: string,
  source: OfferSource,
): string {
  const until = deps.clock.now() + lifetimes[source]
  return `/plan/${signLink(deps, 'plan link', JSON.stringify([planId, source]), until)}`
}

/** Null for a link that isn't ours or has expired. */
export function planOfLink(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  token: string,
): { id: string; source: OfferSource } | null {
  const link = openLink(deps, 'plan link', token)
  if (!link) return null
  const [id, source] = JSON.parse(link.subject) as [string, OfferSource]
  return { id, source }
}
