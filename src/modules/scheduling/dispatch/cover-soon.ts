import type { Deps } from '../../../deps'
import { describeTodo } from '../../office'
import { coverWorker } from './cover'
import { commitShown, shownOf } from './shown'

/**
 * Finds others for a worker's visits of today in the background, after the worker's hours changed, and writes what it
 * found into the to-do about them.
 */
export function coverSoon(deps: Deps, workerId: string): void {
  deps.background.run(`cover ${workerId}`, async () => {
    const { summary, moves, actions } = await coverNow(deps, workerId)
    if (moves.length + actions.length === 0) return
    await deps.store.write((tx) => describeTodo(tx, 'worker.absent', workerId, summary))
  })
}

/** Finds others for a worker's visits, and hands the visits over where the office has decided so. */
export async function coverNow(deps: Deps, workerId: string): ReturnType<typeof coverWorker> {
  const cover = await coverWorker(deps, workerId)
  if (!cover.isAccepted || cover.moves.length === 0) return cover
  const franchiseId = cover.worker.franchiseId ?? undefined
  const visits = shownOf({ actions: [], moves: cover.moves })
  await commitShown(deps, visits, { actor: 'dispatch', franchiseId, isAutomatic: true })
  return coverWorker(deps, workerId)
}
