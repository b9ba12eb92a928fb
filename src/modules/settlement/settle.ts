import type { Deps } from '../../deps'
import { restAfter } from '../../lib/background'
import { describeError } from '../../lib/log'
import { finishCancellation } from '../cancel/finish'
import { openCancellations } from '../cancel/rows'
import { abandonCheckouts, closeStaleCheckouts } from '../checkout-pages/close'
import { feesToLearn, learnFees } from '../payments/fees'
import { carryOutRefund } from '../refunds/carry-out'
import { openRefunds } from '../refunds/rows'
import { carryOutTransfer, openTransfers } from '../transfers/carry-out'
import { franchisesWaiting, releaseTransfers } from '../transfers/release'
import { carryOutReversal, openReversals } from '../transfers/reverse'

const perRound = 200
const feesPerRound = 25

/**
 * Brings everything that was begun with the processor to its end: what a crash cut off, what it did not
 * answer, what has come due. Whatever fails stays open for the next time and holds up nothing else.
 */
export async function settleOpen(deps: Deps): Promise<void> {
  const { read } = deps.store
  for (const id of await openCancellations(read, perRound))
    await attempt(deps, 'cancellation', id, () => finishCancellation(deps, id))
  for (const id of await franchisesWaiting(deps))
    await attempt(deps, 'release', id, () => releaseTransfers(deps, id))
  await settle(deps, { mostAttempts: Number.MAX_SAFE_INTEGER, isFresh: false })
  await attempt(deps, 'checkouts', '', () => closeStaleCheckouts(deps))
  await attempt(deps, 'checkouts', '', () => abandonCheckouts(deps))
}

/**
 * Carries out what was just decided, after the answer was given. What is in doubt is left to the next full
 * round: a processor that is in trouble is not asked again with every event.
 */
export function settleSoon(deps: Deps): void {
  deps.background.runSingle('settling money', () => settle(deps, { mostAttempts: 0, isFresh: true }))
}

async function settle(
  deps: Deps,
  { mostAttempts, isFresh }: { mostAttempts: number; isFresh: boolean },
): Promise<void> {
  const { read } = deps.store
  const wanted = { limit: perRound, mostAttempts }
  await inPages(deps, 'refund', () => openRefunds(read, wanted), carryOutRefund)
  await inPages(deps, 'transfer', () => openTransfers(read, wanted), carryOutTransfer)
  await inPages(deps, 'reversal', () => openReversals(read, wanted), carryOutReversal)
  await learnFees(deps, await feesToLearn(deps, feesPerRound, isFresh))
}

type Settle = (deps: Deps, id: string) => Promise<unknown>

/** Page after page, as long as pages are full and something comes of them. */
async function inPages(
  deps: Deps,
  what: string,
  page: () => Promise<string[]>,
  settleOne: Settle,
): Promise<void> {
  let seen = new Set<string>()
  for (;;) {
    const ids = (await page()).filter((id) => !seen.has(id))
    for (const id of ids) {
      if (deps.background.stopping) return
      const startedAt = performance.now()
      await attempt(deps, what, id, () => settleOne(deps, id))
      // Requests come first.
      await restAfter(startedAt, 4, 20)
    }
    if (ids.length < perRound) return
    seen = new Set(ids)
  }
}

async function attempt(deps: Deps, what: string, id: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.log.warn('money could not be settled yet', { what, id, ...describeError(error) })
  }
}
