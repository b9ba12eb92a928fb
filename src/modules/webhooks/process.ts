import { brokenConstraint } from '../../../db/store'
import type { Deps } from '../../deps'
import { restAfter } from '../../lib/background'
import { Refusal } from '../../lib/errors'
import { describeError } from '../../lib/log'
import { readEvent } from '../../providers/payments/signature'
import { wakeSender } from '../messages/wake'
import { settleSoon } from '../settlement/settle'
import { handlerOf } from './handlers'
import { EventFailure } from './handlers/handler'
import { claimDue, markDone, markFailed, type EventRow } from './queue'

/** The lease ran out: somebody else has the event, and this worker's changes must not be kept. */
class LeaseLost extends Error {}

/**
 * Processes a claimed event. What it changes and that it is done are one unit, so it has its effect once.
 * A failure puts it back into the queue and harms no other.
 */
export async function processEvent(deps: Deps, row: EventRow): Promise<boolean> {
  try {
    const event = readEvent(row.payload, row.receivedAt)
    const handling = await handlerOf(event)(deps, event.object)
    await deps.store.write(async (tx) => {
      if (!(await markDone(tx, deps.clock.now(), row))) throw new LeaseLost()
      await (typeof handling === 'function' ? handling(tx) : handling.change(tx))
    })
    if (typeof handling !== 'function') handling.afterwards()
  } catch (error) {
    if (error instanceof LeaseLost) return false
    deps.log.warn('a payment event failed', {
      event: row.id,
      type: row.type,
      attempt: row.attempts,
      ...describeError(error),
    })
    await deps.store.write((tx) => markFailed(tx, deps.clock.now(), row, reasonOf(error)))
    return false
  }
  settleSoon(deps)
  wakeSender(deps)
  return true
}

/** For HQ to read; nothing of what the event says. */
function reasonOf(error: unknown): string {
  if (error instanceof EventFailure || error instanceof Refusal) return error.message
  return brokenConstraint(error) ?? (error instanceof Error ? error.name : 'unknown')
}

const batch = 8

/** Works off what came in faster than it could be processed on arrival. */
export function drainSoon(deps: Deps): void {
  deps.background.runSingle('payment events', async () => {
    while (!deps.background.stopping) {
      const startedAt = performance.now()
      const claimed = await deps.store.write((tx) => claimDue(tx, deps.clock.now(), batch))
      if (claimed.length === 0) return
      await Promise.all(claimed.map((row) => processEvent(deps, row)))
      await restAfter(startedAt, 1, 20)
    }
  })
}
