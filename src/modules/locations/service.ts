import { lte, sql } from 'drizzle-orm'
import { workerLocations } from '../../../db/schema'
import type { Deps } from '../../deps'
import { ok } from '../../http/envelope'
import type { Once } from '../../http/idempotency'
import { day, isoTime } from '../../lib/clock'
import { raiseTask } from '../hq-tasks/raise'
import { findWorker } from '../workers/find'
import type { Location, LocationInput, OwnLocation } from './model'
import { recordLocation } from './record'

const keptFor = 30 * day
const shownAtMost = 1_000

/** A position HQ reports. An id nobody knows is kept as sent and shown to headquarters. */
export async function reportLocation(
  { store, clock }: Deps,
  { workerId, ...fix }: LocationInput,
  once: Once,
) {
  const answer = { ok: true }
  const now = clock.now()
  await store.write(async (tx) => {
    if (!(await findWorker(tx, workerId)))
      await raiseTask(tx, now, {
        kind: 'worker.unknown',
        subject: workerId,
        title: 'A position came from a worker nobody knows',
        detail: `The worker id was ${workerId}.`,
      })
    await recordLocation(tx, now, workerId, fix)
    await once.settle(tx, 200, ok(answer))
  })
  return answer
}

export function recordOwnLocation({ store, clock }: Deps, workerId: string, fix: OwnLocation) {
  return store.write((tx) => recordLocation(tx, clock.now(), workerId, fix))
}

type LatestRow = Omit<Location, 'reliable' | 'recorded_at'> & { recorded_at: number }

/**
 * The latest reliable position of every worker. Ids are walked along the index, one seek each, since
 * a month of positions is far more than there are workers.
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
      latest.lat, latest.lng, latest.accuracy, latest.heading, latest.speed, latest.recorded_at
    FROM seen
    JOIN worker_locations AS latest ON latest.id = (
      SELECT id FROM worker_locations
      WHERE worker_id = seen.worker_id AND reliable = 1
      ORDER BY recorded_at DESC, id DESC LIMIT 1
    )
    LEFT JOIN workers ON workers.id = latest.worker_id
    LIMIT ${shownAtMost}`)
  return rows.map((row) => ({ ...row, reliable: true, recorded_at: isoTime(row.recorded_at) }))
}

/** Where somebody was a month ago is nobody's business any more. */
export async function sweepLocations({ store, clock }: Deps): Promise<void> {
  await store.write((tx) =>
    tx.delete(workerLocations).where(lte(workerLocations.recordedAt, clock.now() - keptFor)),
  )
}
