import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import { prepared } from '../../../db/store'
import type { Deps } from '../../deps'
import { Refusal } from '../../lib/errors'
import type { Point } from '../../lib/geo'
import type { Place, Precision } from '../../providers/geocoder/types'

const mostResults = 5

/** Finds places that match an address or a name, best match first. */
export async function geocode(deps: Deps, query: string): Promise<(Point & { label: string })[]> {
  const wanted = query.trim()
  if (wanted === '') return []
  const near = await findBases(deps)
  const places = await deps.providers.geocoder.search(wanted, { near, limit: mostResults })
  return places.slice(0, mostResults).map(({ lat, lng, label }) => ({ lat, lng, label }))
}

export type PlacedAddress = Place

/** A county or a state is too vague to send a technician to. */
const exactEnough: ReadonlySet<Precision> = new Set<Precision>(['address', 'street', 'zip', 'town', 'point'])

/**
 * Finds an address as exactly as the geocoder knows it, or null when it doesn't. Throws when the geocoder
 * can't answer at all, because it may know later.
 */
export async function placeAddress(deps: Deps, address: string): Promise<PlacedAddress | null> {
  const places = await deps.providers.geocoder.search(address, { near: await findBases(deps), limit: 1 })
  const best = places[0]
  return best && exactEnough.has(best.precision) ? best : null
}

const doors: ReadonlySet<Precision> = new Set<Precision>(['address', 'street', 'point'])

/** Whether the map knows the street of an address. Null if our geocoder knows no streets, or can't answer now. */
export async function isOnMap(deps: Deps, address: string): Promise<boolean | null> {
  if (deps.providers.geocoder.name === 'gazetteer') return null
  try {
    const place = await placeAddress(deps, address)
    return place !== null && doors.has(place.precision)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const mostBases = 200

const selectBases = prepared((db) =>
  db
    .select({ lat: franchises.lat, lng: franchises.lng })
    .from(franchises)
    .where(and(eq(franchises.active, true), isNotNull(franchises.lat), isNotNull(franchises.lng)))
    .orderBy(asc(franchises.id))
    .limit(mostBases),
)

/** The bases of the business. When several towns share a name, the one nearest to a base wins. */
export async function findBases({ store }: Deps): Promise<Point[]> {
  const rows = await selectBases.all(store.read)
  return rows.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
}
