import { desc, lte } from 'drizzle-orm'
import { activity } from '../../../db/schema'
import { placeholders, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import { day, isoTime } from '../../lib/clock'
import type { ActivityEvent, ActivityInput } from './model'

const shown = 50
const keptFor = 90 * day

export async function storeActivity({ store, clock }: Deps, entry: ActivityInput, once: Once) {
  const answer = { ok: true, stored: true }
  await store.write(async (tx) => {
    await recordActivity(tx, clock.now(), entry)
    await once.settle(tx, answer)
  })
  return answer
}

/** The latest first. */
export async function latestActivity({ store }: Deps): Promise<ActivityEvent[]> {
  const rows = await store.read.select().from(activity).orderBy(desc(activity.id)).limit(shown)
  return rows.map((row) => ({ ...row, at: isoTime(row.at) }))
}

export async function sweepActivity({ store, clock }: Deps): Promise<void> {
  await store.write((tx) => tx.delete(activity).where(lte(activity.at, clock.now() - keptFor)))
}

export interface ActivityEntry {
  type: string
  actor: string
  /** For people to read; no name, address or number of a customer. */
  summary: string
  metadata?: Record<string, unknown> | null
}

const { id: _, ...columns } = placeholders(activity)
const insertActivity = prepared((db) => db.insert(activity).values(columns))

export async function recordActivity(tx: Tx, at: number, entry: ActivityEntry): Promise<void> {
  await insertActivity.run(tx, { metadata: null, ...entry, at })
}
