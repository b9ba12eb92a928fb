import { and, eq, inArray, like, notLike, or, sql, desc } from 'drizzle-orm'
import { before, isAnyOf, mentions } from '../../../db/conditions'
import { hqTasks, jobs, jobTemplates, maintenancePlans } from '../../../db/schema'
import type { TodoKind } from '../../../db/schema/office'
import { brokenConstraint, newId, onlyRow, prepared, type Tx, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import { actorText, type Actor } from '../../lib/actor'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { toE164 } from '../../lib/contact'
import { conflict, missing } from '../../lib/errors'
import { erased, type Person } from '../../lib/person'
import { forgetInActivity, recordActivity, withoutQuote } from './activity'
import type { Todo, TodoInput, TodoQuery } from './model'

export interface NewTodo {
  /** Given to a to-do that must never be raised again, even after it is done. */
  id?: string
  kind: TodoKind
  /** The id of what it is about, for example a job. Only one to-do per kind and subject can be open. */
  subject: string
  title: string
  detail?: string | null
  franchiseId?: string | null
  /** The job it concerns, when the subject is something else, for example a payment. */
  jobId?: string
  /** The phone number the message came from. */
  contact?: string
}

/** Raises a to-do for HQ. Does nothing while one of the same kind and subject is open. */
export async function raiseTodo(tx: Tx, now: number, task: NewTodo): Promise<void> {
  await tx
    .insert(hqTasks)
    .values({ id: newId(), ...task, state: 'open', createdAt: now })
    .onConflictDoNothing()
}

/** Whether a to-do with a given id was ever raised. */
export async function isRaised(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: hqTasks.id }).from(hqTasks).where(eq(hqTasks.id, id)).limit(1)).length > 0
}

/** Raises a to-do, or updates the open one so that it always describes the current situation. */
export async function keepTodo(tx: Tx, now: number, task: NewTodo): Promise<void> {
  const { title, detail = null, franchiseId = null, jobId = null, contact = null } = task
  await tx
    .insert(hqTasks)
    .values({ id: newId(), ...task, state: 'open', createdAt: now })
    .onConflictDoUpdate({
      target: [hqTasks.kind, hqTasks.subject],
      targetWhere: sql`${hqTasks.state} = 'open'`,
      set: { title, detail, franchiseId, jobId, contact },
    })
}

/** Says more about an open to-do. */
export async function describeTodo(
  tx: Tx,
  kind: TodoKind,
  subject: string,
  detail: string | null,
): Promise<void> {
  await tx
    .update(hqTasks)
    .set({ detail })
    .where(and(eq(hqTasks.kind, kind), eq(hqTasks.subject, subject), eq(hqTasks.state, 'open')))
}

export const closingQuery = (db: Db) =>
  db
    .update(hqTasks)
    .set({ state: 'done', doneAt: sql`${sql.placeholder('now')}`, doneBy: 'truckroll' })
    .where(
      and(
        eq(hqTasks.kind, sql.placeholder('kind')),
        eq(hqTasks.subject, sql.placeholder('subject')),
        // Written out, because SQLite uses the index of open to-dos only then.
        sql`${hqTasks.state} = 'open'`,
      ),
    )
const closeOpen = prepared(closingQuery)

/** Closes a to-do whose cause is gone, so nobody has to. */
export async function clearTodo(tx: Tx, now: number, kind: TodoKind, subject: string): Promise<void> {
  await closeOpen.run(tx, { now, kind, subject })
}

/** Removes to-dos about jobs that are removed themselves. */
export async function dropTodos(tx: Tx, jobIds: readonly string[]): Promise<void> {
  await tx.delete(hqTasks).where(or(isAnyOf(hqTasks.subject, jobIds), isAnyOf(hqTasks.jobId, jobIds)))
}

/** Erases the details of to-dos about these subjects, because they may contain an address. */
export async function blankTodos(tx: Tx, subjects: string[]): Promise<void> {
  await tx.update(hqTasks).set({ detail: null }).where(isAnyOf(hqTasks.subject, subjects))
}

/** Removes a person from the to-dos about their jobs, their plans and their texts, and from any others that name them. */
export async function forgetCustomer(tx: Tx, person: Person): Promise<void> {
  const { ids, addresses, words } = person
  await forgetInActivity(tx, person)
  const own = tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.customerId, ids))
  const ownPlans = tx
    .select({ id: maintenancePlans.id })
    .from(maintenancePlans)
    .where(inArray(maintenancePlans.customerId, ids))
  await tx
    .update(hqTasks)
    .set({ title: withoutQuote(hqTasks.title), detail: null })
    .where(or(inArray(hqTasks.subject, own), inArray(hqTasks.jobId, own), inArray(hqTasks.subject, ownPlans)))
  await tx
    .update(hqTasks)
    .set({ title: 'A customer asked for a maintenance plan' })
    .where(and(eq(hqTasks.kind, 'plan.price'), inArray(hqTasks.subject, ownPlans)))
  await tx
    .update(hqTasks)
    .set({ title: erased, detail: null, contact: null })
    .where(or(mentions(hqTasks.title, words), mentions(hqTasks.detail, words)))
  const numbers = addresses.map((address) => toE164(address)).filter((number) => number !== null)
  // Older to-dos have the number only at the end of their title.
  for (const number of new Set(numbers))
    await tx
      .update(hqTasks)
      .set({ title: 'A text message came in', detail: null, contact: null })
      .where(
        and(
          eq(hqTasks.kind, 'sms.reply'),
          or(eq(hqTasks.contact, number), like(hqTasks.title, `%${number}`)),
        ),
      )
  const templates = tx
    .select({ id: jobTemplates.id })
    .from(jobTemplates)
    .where(inArray(jobTemplates.customerId, ids))
  await tx
    .update(hqTasks)
    .set({ title: 'Recurring visits were missed' })
    .where(and(eq(hqTasks.kind, 'template.skipped'), inArray(hqTasks.subject, templates)))
}

