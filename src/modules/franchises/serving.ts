import type { Db } from '../../../db/store'
import type { Point } from '../../lib/geo'
import { franchiseForPoint, franchiseForZip, type ServingFranchise } from './area'

/** Whose area an address is in, by the ZIP code written in it: known at once, and so asked first. */
export async function servingWrittenZip(db: Db, zip: string | null): Promise<ServingFranchise | undefined> {
  return zip === null ? undefined : franchiseForZip(db, zip)
}

/** Whose area it is once it was looked for on the map: the border around the place decides, then the ZIP code. */
export async function servingOnceFound(
  db: Db,
  { place, zip }: { place: Point | null; zip: string | null },
): Promise<ServingFranchise | undefined> {
  const byBorder = place === null ? undefined : await franchiseForPoint(db, place.lat, place.lng)
  return byBorder ?? servingWrittenZip(db, zip)
}
