import type { Deps } from '../../../deps'
import { waitUpTo } from '../../../lib/background'
import { day, isoTime, second } from '../../../lib/clock'
import { describeError } from '../../../lib/log'
import { clearTodo } from '../../office'
import { checkRecentClaims } from '../claims'
import { settleOpen } from '../settle'
import type { EventRetryReport } from './model'
import { EventWorker, receiveEvent } from './worker'
import { keepEvent, endEventLeases } from './queue'

const batchSize = 25
/** How long the task's answer waits for the worker, which may have another run to finish first. */
const reportDelayMs = 20 * second
/** As long as the processor keeps trying by itself. */
const askedBack = 3 * day

/** A processor that runs in this process hands its events in here, without the way through a socket. */
export function connectProcessor(deps: Deps): void {
  const receive = (body: string, signature: string) =>
    receiveEvent(deps, new TextEncoder().encode(body), signature)
  deps.providers.payments.connect?.(receive, deps.background)
}

/**
 * Everything about payments that waits for a better moment: events that failed, events the processor could
 * not deliver, and whatever is open between it and us.
 */
export async function retryEvents(deps: Deps): Promise<EventRetryReport> {
  await attempt(deps, 'fetching undelivered events', () => fetchUndelivered(deps))
  await attempt(deps, 'delivering events', async () => deps.providers.payments.deliverDue?.())
  const results = isSetUp(deps) ? await processDue(deps) : []
  await attempt(deps, 'looking up named payments', () => checkRecentClaims(deps))
  await attempt(deps, 'settling', () => settleOpen(deps))
  const succeeded = results.filter(({ success }) => success).length
  return {
    success: true,
    processed: results.length,
    succeeded,
    failed: results.length - succeeded,
    results,
    timestamp: isoTime(deps.clock.now()),
  }
}

/** Events that are kept from before wait for the key to come back: without a processor nobody can confirm them. */
const isSetUp = ({ providers }: Deps): boolean => providers.payments.name !== 'none'

/** The answer of a run that another one made unnecessary. */
export function noEventsRetried({ clock }: Pick<Deps, 'clock'>): EventRetryReport {
  const timestamp = isoTime(clock.now())
  return { success: true, processed: 0, succeeded: 0, failed: 0, results: [], timestamp }
}

/** What became of the events that are due, as far as the worker comes in the time. It goes on with the rest. */
async function processDue(deps: Deps): Promise<EventRetryReport['results']> {
  const run = deps.state.of(EventWorker).processDue(deps)
  await waitUpTo(reportDelayMs, run.finished)
  return [...run.outcomes]
}

/** Events the processor could not hand over, because we were away or could not answer. */
async function fetchUndelivered(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const events = await deps.providers.payments.eventsSince(now - askedBack, { undelivered: true })
  for (let from = 0; from < events.length; from += batchSize)
    await deps.store.write(async (tx) => {
      for (const event of events.slice(from, from + batchSize))
        await keepEvent(tx, now, event, { source: 'reconciled', claimed: false })
    })
}

async function attempt(deps: Deps, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.log.warn('a step of the webhook retry failed', { what, ...describeError(error) })
  }
}

/** Takes up at a start whatever the last end cut off between the processor and us. */
export function resumePayments(deps: Deps): void {
  deps.background.run('settling money', () => settleOpen(deps))
  if (!isSetUp(deps)) return
  deps.background.run('resuming payment events', async () => {
    await deps.store.write((tx) => clearTodo(tx, deps.clock.now(), 'payment.not-set-up', 'payments'))
    // On a file of its own the process that held a lease is gone; on a server it may be a neighbour's.
    if (deps.store.engine === 'local') await deps.store.write((tx) => endEventLeases(tx, deps.clock.now()))
    deps.state.of(EventWorker).processDue(deps)
    await deps.providers.payments.deliverDue?.()
  })
}
