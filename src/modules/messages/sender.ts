import type { Deps } from '../../deps'
import { second } from '../../lib/clock'
import { wakeSender } from './wake'

const lookEvery = 5 * second

/** Keeps the outbox moving in the running service: retries, later messages, and what a crash left behind. */
export function startSender(deps: Deps): { stop(): Promise<void> } {
  wakeSender(deps)
  const timer = setInterval(() => wakeSender(deps), lookEvery)
  return {
    /** Takes up nothing more and waits for what is being sent. */
    async stop() {
      clearInterval(timer)
      deps.background.stop()
      await deps.background.idle()
      await Promise.all([deps.providers.email.close(), deps.providers.sms.close()])
    },
  }
}
