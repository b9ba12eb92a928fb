import type { Deps } from '../../../deps'
import { describeTodo } from '../../office'
import { coverWorker } from './cover'

/**
 * Finds others for a worker's visits of today in the background, after the worker's hours changed, and writes what it
 * found into the to-do about them.
 */
export function coverSoon(deps: Deps, workerId: string): void {
  deps.background.run(`cover ${workerId}`, async () => {
    const { summary, moves, actions } = await coverWorker(deps, workerId)
    if (moves.length + actions.length === 0) return
    await deps.store.write((tx) => describeTodo(tx, 'worker.absent', workerId, summary))
  })
}
