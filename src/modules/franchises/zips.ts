import { asc, eq, inArray, sql } from 'drizzle-orm'
import { franchiseZips } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'

/** Makes these the ZIP codes of the area, whatever they were before. */
export async function replaceZips(tx: Tx, franchiseId: string, zips: string[]): Promise<void> {
  await tx.delete(franchiseZips).where(eq(franchiseZips.franchiseId, franchiseId))
  // One statement however many there are: an area may have thousands.
  await tx.run(
    sql`INSERT INTO ${franchiseZips} (zip, franchise_id) SELECT value, ${franchiseId} FROM json_each(${JSON.stringify(zips)})`,
  )
}

export async function zipsOf(db: Db, franchiseId: string): Promise<string[]> {
  return (await zipsOfMany(db, [franchiseId])).get(franchiseId) ?? []
}

export async function zipsOfMany(db: Db, franchiseIds: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select()
    .from(franchiseZips)
    .where(inArray(franchiseZips.franchiseId, franchiseIds))
    .orderBy(asc(franchiseZips.franchiseId), asc(franchiseZips.zip))
  const zips = new Map<string, string[]>(franchiseIds.map((id) => [id, []]))
  for (const { franchiseId, zip } of rows) zips.get(franchiseId)?.push(zip)
  return zips
}
