import { and, count, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import { jobs, workers, workerShifts } from '../../../db/schema'
import { prepared, type Tx } from '../../../db/store'
import { day } from '../../lib/clock'
import { planned } from '../../lib/job-states'
import { askAboutVisitsWhileClosed } from '../franchises'
import { clearTodo, keepTodo } from '../office'

type WorkerRow = typeof workers.$inferSelect

/** Why a worker's visits may not be made. */
interface Doubt {
  why: string
  /** Which of them; all when left out. */
  visits?: SQL
}

const awayThen = sql`EXISTS (SELECT 1 FROM worker_time_off AS away
  WHERE away.worker_id = ${jobs.workerId}
    AND away.starts_at < ${jobs.scheduledEnd} AND away.ends_at > ${jobs.scheduledStart})`

const doubts = {
  'worker.absent': async (_, { active }) =>
    active ? { why: 'is away for a time', visits: awayThen } : { why: 'no longer works' },
  'worker.moved': async (_, { active, franchiseId }) =>
    active
      ? { why: 'works for another franchise', visits: sql`${jobs.franchiseId} IS NOT ${franchiseId}` }
      : null,
  'worker.hours': async (tx, { id, active }) => {
    const [shift] = await tx.select().from(workerShifts).where(eq(workerShifts.workerId, id)).limit(1)
    return active && !shift ? { why: 'has no working hours' } : null
  },
} satisfies Record<string, (tx: Tx, worker: WorkerRow) => Promise<Doubt | null>>

type Kind = keyof typeof doubts

/**
 * Visits stay where they are when their worker can no longer make them; a person decides who takes them.
 * The task says how many there are, and goes when there are none.
 */
export async function askAboutVisits(tx: Tx, now: number, worker: WorkerRow, kind: Kind): Promise<void> {
  const doubt: Doubt | null = await doubts[kind](tx, worker)
  const visits = doubt ? await visitsAhead(tx, now, worker.id, doubt.visits) : 0
  if (!doubt || visits === 0) return clearTodo(tx, now, kind, worker.id)
  await keepTodo(tx, now, {
    kind,
    subject: worker.id,
    title: `${worker.name} ${doubt.why} but has ${visits} ${visits === 1 ? 'visit' : 'visits'} ahead`,
    detail: 'Give them to somebody else or to another time.',
    franchiseId: worker.franchiseId,
  })
}

async function visitsAhead(tx: Tx, now: number, workerId: string, which?: SQL): Promise<number> {
  const [found] = await tx
    .select({ visits: count() })
    .from(jobs)
    .where(
      and(
        eq(jobs.workerId, workerId),
        inArray(jobs.status, planned),
        // A visit lasts a day at the most, so the index need not be read from its beginning.
        gt(jobs.scheduledStart, now - day),
        gt(jobs.scheduledEnd, now),
        which,
      ),
    )
  return found?.visits ?? 0
}

const kinds = sql.raw("('worker.absent', 'worker.moved', 'worker.hours', 'franchise.closed')")
/** Asked with every change of a visit: left alone, the planner would read all that is open. */
const openAbout = prepared((db) =>
  db
    .select({ kind: sql<string>`kind` })
    .from(sql`hq_tasks INDEXED BY hq_tasks_one_open`)
    .where(sql`state = 'open' AND kind IN ${kinds} AND subject = ${sql.placeholder('subject')}`),
)

/** A visit has changed hands, time or status: what is asked about those of its worker is asked anew. */
export async function reviewTodos(
  tx: Tx,
  now: number,
  { workerIds, franchiseId }: { workerIds: ReadonlySet<string | null>; franchiseId: string | null },
): Promise<void> {
  for (const id of workerIds) {
    const open = id === null ? [] : await openAbout.all(tx, { subject: id })
    if (id === null || open.length === 0) continue
    const [worker] = await tx.select().from(workers).where(eq(workers.id, id)).limit(1)
    if (worker) for (const { kind } of open) await askAboutVisits(tx, now, worker, kind as Kind)
  }
  if (franchiseId !== null && (await openAbout.get(tx, { subject: franchiseId })))
    await askAboutVisitsWhileClosed(tx, now, franchiseId)
}
