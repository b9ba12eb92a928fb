import { and, desc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { workerLocations } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { hour } from '../../lib/clock'
import { distanceMetres } from '../../lib/geo'

/** Where a phone says it is. */
export interface Fix {
  lat: number
  lng: number
  /** Metres. */
  accuracy?: number | null | undefined
  heading?: number | null | undefined
  speed?: number | null | undefined
}

type Row = typeof workerLocations.$inferSelect

const worstAccuracy = 200
const fastestMetresPerMs = 200_000 / hour
/** How far off a fix may be that does not say. */
const usualAccuracy = 30

const insertFix = prepared((db) =>
  db.insert(workerLocations).values({
    workerId: sql.placeholder('workerId'),
    lat: sql.placeholder('lat'),
    lng: sql.placeholder('lng'),
    accuracy: sql.placeholder('accuracy'),
    heading: sql.placeholder('heading'),
    speed: sql.placeholder('speed'),
    reliable: sql.placeholder('reliable'),
    recordedAt: sql.placeholder('recordedAt'),
  }),
)

const lastReliable = prepared((db) =>
  db
    .select()
    .from(workerLocations)
    .where(and(eq(workerLocations.workerId, sql.placeholder('workerId')), eq(workerLocations.reliable, true)))
    .orderBy(desc(workerLocations.recordedAt), desc(workerLocations.id))
    .limit(1),
)

/** Keeps a position. A poor one stays in the trail, but is not shown as where the worker is. */
export async function recordLocation(
  tx: Tx,
  at: number,
  workerId: string,
  fix: Fix,
): Promise<{ reliable: boolean }> {
  const reliable =
    (fix.accuracy ?? 0) <= worstAccuracy && !isJump(await lastReliable.get(tx, { workerId }), fix, at)
  await insertFix.run(tx, {
    workerId,
    lat: fix.lat,
    lng: fix.lng,
    accuracy: fix.accuracy ?? null,
    heading: fix.heading ?? null,
    speed: fix.speed ?? null,
    reliable,
    recordedAt: at,
  })
  return { reliable }
}

/** Faster than 200 km/h since the last reliable fix, even if both were off as far as they admit. */
function isJump(last: Row | undefined, fix: Fix, at: number): boolean {
  if (!last) return false
  const uncertainty = (last.accuracy ?? usualAccuracy) + (fix.accuracy ?? usualAccuracy)
  const reach = Math.max(0, at - last.recordedAt) * fastestMetresPerMs
  return distanceMetres(last, fix) > reach + uncertainty
}
