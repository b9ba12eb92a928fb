import { and, desc, eq, sql } from 'drizzle-orm'
import { before } from '../../../db/conditions'
import { hqTasks } from '../../../db/schema'
import { brokenConstraint, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { ok } from '../../http/envelope'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import { newId } from '../../lib/ids'
import type { Task, TaskInput, TaskQuery } from './model'

type Row = typeof hqTasks.$inferSelect

/** A task somebody at headquarters writes for the others. It is about itself. */
export async function addTask({ store, clock }: Deps, input: TaskInput, once: Once): Promise<Task> {
  const id = newId()
  const row = {
    id,
    kind: 'manual' as const,
    subject: id,
    ...input,
    state: 'open' as const,
    createdAt: clock.now(),
  }
  return store.write(async (tx) => {
    const [added] = await tx.insert(hqTasks).values(row).returning()
    const answer = presentTask(added!)
    await once.settle(tx, 201, ok(answer))
    return answer
  })
}

/** Says that a task is done; who did so first stays on it. */
export async function finishTask({ store, clock }: Deps, id: string, actor: string): Promise<Task> {
  return store.write(async (tx) => {
    const [done] = await tx
      .update(hqTasks)
      .set({ state: 'done', doneAt: clock.now(), doneBy: actor })
      .where(and(eq(hqTasks.id, id), eq(hqTasks.state, 'open')))
      .returning()
    return presentTask(done ?? (await requireTask(tx, id)))
  })
}

export async function reopenTask({ store }: Deps, id: string): Promise<Task> {
  try {
    const [reopened] = await store.write((tx) =>
      tx
        .update(hqTasks)
        .set({ state: 'open', doneAt: null, doneBy: null })
        .where(eq(hqTasks.id, id))
        .returning(),
    )
    if (!reopened) throw missing('Task')
    return presentTask(reopened)
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE'))
      throw conflict('A newer task about the same is open already')
    throw error
  }
}

export async function readTask({ store }: Deps, id: string): Promise<Task> {
  return presentTask(await requireTask(store.read, id))
}

/** Newest first. */
export function listTasks({ store }: Deps, { state, kind, franchiseId }: TaskQuery): Listing<Row, Task> {
  const { createdAt, id } = hqTasks
  return {
    kinds: ['number', 'string'],
    position: (row) => [row.createdAt, row.id],
    present: presentTask,
    rows: (limit, after) =>
      store.read
        .select()
        .from(hqTasks)
        .where(
          and(
            eq(hqTasks.state, state),
            kind === undefined ? undefined : sql`${hqTasks.kind} = ${kind}`,
            franchiseId === undefined ? undefined : eq(hqTasks.franchiseId, franchiseId),
            after ? before([createdAt, id], after) : undefined,
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit),
  }
}

async function requireTask(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(hqTasks).where(eq(hqTasks.id, id)).limit(1)
  if (!row) throw missing('Task')
  return row
}

function presentTask(row: Row): Task {
  const { demo: _, createdAt, doneAt, ...rest } = row
  return { ...rest, createdAt: isoTime(createdAt), doneAt: isoTimeOrNull(doneAt) }
}
