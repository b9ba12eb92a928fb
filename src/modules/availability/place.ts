import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { franchiseZips } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Point } from '../../lib/geo'
import { zipIn } from '../../lib/us-address'
import { servingOnceFound, servingWrittenZip } from '../franchises/serving'
import { placeAddress } from '../geo/place'
import type { AvailabilityQuery } from './model'

export interface AskedPlace {
  place: Point | null
  franchiseId: string | null
  /** Whether its ZIP code is one of the franchise's. */
  inZip: boolean
}

const zipOfFranchise = prepared((db) =>
  db
    .select({ zip: franchiseZips.zip })
    .from(franchiseZips)
    .where(
      and(
        eq(franchiseZips.zip, sql.placeholder('zip')),
        eq(franchiseZips.franchiseId, sql.placeholder('franchiseId')),
      ),
    )
    .limit(1),
)

/** Where it is and whose it would be: found in the same way as for a booking, so that both agree. */
export async function findAskedPlace(deps: Deps, query: AvailabilityQuery): Promise<AskedPlace> {
  const { read } = deps.store
  const { address, lat, lng } = query
  const given = lat === undefined || lng === undefined ? null : { lat, lng }
  const found = given || address === undefined ? null : await placeAddress(deps, address)
  const place = given ?? (found && { lat: found.lat, lng: found.lng })
  const written = address === undefined ? null : zipIn(address)
  const zip = written ?? found?.zip ?? null
  const franchise = (await servingWrittenZip(read, written)) ?? (await servingOnceFound(read, { place, zip }))
  const franchiseId = franchise?.id ?? null
  const inZip = zip !== null && (await zipOfFranchise.get(read, { zip, franchiseId })) !== undefined
  return { place, franchiseId, inZip }
}
