import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { bookUntilGone } from '../../support/bookings'
import { emptyDataFolder, startService } from '../../support/server'

export interface CrashReport {
  rounds: number
  acknowledged: number
  lost: number
  damaged: number
  /** The longest time from a start until the service listened. */
  slowestStartMs: number
}

interface CrashOptions {
  rounds: number
  /** The program under test, from the project's root. */
  entry?: string
  clients?: number
  seed?: number
}

/**
 * Books at full speed from several clients, kills the service with SIGKILL at a random moment, and looks for
 * every acknowledged booking. The same data folder goes through every round.
 */
export async function crashRepeatedly({
  rounds,
  entry,
  clients = 8,
  seed = 1,
}: CrashOptions): Promise<CrashReport> {
  const folder = emptyDataFolder()
  const random = pseudoRandom(seed)
  const acknowledged: string[] = []
  let slowestStartMs = 0
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const service = await startService({ DATA_DIR: folder, NODE_ENV: 'production' }, entry)
    slowestStartMs = Math.max(slowestStartMs, Math.round(performance.now() - startedAt))
    const booking = Array.from({ length: clients }, (_, client) =>
      bookUntilGone(service.url, round * clients + client, acknowledged),
    )
    // First under full load, however slow the machine is today; then at any moment.
    const enough = acknowledged.length + 3 * clients
    while (acknowledged.length < enough) await Bun.sleep(1)
    await Bun.sleep(random() * 300)
    service.signal('SIGKILL')
    await service.exited
    await Promise.all(booking)
  }
  return {
    rounds,
    acknowledged: acknowledged.length,
    slowestStartMs,
    ...inspect(join(folder, 'truckroll.db'), acknowledged),
  }
}

/**
 * A booking is complete: its job, activity and message all exist, or none do; so is a timeline once it
 * started.
 */
export function inspect(path: string, acknowledged: string[]): { lost: number; damaged: number } {
  const db = new Database(path)
  try {
    const find = db.prepare(
      `SELECT 1 FROM jobs WHERE id = ?1
        AND EXISTS (SELECT 1 FROM outbox WHERE job_id = ?1)
        AND EXISTS (SELECT 1 FROM activity WHERE metadata ->> 'jobId' = ?1)`,
    )
    const lost = acknowledged.filter((id) => find.get(id) === null).length
    const verdict = db.query('PRAGMA integrity_check').all() as { integrity_check: string }[]
    const strays = db.query('PRAGMA foreign_key_check').all()
    const torn = db
      .query(
        `SELECT id FROM jobs WHERE id NOT IN (SELECT metadata ->> 'jobId' FROM activity WHERE type = 'job.created')
        UNION ALL SELECT id FROM jobs WHERE id NOT IN (SELECT job_id FROM outbox WHERE template = 'booked')
        UNION ALL SELECT id FROM jobs
          WHERE revision > 0 AND id NOT IN (SELECT job_id FROM job_events WHERE kind = 'booked')`,
      )
      .all()
    return {
      lost,
      damaged: (verdict[0]?.integrity_check === 'ok' ? 0 : verdict.length) + strays.length + torn.length,
    }
  } finally {
    db.close()
  }
}

function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
