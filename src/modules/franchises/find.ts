import { and, asc, desc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { franchiseSplits, franchises, franchiseZips } from '../../../db/schema'
import { prepared, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { distanceMetres, isInside, type Point } from '../../lib/geo'
import { describeError } from '../../lib/log'
import { zipIn } from '../../lib/text'

/** The facts a booking needs about its franchise. */
export interface ServingFranchise {
  id: string
  taxBasisPoints: number
}

const serving = { id: franchises.id, taxBasisPoints: franchises.taxBasisPoints }

const byZip = prepared((db) =>
  db
    .select(serving)
    .from(franchiseZips)
    .innerJoin(franchises, eq(franchises.id, franchiseZips.franchiseId))
    .where(and(eq(franchiseZips.zip, sql.placeholder('zip')), eq(franchises.active, true)))
    .orderBy(desc(franchises.priority), asc(franchises.name), asc(franchises.id))
    .limit(1),
)

const anyByZip = prepared((db) =>
  db
    .select({ id: franchiseZips.franchiseId })
    .from(franchiseZips)
    .where(eq(franchiseZips.zip, sql.placeholder('zip')))
    .limit(1),
)

const withPolygon = prepared((db) =>
  db
    .select({
      ...serving,
      priority: franchises.priority,
      lat: franchises.lat,
      lng: franchises.lng,
      areaPolygon: franchises.areaPolygon,
    })
    .from(franchises)
    .where(and(eq(franchises.active, true), isNotNull(franchises.areaPolygon)))
    .orderBy(desc(franchises.priority), asc(franchises.name), asc(franchises.id)),
)

const byId = prepared((db) =>
  db
    .select({
      id: franchises.id,
      name: franchises.name,
      taxBasisPoints: franchises.taxBasisPoints,
      timeZone: franchises.timeZone,
      color: franchises.color,
      email: franchises.email,
      phone: franchises.phone,
      postalAddress: franchises.postalAddress,
      logoUrl: franchises.logoUrl,
      active: franchises.active,
      visitMoves: franchises.visitMoves,
    })
    .from(franchises)
    .where(eq(franchises.id, sql.placeholder('id')))
    .limit(1),
)

export type KnownFranchise = NonNullable<Awaited<ReturnType<typeof findFranchise>>>

export function findFranchise(db: Db, id: string) {
  return byId.get(db, { id })
}

/** The active franchise that serves a ZIP code. Where areas overlap, the highest priority wins. */
export async function franchiseForZip(db: Db, zip: string): Promise<ServingFranchise | undefined> {
  // Most ZIP codes have one franchise or none, so checking first is cheaper than always sorting.
  return (await anyByZip.get(db, { zip })) && byZip.get(db, { zip })
}

/** The active franchise whose polygon contains a point: highest priority first, then the nearest base. */
export async function franchiseForPoint(
  db: Db,
  lat: number,
  lng: number,
): Promise<ServingFranchise | undefined> {
  const holding = (await withPolygon.all(db)).filter(({ areaPolygon }) =>
    isInside({ lat, lng }, areaPolygon ?? []),
  )
  const distance = (base: { lat: number | null; lng: number | null }) =>
    base.lat === null || base.lng === null
      ? Infinity
      : distanceMetres({ lat, lng }, { lat: base.lat, lng: base.lng })
  let best = holding[0]
  for (const other of holding)
    if (best && other.priority === best.priority && distance(other) < distance(best)) best = other
  return best && { id: best.id, taxBasisPoints: best.taxBasisPoints }
}

/** The franchise for the ZIP code in an address. Needs no geocoder, so it comes first. */
export async function servingWrittenZip(db: Db, zip: string | null): Promise<ServingFranchise | undefined> {
  return zip === null ? undefined : franchiseForZip(db, zip)
}

/** The same where no list names the ZIP code: the outline around its center decides. */
export async function servingZip(
  db: Db,
  zip: string | null,
  centers: ZipCenters,
): Promise<ServingFranchise | undefined> {
  return (await servingWrittenZip(db, zip)) ?? servingDrawnZip(db, zip, centers)
}

/** The franchise whose outline holds a ZIP code's center, for one that no list names. */
export async function servingDrawnZip(
  db: Db,
  zip: string | null,
  centers: ZipCenters,
): Promise<ServingFranchise | undefined> {
  const center = zip === null ? undefined : centers.get(zip)
  return center && franchiseForPoint(db, center.lat, center.lng)
}

export type ZipCenters = ReadonlyMap<string, Point>

/** Where the ZIP codes in addresses are, from the built-in list. Empty if that can't be read. */
export async function zipCenters(
  { providers, log }: Pick<Deps, 'providers' | 'log'>,
  addresses: readonly string[],
): Promise<ZipCenters> {
  const zips = new Set(addresses.flatMap((address) => zipIn(address) ?? []))
  try {
    return zips.size === 0 ? new Map() : await providers.geocoder.locateZips([...zips])
  } catch (error) {
    log.warn("couldn't locate ZIP codes", describeError(error))
    return new Map()
  }
}

/** The franchise for a geocoded address: the polygon around it decides, then the ZIP code. */
export async function servingOnceFound(
  db: Db,
  { place, zip }: { place: Point | null; zip: string | null },
): Promise<ServingFranchise | undefined> {
  const byBorder = place === null ? undefined : await franchiseForPoint(db, place.lat, place.lng)
  return byBorder ?? servingWrittenZip(db, zip)
}

/** The franchise's time zone, or the business's when there is no franchise or we don't know it. */
export async function timeZoneOf(
  db: Db,
  { business }: Deps['settings'],
  franchiseId: string | null,
): Promise<string> {
  const franchise = franchiseId === null ? undefined : await findFranchise(db, franchiseId)
  return franchise?.timeZone ?? business.timeZone
}

const newestAt = prepared((db) =>
  db
    .select({ shareBasisPoints: franchiseSplits.shareBasisPoints })
    .from(franchiseSplits)
    .where(
      and(
        eq(franchiseSplits.franchiseId, sql.placeholder('franchiseId')),
        lte(franchiseSplits.effectiveFrom, sql.placeholder('moment')),
      ),
    )
    .orderBy(desc(franchiseSplits.effectiveFrom))
    .limit(1),
)

export const splitAt = (db: Db, franchiseId: string, moment: number) =>
  newestAt.get(db, { franchiseId, moment })

/** The franchise's share in basis points at a given time. Without a split, HQ gets everything. */
export async function shareAt(db: Db, franchiseId: string, moment: number): Promise<number> {
  return (await splitAt(db, franchiseId, moment))?.shareBasisPoints ?? 0
}
