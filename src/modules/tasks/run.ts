import type { Deps } from '../../deps'
import { newId } from '../../lib/ids'
import { describeError } from '../../lib/log'
import { claimSlot, endRun, leaseMs, renewLease, type Trigger } from './lease'

export interface Slot {
  /** The moment of the timetable, or a name of its own. */
  name: string
  trigger: Trigger
}

/**
 * Runs a task for a slot, unless the slot ran already or the task is running, here or in another process:
 * then null. The log of runs says when it was, how it ended and what it did.
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
  const stopRenewing = keepRenewing(deps, task, claimed.run, owner)
  const end = (how: Parameters<typeof endRun>[4]) =>
    deps.store.write((tx) => endRun(tx, claimed.run, owner, deps.clock.now(), how))
  try {
    const { answer, counts } = await work()
    await end({ state: 'done', result: counts })
    return answer
  } catch (error) {
    const { error: told = 'unknown' } = describeError(error)
    await end({ state: 'failed', error: String(told) })
    throw error
  } finally {
    stopRenewing()
  }
}

/** Long work keeps its lease as long as its process lives. */
function keepRenewing(deps: Deps, task: string, run: number, owner: string): () => void {
  let timer: ReturnType<typeof setTimeout>
  const renewLater = () => {
    timer = setTimeout(() => void renew(), leaseMs / 3)
    timer.unref()
  }
  const renew = async () => {
    try {
      const kept = await deps.store.write((tx) => renewLease(tx, run, owner, deps.clock.now()))
      if (kept) renewLater()
      else deps.log.warn('a task was taken over while it ran', { task })
    } catch (error) {
      deps.log.warn('the lease of a task could not be renewed', { task, ...describeError(error) })
      renewLater()
    }
  }
  renewLater()
  return () => clearTimeout(timer)
}
