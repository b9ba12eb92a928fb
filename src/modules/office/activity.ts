import { and, desc, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { mentions } from '../../../db/conditions'
import { activity, billingSchedules, jobs, maintenancePlans } from '../../../db/schema'
import type { SubjectKind } from '../../../db/schema/office'
import { placeholders, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { ExportWatch } from '../../http/exports'
import type { Once } from '../../http/idempotency'
import { actorOf } from '../../http/request'
import { actorText, type Actor } from '../../lib/actor'
import { day, isoTime } from '../../lib/clock'
import { erased, type Person } from '../../lib/person'
import type { ActivityEvent, ActivityInput } from './model'

const shown = 50
/** Entries of tools, customers and the service itself; jobs and payments keep their own history. */
const keptFor = 90 * day
/** HQ's own changes: long enough to answer for the last two business years. */
const auditKeptFor = 2 * 365 * day

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
  const { id, type, actor, summary, metadata, at } = activity
  const rows = await store.read
    .select({ id, type, actor, summary, metadata, at })
    .from(activity)
    .orderBy(desc(id))
    .limit(shown)
  return rows.map((row) => ({ ...row, at: isoTime(row.at) }))
}

export async function sweepActivity({ store, clock }: Deps): Promise<void> {
  const now = clock.now()
  const { via, at } = activity
  await store.write(async (tx) => {
    await tx.delete(activity).where(and(isNull(via), lte(at, now - keptFor)))
    await tx.delete(activity).where(and(isNotNull(via), lte(at, now - auditKeptFor)))
  })
}

/** Cuts the text at its first colon: everything after it may repeat what a customer wrote. */
export const withoutQuote = (text: AnySQLiteColumn): SQL =>
  sql`substr(${text}, 1, instr(${text} || ':', ':') - 1)`

/**
 * Entries from tools may name anyone, so they go entirely; our own only lose the quoted part. An entry of HQ
 * that names the person keeps who changed what, and when.
 */
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
  const { via, subjectName } = activity
  const named = (...columns: AnySQLiteColumn[]) => or(...columns.map((column) => mentions(column, words)))
  await tx
    .update(activity)
    .set({ summary: erased, subjectName: null, metadata: null })
    .where(and(isNotNull(via), named(summary, subjectName, metadata)))
  await tx
    .update(activity)
    .set({ type: 'erased', actor: erased, summary: erased, subjectName: null, metadata: null })
    .where(and(isNull(via), named(actor, summary, metadata, type)))
}

/** Fields with their values before and after, without personal data. */
export type Changes = Record<string, [before: unknown, after: unknown]>

export interface ActivityEntry {
  /** `noun.what-happened`, such as `job.repriced`. */
  type: string
  actor: Actor
  /**
   * Begins with a verb in the past tense, so the console can put the person's name in front: "Refunded $40.00
   * of job TR-7K2Q9". Must not contain a customer's name, address or number.
   */
  summary: string
  /** The record it is about, and the words in the summary that name it; the console links them. */
  subject?: { kind: SubjectKind; id: string; name?: string | null }
  franchiseId?: string | null
  changes?: Changes
  metadata?: Record<string, unknown> | null
}

/** Names the changed fields in words: `areaZips` becomes `area zips`. */
export const changedFields = (change: object): string =>
  Object.keys(change)
    .map((field) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
    .join(', ')

/** Compares the named fields. Leave out fields that hold a customer's data. */
export function changesOf<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): Changes {
  const isChanged = (field: keyof Row) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  return Object.fromEntries(
    fields.filter(isChanged).map((field) => [field, [before[field] ?? null, after[field] ?? null]]),
  )
}

const { id: _, ...columns } = placeholders(activity)
const insertActivity = prepared((db) => db.insert(activity).values(columns))

/** Call this in the unit that makes the change. */
export async function recordActivity(tx: Tx, at: number, entry: ActivityEntry): Promise<void> {
  const { type, actor, summary, subject, franchiseId = null, changes = {}, metadata = null } = entry
  const { via, address, id } = typeof actor === 'string' ? nowhere : actor
  const isChanged = Object.keys(changes).length > 0
  await insertActivity.run(tx, {
    type,
    actor: actorText(actor),
    summary,
    metadata: isChanged ? { ...metadata, changes } : metadata,
    at,
    via,
    address,
    actorId: id,
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    subjectName: subject?.name ?? null,
    franchiseId,
  })
}

const nowhere = { via: null, address: null, id: null }

/** Records who downloaded a whole list, before its first line goes out. */
export function watchExports({ state, store, clock }: Deps): void {
  state.of(ExportWatch).onExport = (caller, file) =>
    store.write((tx) =>
      recordActivity(tx, clock.now(), {
        type: 'export.downloaded',
        actor: actorOf(caller),
        summary: `Downloaded ${file}`,
      }),
    )
}
