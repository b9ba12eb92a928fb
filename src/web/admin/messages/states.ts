import type { OutboxView } from '../../../modules/messages'
import { settings } from '../session'

/** The states of a message, in words. */
export const states = {
  queued: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  dead: 'Given up',
  unknown: 'Perhaps sent',
  cancelled: 'Not sent',
  held: 'Held',
}

export const shownStates = { ...states, undelivered: 'Not delivered' }

/** In production a message that no provider took has reached nobody, whatever its row says. */
export const shownState = ({
  state,
  channel,
  provider,
}: Pick<OutboxView, 'state' | 'channel' | 'provider'>): keyof typeof shownStates =>
  state === 'sent' && provider === 'demo' && settings.undelivered.includes(channel) ? 'undelivered' : state
