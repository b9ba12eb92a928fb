import { brokenConstraint } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { waitUpTo } from '../../../lib/background'
import { second } from '../../../lib/clock'
import { Refusal } from '../../../lib/errors'
import { describeError } from '../../../lib/log'
import { paymentsNotSetUp } from '../../../providers/payments/none'
import { readEvent, readSignedEvent } from '../../../providers/payments/signature'
import type { ProcessorEvent } from '../../../providers/payments/types'
import { wakeSender } from '../../messages'
import { settleSoon } from '../settle'
import { cardChanged, orCardSetup } from './card-handlers'
import {
  EventFailure,
  checkoutCompleted,
  checkoutExpired,
  accountUpdated,
  transferReversed,
  nothing,
  paymentFailed,
  paymentSucceeded,
  type Handler,
} from './handlers'
import type { EventRetryReport } from './model'
import { claimDue, keepEvent, markDone, markFailed, type EventRow } from './queue'
import { chargeRefunded, disputeClosed, disputeOpened, refundChanged } from './refund-handlers'

/** How long an answer waits for its event, so that at quiet times the next request sees the effect. */
const answerDelayMs = 20
/** A batch shares one commit; a larger one would delay the next acknowledgement. */
const batchSize = 8
/** Beyond this number, events wait in the queue on disk instead of in memory. */
const mostInMemory = 2_000
/** Longer runs are reported in parts. */
const longestRunMs = 20 * second

/** Stores a signed event and acknowledges it by its id. A repeated event gets the same answer. */
export async function receiveEvent(deps: Deps, body: Uint8Array, signature: string | null): Promise<string> {
  const now = deps.clock.now()
  const isSetUp = deps.providers.payments.name !== 'none'
  // The generated secret belongs to the demo processor, which isn't running then.
  const secrets = isSetUp ? deps.secrets.webhookSecrets : deps.config.payments.webhookSecrets
  const event = readSignedEvent({ body, header: signature, secrets, now })
  // The real processor retries for days, until there is a key.
  if (!isSetUp) throw paymentsNotSetUp()
  const worker = deps.state.of(EventWorker)
  const [claimed, isQuiet] = [!worker.isFull, worker.isQuiet]
  const row = await deps.store.write((tx) => keepEvent(tx, now, event, { source: 'webhook', claimed }))
  if (row && claimed) {
    const processed = worker.add(deps, row)
    if (isQuiet) await waitUpTo(answerDelayMs, processed)
  } else if (row) worker.processDue(deps)
  return event.id
}

type Claimed = { row: EventRow; processed?: () => void }

type Outcome = EventRetryReport['results'][number]

/** One run through the queue: every event that was due when it began, once, whatever the result. */
class QueueRun {
  /** Grows during the run. */
  readonly outcomes: Outcome[] = []
  readonly #end = Promise.withResolvers<void>()
  readonly finished = this.#end.promise
  readonly finish = this.#end.resolve
  readonly fail = this.#end.reject

  constructor() {
    // Not everyone who starts a run waits for it, and the worker logs failures.
    this.finished.catch(() => {})
  }
}

/**
 * Processes all events, a batch at a time: those claimed on arrival, and those due in the queue when a run is
 * requested.
 */
export class EventWorker {
  readonly #arrived: Claimed[] = []
  /** A run that was requested but hasn't begun. */
  #asked: QueueRun | null = null
  #isBusy = false

  get isQuiet(): boolean {
    return !this.#isBusy
  }

  get isFull(): boolean {
    return this.#arrived.length >= mostInMemory
  }

