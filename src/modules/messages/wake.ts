import type { Deps } from '../../deps'
import { drain } from './deliver'

const channels = ['email', 'sms'] as const

/**
 * Tells the sender that something may be waiting. Services call it after their unit was committed; it
 * does nothing on the spot, and while a run is under way it is a mere reminder.
 */
export function wakeSender(deps: Deps): void {
  for (const channel of channels) deps.background.runSingle(`sending ${channel}`, () => drain(deps, channel))
}
