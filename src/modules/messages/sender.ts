import type { Deps } from '../../deps'
import { second } from '../../lib/clock'
import { recoverLeases } from './recover'
import { wakeSender } from './wake'

const lookEvery = 5 * second

/** Keeps the outbox moving in the running service: retries, later messages, and what a crash left behind. */
export function startSender(deps: Deps): { stop(): void } {
  const look = () =>
    deps.background.runSingle('recovering messages', async () => {
      await recoverLeases(deps)
      wakeSender(deps)
    })
  look()
  const timer = setInterval(look, lookEvery)
  return {
    /** Looks no more; what is being sent is the background's to wait for. */
    stop: () => clearInterval(timer),
  }
}
