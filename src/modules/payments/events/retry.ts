import type { Deps } from '../../../deps'
import { waitUpTo } from '../../../lib/background'
import { isoTime, second } from '../../../lib/clock'
import { describeError } from '../../../lib/log'
import { clearTodo } from '../../office'
import { checkRecentClaims } from '../claims'
import { watchRejections } from '../rejections'
import { settleOpen } from '../settle'
import type { EventRetryReport } from './model'
import { EventWorker, receiveEvent } from './worker'
import { fetchUndelivered } from './fetch'
import { endEventLeases } from './queue'

/** How long the task's answer waits for the worker, which may be busy with another run. */
const reportDelayMs = 20 * second

/** A processor in this process delivers its events here, without a socket. A real one reports rejections. */
export function connectProcessor(deps: Deps): void {
  const receive = (body: string, signature: string) =>
    receiveEvent(deps, new TextEncoder().encode(body), signature)
  deps.providers.payments.connect?.(receive, deps.background)
  watchRejections(deps)
}

/**
 * Handles everything about payments that waits: failed events, undelivered events, and open business with the
 * processor.
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

/** Without a payment key, nobody can confirm events, so stored ones wait until it is back. */
const isSetUp = ({ providers }: Deps): boolean => providers.payments.name !== 'none'

/** The answer of a run that another run made unnecessary. */
export function noEventsRetried({ clock }: Pick<Deps, 'clock'>): EventRetryReport {
  const timestamp = isoTime(clock.now())
  return { success: true, processed: 0, succeeded: 0, failed: 0, results: [], timestamp }
}

/** Reports the events the worker finishes in time. It continues with the rest afterwards. */
async function processDue(deps: Deps): Promise<EventRetryReport['results']> {
  const run = deps.state.of(EventWorker).processDue(deps)
  await waitUpTo(reportDelayMs, run.finished)
  return [...run.outcomes]
}

async function attempt(deps: Deps, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.log.warn('a step of the payment retry failed', { what, ...describeError(error) })
  }
}

/** Continues at startup with everything that was interrupted between the processor and us. */
export function resumePayments(deps: Deps): void {
  deps.background.run('settling money', () => settleOpen(deps))
  if (!isSetUp(deps)) return
  deps.background.run('resuming payment events', async () => {
    await deps.store.write((tx) => clearTodo(tx, deps.clock.now(), 'payment.not-set-up', 'payments'))
    // With a local file, the process that held a lease is gone. On a server it may still be running.
    if (deps.store.engine === 'local') await deps.store.write((tx) => endEventLeases(tx, deps.clock.now()))
    await attempt(deps, 'fetching undelivered events', () => fetchUndelivered(deps))
    deps.state.of(EventWorker).processDue(deps)
    await deps.providers.payments.deliverDue?.()
  })
}
