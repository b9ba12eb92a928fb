import type { Db } from '../../../db/store'
import type { Channel } from '../messages/claim'
import { addressKey, optedOut } from '../messages/opt-outs'
import type { Recipient } from './audience'
import type { CampaignInput } from './model'

/** One message to one person, by one way. */
export interface Addressed {
  channel: Channel
  recipient: string
  /** One spelling per address, so that nobody gets it twice under two. */
  key: string
  person: Recipient
}

/** The messages of these customers, without those who asked for no more. */
export async function messagesTo(
  db: Db,
  type: CampaignInput['type'],
  people: Recipient[],
): Promise<Addressed[]> {
  const channels: Channel[] = type === 'both' ? ['email', 'sms'] : [type]
  const messages: Addressed[] = []
  for (const channel of channels) {
    const addressed = people.flatMap((person) => addressBy(channel, person))
    const out = await optedOut(
      db,
      channel,
      addressed.map(({ recipient }) => recipient),
      true,
    )
    messages.push(...addressed.filter(({ key }) => !out.has(key)))
  }
  return messages
}

function addressBy(channel: Channel, person: Recipient): Addressed[] {
  const recipient = channel === 'email' ? person.email : person.phone
  return recipient === null ? [] : [{ channel, recipient, key: addressKey(channel, recipient), person }]
}
