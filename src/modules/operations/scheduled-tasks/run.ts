import { and, eq, lt, sql } from 'drizzle-orm'
import { taskRuns } from '../../../../db/schema'
import { newId, onlyRow, prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { day, second } from '../../../lib/clock'
import { describeError } from '../../../lib/log'

export interface Slot {
  /** The scheduled time, or a unique name for a run on request. */
  name: string
  trigger: Trigger
}

/**
 * Runs a task for a slot and records the run. Returns null if the slot has already run, or if the task is running
 * right now in this or another process.
 */
export async function runTask<T>(
  deps: Deps,
  task: string,
  slot: Slot,
  work: () => Promise<{ answer: T; counts: Record<string, number> }>,
): Promise<T | null> {
  const owner = newId()
  const claimed = await deps.store.write((tx) =>
    claimSlot(tx, { task, slot: slot.name, trigger: slot.trigger, owner, now: deps.clock.now() }),
  )
  if ('refused' in claimed) return null
  const { figures, tracer } = deps.telemetry
  const startedAt = performance.now()
  const stopRenewing = keepRenewing(deps, task, claimed.run, owner)
  const end = (how: Parameters<typeof endRun>[4]) => {
    figures.taskRuns.of({ task, outcome: how.state }).observe((performance.now() - startedAt) / 1000)
    return deps.store.write((tx) => endRun(tx, claimed.run, owner, deps.clock.now(), how))
  }
  try {
    const { answer, counts } = await tracer.span(`task ${task}`, 'task', { 'truckroll.task': task }, work)
    await end({ state: 'done', result: counts })
    return answer
  } catch (error) {
    const { error: reason = 'unknown' } = describeError(error)
    await end({ state: 'failed', error: String(reason) })
    throw error
  } finally {
    stopRenewing()
  }
}

/** Renews the lease of a long run for as long as its process is alive. */
function keepRenewing(deps: Deps, task: string, run: number, owner: string): () => void {
  let timer: ReturnType<typeof setTimeout>
  const renewLater = () => {
    timer = setTimeout(() => void renew(), runLeaseMs / 3)
    timer.unref()
  }
  const renew = async () => {
    try {
      const kept = await deps.store.write((tx) => renewLease(tx, run, owner, deps.clock.now()))
      if (kept) renewLater()
      else deps.log.warn('another process took over a running task', { task })
    } catch (error) {
      deps.log.warn("a task's lease could not be renewed", { task, ...describeError(error) })
      renewLater()
    }
  }
  renewLater()
  return () => clearTimeout(timer)
}

export type RunRow = typeof taskRuns.$inferSelect
export type Trigger = RunRow['trigger']

/** A process that stops renewing its lease loses the run after this time. */
export const runLeaseMs = 60 * second
/** Attempts per slot, including runs that were interrupted. */
export const maxAttempts = 3
const keptFor = 30 * day

export interface Claim {
  task: string
  slot: string
  trigger: Trigger
  owner: string
  now: number
}

export type Claimed = { run: number } | { refused: 'busy' | 'ran' }

const running = prepared((db) =>
  db
    .select()
    .from(taskRuns)
    // A literal, because SQLite uses the partial index only for constants.
    .where(and(eq(taskRuns.task, sql.placeholder('task')), sql`${taskRuns.state} = 'running'`))
    .limit(1),
)
const ofSlot = prepared((db) =>
  db
    .select()
    .from(taskRuns)
    .where(and(eq(taskRuns.task, sql.placeholder('task')), eq(taskRuns.slot, sql.placeholder('slot'))))
    .limit(1),
)

/** Claims a slot for this process, so no other process runs the task now or the slot again. */
export async function claimSlot(tx: Tx, claim: Claim): Promise<Claimed> {
  const { task, slot, trigger, owner, now } = claim
  const current = await running.get(tx, { task })
  if (current && current.leaseUntil > now) return { refused: 'busy' }
  if (current) await cutOff(tx, current, now)
  const known = await ofSlot.get(tx, { task, slot })
  const begun = { trigger, state: 'running' as const, owner, leaseUntil: now + runLeaseMs, startedAt: now }
  if (!known) {
    const rows = await tx
      .insert(taskRuns)
      .values({ task, slot, ...begun })
      .returning({ id: taskRuns.id })
    return { run: onlyRow(rows).id }
  }
  if (known.state === 'done' || known.attempts >= maxAttempts) return { refused: 'ran' }
  await tx
    .update(taskRuns)
    .set({ ...begun, attempts: known.attempts + 1, endedAt: null, error: null })
    .where(eq(taskRuns.id, known.id))
  return { run: known.id }
}

/** Ends a run whose process died or hung; the next run picks up the remaining work. */
async function cutOff(tx: Tx, run: RunRow, now: number): Promise<void> {
  await tx
    .update(taskRuns)
    .set({ state: 'failed', endedAt: now, error: 'The run was interrupted' })
    .where(eq(taskRuns.id, run.id))
}

/** With a local database file only one process runs, so leases from before this start can end right away. */
export async function endRunLeases(tx: Tx, now: number): Promise<void> {
  const left = await tx
    .select()
    .from(taskRuns)
    .where(sql`${taskRuns.state} = 'running'`)
  for (const run of left) await cutOff(tx, run, now)
}

const mine = (run: number, owner: string) =>
  and(eq(taskRuns.id, run), eq(taskRuns.owner, owner), eq(taskRuns.state, 'running'))

/** Returns false if another process has taken over. */
export async function renewLease(tx: Tx, run: number, owner: string, now: number): Promise<boolean> {
  const [renewed] = await tx
    .update(taskRuns)
    .set({ leaseUntil: now + runLeaseMs })
    .where(mine(run, owner))
    .returning({ id: taskRuns.id })
  return renewed !== undefined
}

export type End = { state: 'done'; result: Record<string, number> } | { state: 'failed'; error: string }

export async function endRun(tx: Tx, run: number, owner: string, now: number, end: End): Promise<void> {
  await tx
    .update(taskRuns)
    .set({ ...end, endedAt: now })
    .where(mine(run, owner))
}

export async function sweepRuns({ store, clock }: Deps): Promise<void> {
  await store.write((tx) => tx.delete(taskRuns).where(lt(taskRuns.startedAt, clock.now() - keptFor)))
}
