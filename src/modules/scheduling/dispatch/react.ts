import { and, eq, gt, inArray, lt, max, or, sql } from 'drizzle-orm'
import { hqTasks, jobEvents, jobs, secondWorkers } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { day, minute } from '../../../lib/clock'
import { clearTodo, keepTodo } from '../../office'
import { plannedAhead } from '../world/movable'
import { readMovable } from '../world/open-jobs'
import { dropOutdatedPlans, improveSoon } from './better-plan'
import { coverNow } from './cover-soon'
import { autoDispatch, RunCount } from './run'
import { isDispatchTime } from './timetable'

/** The facts remembered from one look at the visits to the next. */
class Watch {
  /** The newest timeline entry that was seen; null before the first look. */
  lastEvent: number | null = null
  lastLateLook = 0
  /** The runs that better plans were looked for after. */
  runs = 0
}

/** Looks at the visits in the background: every few seconds for room that came free, every minute for delays. */
export function reactSoon(deps: Deps): void {
  deps.background.runSingle('reacting to visits', async () => {
    const watch = deps.state.of(Watch)
    await planFreedRoom(deps, watch)
    const { done } = deps.state.of(RunCount)
    if (done !== watch.runs) improveSoon(deps)
    watch.runs = done
    if (deps.clock.now() - watch.lastLateLook < minute) return
    watch.lastLateLook = deps.clock.now()
    await askAboutDelays(deps)
  })
}

/** The kinds of timeline entries after which a visit's time is free for others. */
const freeing = ['cancelled', 'no_show', 'pending', 'moved_by_customer', 'lapsed']

/**
 * Plans a franchise again when a visit falls out, so that others can move closer together. Outside the hours of
 * dispatch the next run does it.
 */
async function planFreedRoom(deps: Deps, watch: Watch): Promise<void> {
  const { read } = deps.store
  const now = deps.clock.now()
  const newest = await newestEvent(read)
  const since = watch.lastEvent
  watch.lastEvent = newest
  if (newest !== since) await dropOutdatedPlans(deps)
  if (since === null || newest === since || !isDispatchTime(deps, now)) return
  const rows = await read
    .selectDistinct({ franchiseId: jobs.franchiseId })
    .from(jobEvents)
    .innerJoin(jobs, eq(jobs.id, jobEvents.jobId))
    .where(and(gt(jobEvents.id, since), inArray(jobEvents.kind, freeing)))
  if (rows.length === 0) return
  const movable = await readMovable(read, { from: now, before: now + plannedAhead })
  for (const { franchiseId } of rows)
    if (franchiseId !== null && movable.some((row) => row.franchiseId === franchiseId))
      await autoDispatch(deps, { franchiseId })
}

async function newestEvent(db: Db): Promise<number> {
  const [row] = await db.select({ id: max(jobEvents.id) }).from(jobEvents)
  return row?.id ?? 0
}

/** Keeps one to-do for every technician who is so late that others have to take over visits. */
export async function askAboutDelays(deps: Deps): Promise<void> {
  const { read } = deps.store
  const open = await read
    .select({ workerId: hqTasks.subject })
    .from(hqTasks)
    .where(and(sql`${hqTasks.state} = 'open'`, eq(hqTasks.kind, 'worker.late')))
  const late = await lateWorkers(read, deps.clock.now())
  for (const workerId of new Set([...late, ...open.map((row) => row.workerId)])) {
    const { moves, actions, summary, worker } = await coverNow(deps, workerId)
    const count = moves.length + actions.length
    await deps.store.write((tx) =>
      count === 0
        ? clearTodo(tx, deps.clock.now(), 'worker.late', workerId)
        : keepTodo(tx, deps.clock.now(), {
            kind: 'worker.late',
            subject: workerId,
            title: `${worker.name} is running late: ${count} ${count === 1 ? 'visit needs' : 'visits need'} someone else`,
            detail: summary,
            franchiseId: worker.franchiseId,
          }),
    )
  }
}

/** Technicians whose current visit takes longer than planned, by the steps on their phones. */
async function lateWorkers(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ workerId: jobs.workerId, second: secondWorkers.workerId })
    .from(jobs)
    .leftJoin(secondWorkers, eq(secondWorkers.jobId, jobs.id))
    .where(
      and(
        gt(jobs.scheduledStart, now - day),
        lt(jobs.scheduledStart, now),
        inArray(jobs.status, ['en_route', 'in_progress']),
        or(
          lt(jobs.scheduledEnd, now),
          gt(jobs.startedAt, sql`${jobs.scheduledStart} + ${10 * minute}`),
          eq(jobs.status, 'en_route'),
        ),
      ),
    )
  return rows.flatMap(({ workerId, second }) => [workerId, second].filter((id) => id !== null))
}
