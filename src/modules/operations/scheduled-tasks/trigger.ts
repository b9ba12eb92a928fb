import { and, eq } from 'drizzle-orm'
import { taskRuns } from '../../../../db/schema'
import { newId, type Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { isoTimeOrNull, minute, second } from '../../../lib/clock'
import { describeError } from '../../../lib/log'
import { latestSlot } from '../../../lib/timetable'
import {
  numbersOf,
  taskNamed,
  scheduledTasks,
  timetableOf,
  type ScheduledTask,
  type ScheduledTaskName,
} from './registry'
import { maxAttempts, runTask } from './run'

/** Timers may fire slightly early. */
const earliest = second
const retryDelay = 5 * minute

/**
 * Runs a task on request. If the latest scheduled run hasn't happened yet, this run takes its place, so an outside
 * scheduler and our timer never both run it. Returns null while another run is in progress.
 */
export async function triggerTask<T extends object>(
  deps: Deps,
  name: ScheduledTaskName,
  work: () => Promise<T>,
): Promise<T | null> {
  const task = taskNamed(name)
  const due = task && (await openSlot(deps, task))
  const slot = due ?? `now:${newId()}`
  return runTask(deps, name, { name: slot, trigger: 'http' }, async () => {
    const answer = await work()
    return { answer, counts: numbersOf(answer) }
  })
}

async function openSlot(deps: Deps, task: ScheduledTask): Promise<string | null> {
  const slot = slotAt(deps, task)
  return slot !== null && !(await runOf(deps.store.read, task.name, slot)) ? slot : null
}

/** Called by the timer at each scheduled time. */
export async function runDueTask(deps: Deps, task: ScheduledTask): Promise<void> {
  const slot = slotAt(deps, task)
  if (slot === null) return
  try {
    await runTask(deps, task.name, { name: slot, trigger: 'timer' }, async () => {
      const counts = await task.run(deps)
      return { answer: counts, counts }
    })
  } catch (error) {
    deps.log.error('a scheduled task failed', { task: task.name, slot, ...describeError(error) })
  }
}

/**
 * Runs every task whose latest scheduled run was missed, interrupted or failed, for example after a restart or when
 * the run before took too long. A task that has never run hasn't missed anything.
 */
export async function catchUp(deps: Deps): Promise<void> {
  for (const task of scheduledTasks) {
    if (deps.background.stopping) return
    if (await isOwed(deps, task)) await runDueTask(deps, task)
  }
}

async function isOwed(deps: Deps, task: ScheduledTask): Promise<boolean> {
  const slot = slotAt(deps, task)
  if (slot === null || !(await hasEverRun(deps.store.read, task.name))) return false
  const run = await runOf(deps.store.read, task.name, slot)
  if (!run) return true
  const now = deps.clock.now()
  if (run.state === 'running') return run.leaseUntil <= now
  return run.state === 'failed' && run.attempts < maxAttempts && (run.endedAt ?? 0) + retryDelay <= now
}

function slotAt({ clock, settings }: Deps, task: ScheduledTask): string | null {
  const slot = latestSlot(timetableOf(task, settings), clock.now() + earliest)
  return isoTimeOrNull(slot)
}

async function runOf(db: Db, task: string, slot: string) {
  const [run] = await db
    .select()
    .from(taskRuns)
    .where(and(eq(taskRuns.task, task), eq(taskRuns.slot, slot)))
    .limit(1)
  return run
}

async function hasEverRun(db: Db, task: string): Promise<boolean> {
  const [run] = await db.select({ id: taskRuns.id }).from(taskRuns).where(eq(taskRuns.task, task)).limit(1)
  return run !== undefined
}
