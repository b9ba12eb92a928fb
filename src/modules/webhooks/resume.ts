import type { Deps } from '../../deps'
import { settleOpen } from '../settlement/settle'
import { drainSoon } from './process'
import { endLeases } from './queue'

/** Takes up at a start whatever the last end cut off between the processor and us. */
export function resumePayments(deps: Deps): void {
  deps.background.run('settling money', () => settleOpen(deps))
  deps.background.run('resuming payment events', async () => {
    // On a file of its own the process that held a lease is gone; on a server it may be a neighbour's.
    if (deps.store.engine === 'local') await deps.store.write((tx) => endLeases(tx, deps.clock.now()))
    drainSoon(deps)
    await deps.providers.demoPayments?.deliverDue()
  })
}
