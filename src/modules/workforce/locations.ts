import { lte, sql, and, desc, eq } from 'drizzle-orm'
import { workerLocations } from '../../../db/schema'
import { placeholders, prepared, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import { day, isoTime, hour } from '../../lib/clock'
import { distanceMetres } from '../../lib/geo'
import { raiseTodo } from '../office'
import { findWorker } from './find'
import type { Location, LocationInput, LocationQuery, OwnLocation, ShownLocation } from './work-model'

const keptFor = 30 * day
const shownAtMost = 1_000

/** Stores a location that HQ reports. Unknown worker ids are stored as sent, and HQ gets a to-do. */
export async function reportLocation(
  { store, clock }: Deps,
  { workerId, ...fix }: LocationInput,
  once: Once,
) {
  const answer = { ok: true }
  const now = clock.now()
  await store.write(async (tx) => {
    if (!(await findWorker(tx, workerId)))
      await raiseTodo(tx, now, {
        kind: 'worker.unknown',
        subject: workerId,
        title: 'Location received for an unknown technician',
        detail: `A program sent a location for worker ID “${workerId}”, but there is no such technician. Add them, or correct the ID in that program.`,
      })
    await recordLocation(tx, now, workerId, fix)
    await once.settle(tx, answer)
  })
  return answer
}

export function recordOwnLocation({ store, clock }: Deps, workerId: string, fix: OwnLocation) {
  return store.write((tx) => recordLocation(tx, clock.now(), workerId, fix))
}

type LatestRow = Omit<Location, 'reliable' | 'last_reliable' | 'recorded_at'> & {
  reliable: number
  recorded_at: number
}

/**
 * The latest location of every worker and their latest reliable one. Reads two index entries per worker,
 * because a month of locations is far more than that.
 */
export async function latestLocations({ store }: Deps): Promise<Location[]> {
  const rows = await store.read.all<LatestRow>(sql`
    WITH RECURSIVE seen(worker_id) AS (
      SELECT min(worker_id) FROM worker_locations
      UNION ALL
      SELECT (SELECT min(worker_id) FROM worker_locations WHERE worker_id > seen.worker_id)
      FROM seen WHERE seen.worker_id IS NOT NULL
    )
    SELECT latest.id, latest.worker_id, workers.name AS worker_name, workers.franchise_id,
      latest.lat, latest.lng, latest.accuracy, latest.heading, latest.speed, latest.recorded_at, latest.reliable
    FROM seen
    JOIN (SELECT 1 AS reliable UNION ALL SELECT 0) AS either
    JOIN worker_locations AS latest ON latest.id = (
      SELECT id FROM worker_locations
      WHERE worker_id = seen.worker_id AND reliable = either.reliable
      ORDER BY recorded_at DESC, id DESC LIMIT 1
    )
    LEFT JOIN workers ON workers.id = latest.worker_id
    ORDER BY latest.worker_id, latest.recorded_at DESC, latest.id DESC
    LIMIT ${2 * shownAtMost}`)
  const byWorker = Map.groupBy(rows, ({ worker_id }) => worker_id)
  return [...byWorker.values()].flatMap((latest) => latest.slice(0, 1).map((row) => presented(row, latest)))
}

/** Where each worker was last seen for certain. An inaccurate location would mislead the dispatcher. */
export async function shownLocations(deps: Deps, { franchiseId }: LocationQuery): Promise<ShownLocation[]> {
  const locations = await latestLocations(deps)
  return locations.flatMap(({ worker_id, worker_name, franchise_id, last_reliable }) => {
    const isShown = worker_name !== null && (franchiseId === undefined || franchise_id === franchiseId)
    if (!isShown || last_reliable === null) return []
    const { lat, lng, recorded_at } = last_reliable
    return [{ workerId: worker_id, lat, lng, recordedAt: recorded_at }]
  })
}

function presented({ reliable, recorded_at, ...row }: LatestRow, latest: LatestRow[]): Location {
  const good = latest.find((other) => other.reliable === 1)
  return {
    ...row,
    recorded_at: isoTime(recorded_at),
    reliable: reliable === 1,
    last_reliable: good ? positionOf(good) : null,
  }
}

function positionOf({
  lat,
  lng,
  accuracy,
  heading,
  speed,
  recorded_at,
}: LatestRow): Location['last_reliable'] {
  return { lat, lng, accuracy, heading, speed, recorded_at: isoTime(recorded_at) }
}

/** Old locations are deleted after a month for privacy. */
export async function sweepLocations({ store, clock }: Deps): Promise<void> {
  await store.write((tx) =>
    tx.delete(workerLocations).where(lte(workerLocations.recordedAt, clock.now() - keptFor)),
  )
}

/** A location as a phone reports it. */
export interface Fix {
  lat: number
  lng: number
  /** In meters. */
  accuracy?: number | null | undefined
  heading?: number | null | undefined
  speed?: number | null | undefined
}

type Row = typeof workerLocations.$inferSelect

const worstAccuracy = 200
const fastestMetresPerMs = 200_000 / hour
/** Assumed when the phone doesn't report its accuracy. */
const usualAccuracy = 30

const { id: _, ...columns } = placeholders(workerLocations)
const insertFix = prepared((db) => db.insert(workerLocations).values(columns))

const lastReliable = prepared((db) =>
  db
    .select()
    .from(workerLocations)
    .where(and(eq(workerLocations.workerId, sql.placeholder('workerId')), eq(workerLocations.reliable, true)))
    .orderBy(desc(workerLocations.recordedAt), desc(workerLocations.id))
    .limit(1),
)

/** Where a worker was last seen for certain. */
export const lastReliableLocation = (db: Db, workerId: string): Promise<Row | undefined> =>
  lastReliable.get(db, { workerId })

/** Stores a location. An unreliable one stays in the history, but isn't shown as the worker's location. */
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

/** Faster than 200 km/h since the last reliable location, even allowing for the accuracy of both. */
function isJump(last: Row | undefined, fix: Fix, at: number): boolean {
  if (!last) return false
  const uncertainty = (last.accuracy ?? usualAccuracy) + (fix.accuracy ?? usualAccuracy)
  const reach = Math.max(0, at - last.recordedAt) * fastestMetresPerMs
  return distanceMetres(last, fix) > reach + uncertainty
}
