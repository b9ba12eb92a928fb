import type { Deps } from '../../deps'
import { describeError } from '../../lib/log'
import { placeAddress } from '../geo/place'

export interface Home {
  homeAddress: string | null
  homeLat: number | null
  homeLng: number | null
}

/**
 * Where the day begins: an address that comes without a place of its own is looked up, since drive times
 * need one. `before` tells a place that belongs to the address before it was changed.
 */
export async function placeHome<T extends Partial<Home>>(deps: Deps, fields: T, before?: Home): Promise<T> {
  const { homeAddress, homeLat, homeLng } = fields
  if (!homeAddress || homeAddress === before?.homeAddress) return fields
  const isGiven = homeLat !== undefined && homeLat !== null
  const isOld = isGiven && before?.homeLat === homeLat && before.homeLng === homeLng
  if (isGiven && !isOld) return fields
  try {
    const place = await placeAddress(deps, homeAddress)
    return { ...fields, homeLat: place?.lat ?? null, homeLng: place?.lng ?? null }
  } catch (error) {
    deps.log.warn('the home of a worker could not be looked up', describeError(error))
    return { ...fields, homeLat: null, homeLng: null }
  }
}
