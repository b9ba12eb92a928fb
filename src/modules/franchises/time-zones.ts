import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { findFranchise } from './area'

/** By whose clocks a franchise goes; what belongs to none, or to one we do not know, goes by the business's. */
export async function timeZoneOf(
  db: Db,
  { business }: Deps['config'],
  franchiseId: string | null,
): Promise<string> {
  const franchise = franchiseId === null ? undefined : await findFranchise(db, franchiseId)
  return franchise?.timeZone ?? business.timeZone
}
