import { eq } from 'drizzle-orm'
import { campaigns } from '../../../db/schema'
import type { Deps } from '../../deps'
import { keyedHash } from '../../lib/secret'
import { queueNew } from '../messages/queue'
import { walkAudience } from './audience'
import type { Campaign } from './begin'
import { messagesTo } from './messages'

/**
 * Puts the campaign's messages into the outbox, a step at a time, each with the place it reached: after
 * a crash it goes on there, and a message that is in the outbox already is not put there again.
 */
export async function enqueueCampaign(deps: Deps, campaign: Campaign): Promise<void> {
  if (campaign.queuedAt !== null) return
  const { id, type, franchiseId, audience } = campaign
  const whose = eq(campaigns.id, id)
  const selection = { targetAudience: audience, franchiseId }
  for await (const { recipients, reached } of walkAudience(deps.store.read, selection, campaign.reached)) {
    const messages = await messagesTo(deps.store.read, type, recipients)
    await deps.store.write(async (tx) => {
      for (const { channel, recipient, key, person } of messages)
        await queueNew(tx, deps.clock.now(), {
          about: `campaign:${id}:${channel}:${keyedHash(deps.secrets.linkSecret, 'recipient', key).slice(0, 32)}`,
          channel,
          recipient,
          template: 'campaign',
          data: { name: person.name, email: person.email },
          franchiseId: franchiseId ?? person.franchiseId,
          campaignId: id,
          bulk: true,
        })
      await tx.update(campaigns).set({ reached }).where(whose)
    })
  }
  await deps.store.write((tx) => tx.update(campaigns).set({ queuedAt: deps.clock.now() }).where(whose))
}
