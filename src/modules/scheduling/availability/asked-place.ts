import { and, eq, sql } from 'drizzle-orm'
import { franchiseZips } from '../../../../db/schema'
import { prepared } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Point } from '../../../lib/geo'
import { zipIn } from '../../../lib/text'
import { servingOnceFound, servingWrittenZip } from '../../franchises'
import { placeAddress } from '../../geo'
import type { AvailabilityQuery } from './model'

export interface AskedPlace {
  place: Point | null
  franchiseId: string | null
  /** Whether its ZIP code is in the franchise's area. */
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

/** Finds the location and the franchise the same way a booking does, so that both agree. */
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
  return { place, franchiseId, inZip: await isZipOf(deps, zip, franchiseId) }
}

export const isZipOf = async (
  { store }: Deps,
  zip: string | null,
  franchiseId: string | null,
): Promise<boolean> =>
  zip !== null && (await zipOfFranchise.get(store.read, { zip, franchiseId })) !== undefined