type Row = typeof hqTasks.$inferSelect

/** A to-do that HQ writes by hand. Its subject is its own id. */
export async function addTodo(
  { store, clock }: Deps,
  input: TodoInput,
  actor: Actor,
  once: Once,
): Promise<Todo> {
  const id = newId()
  const row = {
    id,
    kind: 'office.manual' as const,
    subject: id,
    ...input,
    state: 'open' as const,
    createdAt: clock.now(),
  }
  return store.write(async (tx) => {
    const added = onlyRow(await tx.insert(hqTasks).values(row).returning())
    await recordTodo(tx, row.createdAt, actor, added, 'added')
    const answer = presentTodo(added)
    await once.settle(tx, answer)
    return answer
  })
}

/** Only people who may see money get to-dos about it. */
export interface TodoReach {
  money: boolean
}

/** The nouns of to-dos that tell of payments, payouts and what somebody owes. */
const moneyNouns = ['payment', 'refund', 'transfer', 'billing', 'invoice']
const isNotAboutMoney = and(...moneyNouns.map((noun) => notLike(hqTasks.kind, `${noun}.%`)))

/** Keeps the name of the first person who marked it done. */
export async function finishTodo({ store, clock }: Deps, id: string, actor: Actor): Promise<Todo> {
  const now = clock.now()
  return store.write(async (tx) => {
    const [done] = await tx
      .update(hqTasks)
      .set({ state: 'done', doneAt: now, doneBy: actorText(actor) })
      .where(and(eq(hqTasks.id, id), eq(hqTasks.state, 'open')))
      .returning()
    if (done) await recordTodo(tx, now, actor, done, 'finished')
    return presentTodo(done ?? (await requireTodo(tx, id)))
  })
}

const todoVerbs = { added: 'Added', finished: 'Finished', reopened: 'Reopened' }

/** Its title stays out of the activity log: it may name a customer. */
function recordTodo(
  tx: Tx,
  now: number,
  actor: Actor,
  { id, kind, franchiseId }: Row,
  what: keyof typeof todoVerbs,
): Promise<void> {
  return recordActivity(tx, now, {
    type: `todo.${what}`,
    actor,
    summary: `${todoVerbs[what]} a to-do`,
    subject: { kind: 'todo', id, name: 'a to-do' },
    franchiseId,
    metadata: { kind },
  })
}

export async function reopenTodo({ store, clock }: Deps, id: string, actor: Actor): Promise<Todo> {
  try {
    return await store.write(async (tx) => {
      const known = await requireTodo(tx, id)
      if (known.state === 'open') return presentTodo(known)
      const [reopened] = await tx
        .update(hqTasks)
        .set({ state: 'open', doneAt: null, doneBy: null })
        .where(eq(hqTasks.id, id))
        .returning()
      await recordTodo(tx, clock.now(), actor, known, 'reopened')
      return presentTodo(reopened ?? known)
    })
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE'))
      throw conflict('A newer to-do about the same thing is already open')
    throw error
  }
}

export async function readTodo({ store }: Deps, id: string, { money }: TodoReach): Promise<Todo> {
  const todo = await requireTodo(store.read, id)
  if (!money && moneyNouns.some((noun) => todo.kind.startsWith(`${noun}.`))) throw missing('To-do')
  return presentTodo(todo)
}

/** Open to-dos by when they came up and completed ones by when they were done, newest first. */
export function listTodos(
  { store }: Deps,
  { state, kind, franchiseId }: TodoQuery,
  { money }: TodoReach,
): Listing<Row, Todo> {
  const { id } = hqTasks
  const isDone = state === 'done'
  const at = isDone ? hqTasks.doneAt : hqTasks.createdAt
  return {
    kinds: ['number', 'string'],
    // Open ones have no `doneAt`.
    position: (row) => [row.doneAt ?? row.createdAt, row.id],
    present: presentTodo,
    rows: (limit, after) =>
      store.read
        .select()
        .from(hqTasks)
        .where(
          and(
            // A constant, because SQLite uses a partial index only when the condition is spelled out.
            isDone ? sql`${hqTasks.state} = 'done'` : eq(hqTasks.state, state),
            money ? undefined : isNotAboutMoney,
            kind === undefined ? undefined : sql`${hqTasks.kind} = ${kind}`,
            franchiseId === undefined ? undefined : eq(hqTasks.franchiseId, franchiseId),
            after ? before([at, id], after) : undefined,
          ),
        )
        .orderBy(desc(at), desc(id))
        .limit(limit),
  }
}

async function requireTodo(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(hqTasks).where(eq(hqTasks.id, id)).limit(1)
  if (!row) throw missing('To-do')
  return row
}

function presentTodo(row: Row): Todo {
  const { demo: _, createdAt, doneAt, ...rest } = row
  return { ...rest, createdAt: isoTime(createdAt), doneAt: isoTimeOrNull(doneAt) }
}
