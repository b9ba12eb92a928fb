import type { Deps } from '../../deps'
import type { Point } from '../../lib/geo'
import { findBases } from './bases'

const mostResults = 5

/** Places an address or a name may mean, the likeliest first. */
export async function geocode(deps: Deps, query: string): Promise<(Point & { label: string })[]> {
  const near = await findBases(deps)
  const places = await deps.providers.geocoder.search(query, { near, limit: mostResults })
  return places.slice(0, mostResults).map(({ lat, lng, label }) => ({ lat, lng, label }))
}
