import type { Deps } from '../../deps'
import type { Place, Precision } from '../../providers/geocoder/types'
import { findBases } from './bases'

export type PlacedAddress = Place

/** A county or a state is no place to send anybody to. */
const exactEnough: ReadonlySet<Precision> = new Set<Precision>(['address', 'street', 'zip', 'town', 'point'])

/**
 * Where an address is, as exactly as the geocoder knows. Null when it does not know; a geocoder that
 * cannot answer at all throws, and may know later.
 */
export async function placeAddress(deps: Deps, address: string): Promise<PlacedAddress | null> {
  const places = await deps.providers.geocoder.search(address, { near: await findBases(deps), limit: 1 })
  const best = places[0]
  return best && exactEnough.has(best.precision) ? best : null
}
