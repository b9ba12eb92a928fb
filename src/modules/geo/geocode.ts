import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import { prepared } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Point } from '../../lib/geo'
import type { Place, Precision } from '../../providers/geocoder/types'

const mostResults = 5

/** Places an address or a name may mean, the likeliest first. */
export async function geocode(deps: Deps, query: string): Promise<(Point & { label: string })[]> {
  const wanted = query.trim()
  if (wanted === '') return []
  const near = await findBases(deps)
  const places = await deps.providers.geocoder.search(wanted, { near, limit: mostResults })
  return places.slice(0, mostResults).map(({ lat, lng, label }) => ({ lat, lng, label }))
}

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

const mostBases = 200

const selectBases = prepared((db) =>
  db
    .select({ lat: franchises.lat, lng: franchises.lng })
    .from(franchises)
    .where(and(eq(franchises.active, true), isNotNull(franchises.lat), isNotNull(franchises.lng)))
    .orderBy(asc(franchises.id))
    .limit(mostBases),
)

/** Where the business works from: what a name that several towns share is measured against. */
export async function findBases({ store }: Deps): Promise<Point[]> {
  const rows = await selectBases.all(store.read)
  return rows.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
}
