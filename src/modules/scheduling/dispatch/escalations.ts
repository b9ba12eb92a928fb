import { and, inArray, or, sql } from 'drizzle-orm'
import { hqTasks } from '../../../../db/schema'
import type { TodoKind } from '../../../../db/schema/office'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { clearTodo, raiseTodo, type NewTodo } from '../../office'
import { requests, type Asked } from '../world/reasons'
import type { Waiting } from '../world/triage'

export interface Escalation {
  waiting: Waiting
  reason: Asked
  detail: string
}

const prefix = 'dispatch.'
const todoBatchSize = 25

/** To-dos raised by bookings that are settled once the job has a visit. */
const askedByBookings: TodoKind[] = [
  'job.low-price',
  'job.no-franchise',
  'job.unknown-franchise',
  'job.unplaced',
]

/**
 * Raises one to-do per job and reason, and clears those of jobs that got a visit, ended, or have another
 * problem. A run for one franchise leaves the to-dos of the others alone. Returns how many are new.
 */
export async function reconcileTodos(
  { store, clock }: Deps,
  escalations: Escalation[],
  assigned: ReadonlySet<string>,
  franchiseId?: string,
): Promise<number> {
  const now = clock.now()
  const wanted = escalations.map(todoFor)
  const wantedKeys = new Set(wanted.map(keyOf))
  const open = await openTodos(store.read)
  const openKeys = new Set(open.map(keyOf))
  const toRaise = wanted.filter((task) => !openKeys.has(keyOf(task)))
  const toClear = open
    .filter((task) => franchiseId === undefined || task.franchiseId === franchiseId)
    .filter((task) =>
      task.kind.startsWith(prefix) ? !wantedKeys.has(keyOf(task)) : assigned.has(task.subject),
    )
  for (const some of inBatches(toRaise))
    await store.write(async (tx) => {
      for (const task of some) await raiseTodo(tx, now, task)
    })
  for (const some of inBatches(toClear))
    await store.write(async (tx) => {
      for (const { kind, subject } of some) await clearTodo(tx, now, kind, subject)
    })
  return toRaise.length
}

const keyOf = ({ kind, subject }: Pick<NewTodo, 'kind' | 'subject'>): string => `${kind} ${subject}`

/** Uses the index of open to-dos, because most are done. */
export function openTodos(db: Db) {
  return db
    .select({ kind: hqTasks.kind, subject: hqTasks.subject, franchiseId: hqTasks.franchiseId })
    .from(hqTasks)
    .where(
      and(
        // A constant, because SQLite uses a partial index only when the condition is spelled out.
        sql`${hqTasks.state} = 'open'`,
        or(
          sql`${hqTasks.kind} >= ${prefix} AND ${hqTasks.kind} < ${`${prefix}\uffff`}`,
          inArray(hqTasks.kind, askedByBookings),
        ),
      ),
    )
}

function todoFor({ waiting, reason, detail }: Escalation): NewTodo {
  const { title, detail: request } = requests[reason]
  return {
    kind: kindFor(waiting, reason),
    subject: waiting.row.id,
    title,
    detail: `${detail} ${request}`,
    franchiseId: waiting.branch.known ? waiting.branch.id : null,
  }
}

/** Uses the kind of the to-do that the booking raised, so HQ isn't asked twice. */
function kindFor({ branch }: Waiting, reason: Asked): TodoKind {
  if (reason === 'out_of_area' && branch.id === null) return 'job.no-franchise'
  if (reason === 'out_of_area' && !branch.known) return 'job.unknown-franchise'
  return requests[reason].kind
}

function inBatches<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / todoBatchSize) }, (_, batch) =>
    list.slice(batch * todoBatchSize, (batch + 1) * todoBatchSize),
  )
}
