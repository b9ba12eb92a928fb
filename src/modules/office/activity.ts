import { desc, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { mentions } from '../../../db/conditions'
import { activity, billingSchedules, jobs, maintenancePlans } from '../../../db/schema'
import { placeholders, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import { day, isoTime } from '../../lib/clock'
import { erased, type Person } from '../../lib/person'
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

/** Newest first. */
export async function latestActivity({ store }: Deps): Promise<ActivityEvent[]> {
  const rows = await store.read.select().from(activity).orderBy(desc(activity.id)).limit(shown)
  return rows.map((row) => ({ ...row, at: isoTime(row.at) }))
}

export async function sweepActivity({ store, clock }: Deps): Promise<void> {
  await store.write((tx) => tx.delete(activity).where(lte(activity.at, clock.now() - keptFor)))
}

/** Cuts the text at its first colon: everything after it may repeat what a customer wrote. */
export const withoutQuote = (text: AnySQLiteColumn): SQL =>
  sql`substr(${text}, 1, instr(${text} || ':', ':') - 1)`

/** Entries from tools and people may name anyone, so they go entirely; our own only lose the quoted part. */
export async function forgetInActivity(tx: Tx, { ids, words }: Person): Promise<void> {
  const { actor, summary, metadata, type } = activity
  const about = [
    [jobs, 'jobId'],
    [maintenancePlans, 'planId'],
    [billingSchedules, 'scheduleId'],
  ] as const
  for (const [table, key] of about) {
    const own = sql`SELECT id FROM ${table} WHERE ${inArray(table.customerId, ids)}`
    await tx
      .update(activity)
      .set({ summary: withoutQuote(summary) })
      .where(sql`${metadata} ->> ${key} IN (${own})`)
  }
  await tx
    .update(activity)
    .set({ type: 'erased', actor: erased, summary: erased, metadata: null })
    .where(or(...[actor, summary, metadata, type].map((column) => mentions(column, words))))
}

export interface ActivityEntry {
  type: string
  actor: string
  /** Shown to people. Must not contain a customer's name, address or number. */
  summary: string
  metadata?: Record<string, unknown> | null
}

/** Names the changed fields in words: `areaZips` becomes `area zips`. */
export const changedFields = (change: object): string =>
  Object.keys(change)
    .map((field) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
    .join(', ')

const { id: _, ...columns } = placeholders(activity)
const insertActivity = prepared((db) => db.insert(activity).values(columns))

export async function recordActivity(tx: Tx, at: number, entry: ActivityEntry): Promise<void> {
  await insertActivity.run(tx, { metadata: null, ...entry, at })
}
