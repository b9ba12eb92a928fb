import { and, count, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import { jobs, workers, workerShifts } from '../../../db/schema'
import { prepared, type Tx } from '../../../db/store'
import { day } from '../../lib/clock'
import { planned } from '../../lib/job-states'
import { askAboutVisitsWhileClosed } from '../franchises'
import { clearTodo, keepTodo } from '../office'
import { isMadeBy } from './second'

type WorkerRow = typeof workers.$inferSelect

/** A reason why a worker may not be able to make their visits. */
interface Doubt {
  why: string
  /** The affected visits; all of them when omitted. */
  visits?: SQL
}

const awayThen = ({ id }: WorkerRow) => sql`EXISTS (SELECT 1 FROM worker_time_off AS away
  WHERE away.worker_id = ${id}
    AND away.starts_at < ${jobs.scheduledEnd} AND away.ends_at > ${jobs.scheduledStart})`

const doubts = {
  'worker.absent': async (_, worker) =>
    worker.active ? { why: 'has time off', visits: awayThen(worker) } : { why: 'no longer works here' },
  'worker.moved': async (_, { active, franchiseId }) =>
    active
      ? { why: 'now works for another franchise', visits: sql`${jobs.franchiseId} IS NOT ${franchiseId}` }
      : null,
  'worker.hours': async (tx, { id, active }) => {
    const [shift] = await tx.select().from(workerShifts).where(eq(workerShifts.workerId, id)).limit(1)
    return active && !shift ? { why: 'has no working hours' } : null
  },
} satisfies Record<string, (tx: Tx, worker: WorkerRow) => Promise<Doubt | null>>

type Kind = keyof typeof doubts

/** The text of the to-do until somebody was found for the visits. */
export const reassignDetail = 'Give them to another technician, or move them to another time.'

/**
 * Visits stay on the schedule when their worker can't make them anymore; HQ decides who takes them. The to-do
 * shows their number and closes when none are left.
 */
export async function askAboutVisits(tx: Tx, now: number, worker: WorkerRow, kind: Kind): Promise<void> {
  const doubt: Doubt | null = await doubts[kind](tx, worker)
  const visits = doubt ? await visitsAhead(tx, now, worker.id, doubt.visits) : 0
  if (!doubt || visits === 0) return clearTodo(tx, now, kind, worker.id)
  await keepTodo(tx, now, {
    kind,
    subject: worker.id,
    title: `${worker.name} ${doubt.why}: ${visits} ${visits === 1 ? 'visit' : 'visits'} affected`,
    detail: reassignDetail,
    franchiseId: worker.franchiseId,
  })
}

async function visitsAhead(tx: Tx, now: number, workerId: string, which?: SQL): Promise<number> {
  const [found] = await tx
    .select({ visits: count() })
    .from(jobs)
    .where(
      and(
        isMadeBy(workerId),
        inArray(jobs.status, planned),
        // A visit lasts at most a day, so only recent index entries are read.
        gt(jobs.scheduledStart, now - day),
        gt(jobs.scheduledEnd, now),
        which,
      ),
    )
  return found?.visits ?? 0
}

const kinds = sql.raw("('worker.absent', 'worker.moved', 'worker.hours', 'franchise.closed')")
/** Runs with every change of a visit. The index hint keeps SQLite from reading every open to-do. */
const openAbout = prepared((db) =>
  db
    .select({ kind: sql<string>`kind` })
    .from(sql`hq_tasks INDEXED BY hq_tasks_one_open`)
    .where(sql`state = 'open' AND kind IN ${kinds} AND subject = ${sql.placeholder('subject')}`),
)

/** Updates the to-dos about a worker's visits after one of them changed. */
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
