import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { franchises, franchiseZips } from '../../../db/schema'
import type { Deps } from '../../deps'
import { Refusal } from '../../lib/errors'
import { zipIn } from '../../lib/us-address'
import { findFranchise } from '../franchises/area'
import { servingOnceFound, servingWrittenZip } from '../franchises/serving'
import { placeAddress } from '../geo/place'
import type { AreaAnswer } from './model'

/** Whether we come to an address, and who would. The ZIP code decides where there is one, as in a booking. */
export async function checkArea(deps: Deps, address: string): Promise<AreaAnswer> {
  const { read } = deps.store
  const zip = zipIn(address)
  const byZip = await servingWrittenZip(read, zip)
  if (byZip) return served(deps, byZip.id)
  const place = await placeIfFound(deps, address)
  const byPlace = place && (await servingOnceFound(read, { place, zip: place.zip ?? null }))
  if (byPlace) return served(deps, byPlace.id)
  // A business that has drawn no area yet turns nobody away: headquarters looks at each booking.
  if (!(await anyAreaIsDrawn(deps))) return { area: 'served', franchise: null }
  // A town alone may lie half inside; its ZIP code tells.
  return { area: zip === null && place?.zip === undefined ? 'unknown' : 'outside', franchise: null }
}

async function served({ store }: Deps, id: string): Promise<AreaAnswer> {
  const franchise = await findFranchise(store.read, id)
  if (!franchise) return { area: 'unknown', franchise: null }
  const { name, timeZone, taxBasisPoints } = franchise
  return { area: 'served', franchise: { id, name, timeZone, taxPercent: taxBasisPoints / 100 } }
}

/** A geocoder that cannot answer now is no reason to turn somebody away: the ZIP code is asked for. */
async function placeIfFound(deps: Deps, address: string) {
  try {
    return await placeAddress(deps, address)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function anyAreaIsDrawn({ store }: Deps): Promise<boolean> {
  const [drawn] = await store.read
    .select({ id: franchises.id })
    .from(franchises)
    .where(
      and(
        eq(franchises.active, true),
        or(
          isNotNull(franchises.areaPolygon),
          sql`EXISTS (SELECT 1 FROM ${franchiseZips} WHERE ${franchiseZips.franchiseId} = ${franchises.id})`,
        ),
      ),
    )
    .limit(1)
  return drawn !== undefined
}
