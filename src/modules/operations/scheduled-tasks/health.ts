import { desc, eq } from 'drizzle-orm'
import { taskRuns } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { isoTime, isoTimeOrNull } from '../../../lib/clock'
import { latestSlot, nextSlot } from '../../../lib/timetable'
import { scheduledTasks, timetableOf, type ScheduledTask } from './registry'

export interface TaskHealth {
  name: string
  /** `late` means a run was missed, `failing` means the last run failed. */
  status: 'ok' | 'late' | 'failing'
  lastRun: {
    startedAt: string
    endedAt: string | null
    state: 'running' | 'done' | 'failed'
    error: string | null
  } | null
  lastSuccessAt: string | null
  nextAt: string | null
}

export async function taskHealth(deps: Deps): Promise<TaskHealth[]> {
  const latest = await Promise.all(
    scheduledTasks.map(async (task) => ({ task, runs: await latestRuns(deps, task.name) })),
  )
  const firstRunAt = Math.min(...latest.flatMap(({ runs }) => runs.map(({ startedAt }) => startedAt)))
  return latest.map(({ task, runs }) => healthOf(deps, task, runs, firstRunAt))
}

type Run = Awaited<ReturnType<typeof latestRuns>>[number]

/** Enough to find the last success after a day of failures. */
const looked = 300

function latestRuns({ store }: Deps, task: string) {
  return store.read
    .select({
      state: taskRuns.state,
      startedAt: taskRuns.startedAt,
      endedAt: taskRuns.endedAt,
      leaseUntil: taskRuns.leaseUntil,
      error: taskRuns.error,
    })
    .from(taskRuns)
    .where(eq(taskRuns.task, task))
    .orderBy(desc(taskRuns.id))
    .limit(looked)
}

function healthOf(
  { clock, settings }: Deps,
  task: ScheduledTask,
  runs: Run[],
  firstRunAt: number,
): TaskHealth {
  const now = clock.now()
  const timetable = timetableOf(task, settings)
  const last = runs[0]
  const next = nextSlot(timetable, now)
  return {
    name: task.name,
    status: isLate(latestSlot(timetable, now - task.graceMs), last, firstRunAt)
      ? 'late'
      : isFailing(last, now)
        ? 'failing'
        : 'ok',
    lastRun: last
      ? {
          startedAt: isoTime(last.startedAt),
          endedAt: isoTimeOrNull(last.endedAt),
          state: last.state,
          error: last.error,
        }
      : null,
    lastSuccessAt: successOf(runs),
    nextAt: isoTimeOrNull(next),
  }
}

/** Nothing is late before the first run of any task: a new installation hasn't missed anything. */
function isLate(due: number | null, last: Run | undefined, firstRunAt: number): boolean {
  if (due === null || due < firstRunAt) return false
  return last === undefined || last.startedAt < due - 1_000
}

function isFailing(last: Run | undefined, now: number): boolean {
  return last?.state === 'failed' || (last?.state === 'running' && last.leaseUntil < now)
}

function successOf(runs: Run[]): string | null {
  const done = runs.find(({ state }) => state === 'done')
  return done?.endedAt ? isoTime(done.endedAt) : null
}
