import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { franchises } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Point } from '../../lib/geo'

const atMost = 200

const selectBases = prepared((db) =>
  db
    .select({ lat: franchises.lat, lng: franchises.lng })
    .from(franchises)
    .where(and(eq(franchises.active, true), isNotNull(franchises.lat), isNotNull(franchises.lng)))
    .orderBy(asc(franchises.id))
    .limit(atMost),
)

/** Where the business works from: what a name that several towns share is measured against. */
export async function findBases({ store }: Deps): Promise<Point[]> {
  const rows = await selectBases.all(store.read)
  return rows.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
}
