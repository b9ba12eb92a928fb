import type { Deps } from '../../deps'
import { deliverNotices, PushDesk } from './deliver'
import { gatherNotices } from './gather'

/** Tells technicians about changes of their visits, in the background. */
export function tellWorkersSoon(deps: Deps): void {
  deps.background.runSingle('news for technicians', async () => {
    while (await gatherNotices(deps));
    await deliverNotices(deps)
  })
}

/** Ends running requests; their news is sent again after the next start. */
export const stopPush = (deps: Deps): void => deps.state.of(PushDesk).close()
