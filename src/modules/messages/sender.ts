import type { Deps } from '../../deps'
import { second } from '../../lib/clock'
import { recoverLeases } from './recover'
import { wakeSender } from './wake'

const lookEvery = 5 * second

/** Keeps the outbox moving in the running service: retries, later messages, and what a crash left behind. */
export function startSender(deps: Deps): { stop(): Promise<void> } {
  const look = () =>
    deps.background.runSingle('recovering messages', async () => {
      await recoverLeases(deps)
      wakeSender(deps)
    })
  look()
  const timer = setInterval(look, lookEvery)
  return {
    /** Takes up nothing more and waits for what is being sent. */
    async stop() {
      clearInterval(timer)
      deps.background.stop()
      await deps.background.idle()
    },
  }
}
