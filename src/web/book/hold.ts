import type { Deps } from '../../deps'
import { keyedHash } from '../../lib/secret'
import { holdWindow, type OfferedTimes } from '../../modules/scheduling'
import type { Draft } from './draft'
import { holderOf, takenText, timeZoneOf, wantedOf } from './wanted'

/** A hash that stands for the network somebody books from. */
export const requesterOf = ({ secrets }: Deps, client: string): string =>
  keyedHash(secrets.linkSecret, 'requester', client)

/** The draft with its window held, or with an error if someone else was quicker. */
export async function holdChosen(deps: Deps, draft: Draft, client: string): Promise<Draft> {
  const { language, fields, service, addOns, area, slot, offer } = draft
  const visitor = holderOf(deps, fields)
  // A wish is no promise, so there is nothing to hold.
  if (!service || !slot || offer?.kind !== 'free' || visitor === undefined) return draft
  const holder = { visitor, requester: requesterOf(deps, client), ...slot }
  const hold = await holdWindow(deps, wantedOf(deps, { fields, service, addOns, area }), holder)
  if (hold === null) {
    const taken = await takenText(deps, language, fields, area)
    return { ...draft, slot: null, offer: without(offer, slot), faults: { ...draft.faults, slot: taken } }
  }
  const { until, isAgain } = hold
  if (until === null) return draft
  const leftMs = until - deps.clock.now()
  return { ...draft, hold: { until, leftMs, isAgain, timeZone: timeZoneOf(deps, area) } }
}

const without = (offer: OfferedTimes, { date, window }: { date: string; window: string }): OfferedTimes => ({
  ...offer,
  days: offer.days.map((day) =>
    day.date === date ? { ...day, windows: day.windows.filter((one) => one !== window) } : day,
  ),
})
