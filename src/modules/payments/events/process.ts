import { brokenConstraint } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { restAfter } from '../../../lib/background'
import { Refusal } from '../../../lib/errors'
import { describeError } from '../../../lib/log'
import { readSignedEvent, readEvent } from '../../../providers/payments/signature'
import type { ProcessorEvent } from '../../../providers/payments/types'
import { wakeSender } from '../../messages'
import { settleSoon } from '../settle'
import {
  EventFailure,
  chargeRefunded,
  disputeClosed,
  disputeOpened,
  checkoutCompleted,
  checkoutExpired,
  accountUpdated,
  transferReversed,
  nothing,
  paymentFailed,
  paymentSucceeded,
  type Handler,
} from './handlers'
import { keepEvent, claimDue, markDone, markFailed, type EventRow } from './queue'

/** How long an answer waits for its event to be processed: in a quiet hour, who asks next sees the effect. */
const answerDelayMs = 20

/** Stores a signed event and acknowledges it by its id. One that is known already is answered alike. */
export async function receiveEvent(deps: Deps, body: Uint8Array, signature: string | null): Promise<string> {
  const now = deps.clock.now()
  const event = readSignedEvent({ body, header: signature, secrets: deps.secrets.webhookSecrets, now })
  const lane = deps.state.of(EventLane)
  const [claimed, isQuiet] = [!lane.isFull, lane.isQuiet]
  const row = await deps.store.write((tx) => keepEvent(tx, now, event, { source: 'webhook', claimed }))
  if (row && claimed) {
    const processed = lane.add(deps, row)
    if (isQuiet) await Promise.race([processed, Bun.sleep(answerDelayMs)])
  } else if (row) drainSoon(deps)
  return event.id
}

/** A processor that runs in this process hands its events in here, without the way through a socket. */
export function connectProcessor(deps: Deps): void {
  const receive = (body: string, signature: string) =>
    receiveEvent(deps, new TextEncoder().encode(body), signature)
  deps.providers.payments.connect?.(receive, deps.background)
}

/** Processed together they share a commit; more of them would keep the next acknowledgement waiting. */
const laneBatchSize = 8
/** More than this do not pile up in memory: they wait in the queue on disk. */
const mostWaiting = 2_000

interface Waiting {
  row: EventRow
  processed: () => void
}

/** Events that were claimed as they came in, processed a few at a time right after their acknowledgement. */
class EventLane {
  readonly #waiting: Waiting[] = []
  #isBusy = false

  get isQuiet(): boolean {
    return !this.#isBusy
  }

  get isFull(): boolean {
    return this.#waiting.length >= mostWaiting
  }

  /** Settles when the event was processed, whatever came of it. */
  add(deps: Deps, row: EventRow): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ row, processed: resolve })
    if (!this.#isBusy) {
      this.#isBusy = true
      deps.background.run('payment events', () => this.#work(deps))
    }
    return promise
  }

  async #work(deps: Deps): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const startedAt = performance.now()
        const taken = this.#waiting.splice(0, laneBatchSize)
        await Promise.allSettled(taken.map(({ row }) => processEvent(deps, row)))
        for (const { processed } of taken) processed()
        // Acknowledgements come first: as long as events pour in, a third of the time is theirs.
        if (this.#waiting.length > 0) await restAfter(startedAt, 0.5, 50)
      }
    } finally {
      this.#isBusy = false
    }
  }
}

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

const drainBatchSize = 8

/** Works off what came in faster than it could be processed on arrival. */
export function drainSoon(deps: Deps): void {
  deps.background.runSingle('payment events', async () => {
    while (!deps.background.stopping) {
      const startedAt = performance.now()
      const claimed = await deps.store.write((tx) => claimDue(tx, deps.clock.now(), drainBatchSize))
      if (claimed.length === 0) return
      await Promise.all(claimed.map((row) => processEvent(deps, row)))
      await restAfter(startedAt, 1, 20)
    }
  })
}

const handlers = new Map<string, Handler>([
  ['payment_intent.succeeded', paymentSucceeded],
  ['payment_intent.payment_failed', paymentFailed],
  ['checkout.session.completed', checkoutCompleted],
  ['checkout.session.expired', checkoutExpired],
  ['charge.refunded', chargeRefunded],
  ['charge.dispute.created', disputeOpened],
  ['charge.dispute.updated', disputeOpened],
  ['charge.dispute.funds_withdrawn', disputeOpened],
  ['charge.dispute.closed', disputeClosed],
  ['account.updated', accountUpdated],
  ['transfer.reversed', transferReversed],
])

/**
 * What a connected account may tell us of. Everything we pay and are paid with is made at our own account;
 * the sales a franchise makes at its own are none of ours, whatever job they name.
 */
const ofConnectedAccounts: ReadonlySet<string> = new Set(['account.updated'])

/** Every other type is accepted and means nothing to us. */
export function handlerOf({ type, account }: Pick<ProcessorEvent, 'type' | 'account'>): Handler {
  const isOurs = account === undefined || ofConnectedAccounts.has(type)
  return (isOurs ? handlers.get(type) : undefined) ?? (() => nothing)
}
