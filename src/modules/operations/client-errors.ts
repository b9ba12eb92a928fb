import { count, desc, inArray, lte, max, min, or, sql } from 'drizzle-orm'
import { mentions } from '../../../db/conditions'
import { clientErrors } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import { day, isoTime } from '../../lib/clock'
import type { Person } from '../../lib/person'
import type { ClientError, ClientErrorInput, ClientErrorList } from './model'

const shown = 100
const groupsShown = 200
const keptFor = 30 * day
const keptAtMost = 50_000

export async function storeClientError({ store, clock }: Deps, error: ClientErrorInput, once: Once) {
  const answer = { ok: true, stored: true }
  const row = { ...error, grouping: groupingOf(error.message), at: clock.now() }
  await store.write(async (tx) => {
    await tx.insert(clientErrors).values(row)
    await once.settle(tx, answer)
  })
  return answer
}

export async function listClientErrors({ store }: Deps): Promise<ClientErrorList> {
  const errors = await store.read.select().from(clientErrors).orderBy(desc(clientErrors.id)).limit(shown)
  const [all] = await store.read.select({ total: count() }).from(clientErrors)
  const lastSeen = max(clientErrors.at)
  const groups = await store.read
    .select({ latest: max(clientErrors.id), count: count(), firstSeen: min(clientErrors.at), lastSeen })
    .from(clientErrors)
    .groupBy(clientErrors.grouping)
    .orderBy(desc(lastSeen), clientErrors.grouping)
    .limit(groupsShown)
  const messages = await messagesOf(
    store.read,
    groups.map(({ latest }) => latest ?? 0),
  )
  return {
    errors: errors.map(presentError),
    grouped: groups.map(({ latest, ...group }) => ({
      ...group,
      message: messages.get(latest ?? 0) ?? '',
      firstSeen: isoTime(group.firstSeen ?? 0),
      lastSeen: isoTime(group.lastSeen ?? 0),
    })),
    total: all?.total ?? 0,
  }
}

async function messagesOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  const { id, message } = clientErrors
  const rows = await db.select({ id, message }).from(clientErrors).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row.message]))
}

function presentError(row: typeof clientErrors.$inferSelect): ClientError {
  const { grouping: _, at, ...error } = row
  return { ...error, at: isoTime(at) }
}

export async function countClientErrors({ store }: Pick<Deps, 'store'>, since: number): Promise<number> {
  const [found] = await store.read
    .select({ errors: count() })
    .from(clientErrors)
    .where(sql`${clientErrors.at} >= ${since}`)
  return found?.errors ?? 0
}

export async function sweepClientErrors({ store, clock }: Deps): Promise<void> {
  await store.write(async (tx) => {
    await tx.delete(clientErrors).where(lte(clientErrors.at, clock.now() - keptFor))
    await tx
      .delete(clientErrors)
      .where(lte(clientErrors.id, sql`(select max(${clientErrors.id}) from ${clientErrors}) - ${keptAtMost}`))
  })
}

/** Parts of a message that vary between occurrences of the same error, and their stand-ins. The order matters. */
const variable: [pattern: RegExp, name: string][] = [
  [/\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>)]+/gi, '<url>'],
  [/[^\s"'<>@(),;]{1,254}@[^\s"'<>@(),;]{1,254}\.[a-z]{2,63}/gi, '<email>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '<id>'],
  [/\b(?:[a-z]{2,8}_)?(?=[\da-z]*\d)[\da-z]{16,}\b/gi, '<id>'],
  [/\b0x[\da-f]+\b/gi, '<number>'],
  [/"[^"\n]{0,2000}"|'[^'\n]{0,2000}'|`[^`\n]{0,2000}`|“[^”\n]{0,2000}”/g, '<text>'],
  [/\d+(?:[.,:]\d+)*/g, '<number>'],
]

/** The part of a message that all occurrences of the same error share. */
export function groupingOf(message: string): string {
  const reduced = variable.reduce((text, [pattern, name]) => text.replaceAll(pattern, () => name), message)
  return reduced.replaceAll(/\s+/g, ' ').trim() || 'no message'
}

/** Deletes reports that mention the person: a browser may have reported what was on the page. */
export async function forgetCustomer(tx: Tx, { words }: Person): Promise<void> {
  const { message, stack, page, metadata } = clientErrors
  await tx
    .delete(clientErrors)
    .where(or(...[message, stack, page, metadata].map((column) => mentions(column, words))))
}
