import type { Deps } from '../../deps'
import { releaseTransfers } from '../transfers/release'
import { settleSoon } from './settle'

/** A franchise's account can be paid: what waited for it goes out. */
export function releaseSoon(deps: Deps, franchiseId: string): void {
  deps.background.runSingle(`releasing ${franchiseId}`, async () => {
    await releaseTransfers(deps, franchiseId)
    settleSoon(deps)
  })
}