  /** Takes a claimed event. Settles when it was processed, successfully or not. */
  add(deps: Deps, row: EventRow): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#arrived.push({ row, processed: resolve })
    this.#wake(deps)
    return promise
  }

  /** Starts a run through the queue. Requests that arrive before it begins share it. */
  processDue(deps: Deps): QueueRun {
    const run = (this.#asked ??= new QueueRun())
    this.#wake(deps)
    return run
  }

  #wake(deps: Deps): void {
    if (this.#isBusy) return
    this.#isBusy = true
    deps.background.run('payment events', () => this.#work(deps))
  }

  async #work(deps: Deps): Promise<void> {
    try {
      for (;;) {
        const run = this.#asked
        this.#asked = null
        if (run) await this.#goThroughQueue(deps, run)
        else if (this.#arrived.length > 0) await this.#process(deps, this.#arrived.splice(0, batchSize))
        else return
      }
    } finally {
      this.#isBusy = false
    }
  }

  async #goThroughQueue(deps: Deps, run: QueueRun): Promise<void> {
    const dueBy = deps.clock.now()
    const until = performance.now() + longestRunMs
    try {
      let isMoreDue = true
      while (isMoreDue && performance.now() < until && !deps.background.stopping) {
        const rows = await deps.store.write((tx) => claimDue(tx, deps.clock.now(), batchSize, dueBy))
        isMoreDue = rows.length === batchSize
        // New events don't wait for the end of the queue.
        const batch = [...rows.map((row) => ({ row })), ...this.#arrived.splice(0, batchSize)]
        run.outcomes.push(...(await this.#process(deps, batch, isMoreDue)).slice(0, rows.length))
      }
      run.finish()
      if (isMoreDue && !deps.background.stopping) this.#asked ??= new QueueRun()
    } catch (error) {
      deps.log.error("couldn't claim due payment events", describeError(error))
      run.fail(error)
    }
  }

  async #process(deps: Deps, batch: Claimed[], isMoreDue = false): Promise<Outcome[]> {
    const startedAt = performance.now()
    const outcomes = await Promise.all(
      batch.map(async ({ row, processed }) => {
        // Only the store can fail here. Then the lease runs out and the event is claimed again.
        const success = await processEvent(deps, row).catch(() => false)
        processed?.()
        return { id: row.id, type: row.type, success }
      }),
    )
    // Acknowledgements come first: while events keep arriving, they get a third of the time.
    if (isMoreDue || this.#arrived.length > 0) await deps.background.restAfter(startedAt, 0.5, 50)
    return outcomes
  }
}

/** The lease ran out and another worker has the event, so this worker's changes must be discarded. */
class LeaseLost extends Error {}

/**
 * Processes a claimed event. One unit writes its changes and marks it done, so it takes effect only once. A
 * failure puts it back in the queue without affecting other events.
 */
export async function processEvent(deps: Deps, row: EventRow): Promise<boolean> {
  try {
    const event = readEvent(row.payload, row.receivedAt)
    const handling = await handlerOf(event)(deps, event.object)
    await deps.store.write(async (tx) => {
      if (!(await markDone(tx, deps.clock.now(), row))) throw new LeaseLost()
      await (typeof handling === 'function' ? handling(tx) : handling.change(tx))
    })
    if (typeof handling !== 'function') await handling.afterwards()
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

/** HQ sees this text, so it must not repeat anything from the event. */
function reasonOf(error: unknown): string {
  if (error instanceof EventFailure || error instanceof Refusal) return error.message
  return brokenConstraint(error) ?? (error instanceof Error ? error.name : 'unknown')
}

const handlers = new Map<string, Handler>([
  ['payment_intent.succeeded', paymentSucceeded],
  ['payment_intent.payment_failed', paymentFailed],
  ['checkout.session.completed', orCardSetup(checkoutCompleted)],
  ['checkout.session.expired', orCardSetup(checkoutExpired)],
  ['charge.refunded', chargeRefunded],
  ['charge.refund.updated', refundChanged],
  ['refund.created', refundChanged],
  ['refund.updated', refundChanged],
  ['refund.failed', refundChanged],
  ['charge.dispute.created', disputeOpened],
  ['charge.dispute.updated', disputeOpened],
  ['charge.dispute.funds_withdrawn', disputeOpened],
  ['charge.dispute.closed', disputeClosed],
  ['payment_method.detached', cardChanged],
  ['payment_method.updated', cardChanged],
  ['payment_method.automatically_updated', cardChanged],
  ['account.updated', accountUpdated],
  ['transfer.reversed', transferReversed],
])

/**
 * The events we accept from connected accounts. All our payments happen at our own account, so sales at a
 * franchise's account aren't ours, whatever job they name.
 */
const ofConnectedAccounts: ReadonlySet<string> = new Set(['account.updated'])

type Kind = Pick<ProcessorEvent, 'type' | 'account'>

export const isHandled = ({ type, account }: Kind): boolean =>
  handlers.has(type) && (account === undefined || ofConnectedAccounts.has(type))

/** Accepts every other type without doing anything. */
export const handlerOf = (event: Kind): Handler =>
  (isHandled(event) ? handlers.get(event.type) : undefined) ?? (() => nothing)

/** The types an operator subscribes to at the processor. */
export const handledTypes: readonly string[] = [...handlers.keys()]
