import { and, eq, inArray, sql } from 'drizzle-orm'
import { outbox, campaigns } from '../../../../db/schema'
import { newId, onlyRow } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { actorOf, type Caller } from '../../../http/request'
import { actorText } from '../../../lib/actor'
import { second } from '../../../lib/clock'
import { conflict } from '../../../lib/errors'
import { keyedHash } from '../../../lib/secret'
import { recordActivity } from '../../office'
import type { CampaignInput, CampaignResult } from '../model'
import type { Channel } from '../outbox'
import { batchSize, deliverBatch, wakeSender, queueNew } from '../queue'
import { walkAudience, messagesTo } from './audience'
import { assertMailingAddress } from './mailing-address'

/** After this the caller gets an answer, and the sender delivers the rest. */
const longestMs = 25 * second
const mostErrors = 20

export async function sendCampaign(
  deps: Deps,
  input: CampaignInput,
  by: { caller: Caller; key: string | null },
): Promise<CampaignResult> {
  await assertMailingAddress(deps, input)
  const until = performance.now() + longestMs
  const campaign = await beginCampaign(deps, input, by)
  await enqueueCampaign(deps, campaign)
  await Promise.all((['email', 'sms'] as const).map((channel) => deliver(deps, campaign.id, channel, until)))
  wakeSender(deps)
  return countCampaign(deps, campaign.id)
}

async function deliver(deps: Deps, campaignId: string, channel: Channel, until: number): Promise<void> {
  const wanted = { campaignId, channel, limit: batchSize(deps, channel) }
  while (performance.now() < until && deps.providers[channel].restingFor() === 0) {
    const { taken } = await deliverBatch(deps, wanted, 'retry')
    if (taken === 0) return
  }
}

/** Counts messages, not people. Texts that wait for the morning count as sent. */
async function countCampaign({ store, clock }: Deps, id: string): Promise<CampaignResult> {
  const waiting = sql`(${outbox.state} = 'queued' AND ${outbox.channel} = 'sms' AND ${outbox.attempts} = 0
    AND ${outbox.dueAt} > ${clock.now()})`
  const [counts] = await store.read
    .select({
      total: sql<number>`count(*)`,
      sent: sql<number>`coalesce(sum(${outbox.state} = 'sent' OR ${waiting}), 0)`,
      failed: sql<number>`coalesce(sum(${outbox.state} IN ('dead', 'unknown')), 0)`,
    })
    .from(outbox)
    .where(eq(outbox.campaignId, id))
  const { total = 0, sent = 0, failed = 0 } = counts ?? {}
  if (failed === 0) return { sent, failed, total }
  const failures = await store.read
    .select({ recipient: outbox.recipient, error: outbox.lastError })
    .from(outbox)
    .where(and(eq(outbox.campaignId, id), inArray(outbox.state, ['dead', 'unknown'])))
    .limit(mostErrors)
  return { sent, failed, total, errors: failures.map(({ recipient, error }) => `${recipient}: ${error}`) }
}

export type Campaign = typeof campaigns.$inferSelect

/** Starts a campaign, or finds the unfinished one with the same key. */
export async function beginCampaign(
  deps: Deps,
  input: CampaignInput,
  { caller, key }: { caller: Caller; key: string | null },
): Promise<Campaign> {
  const now = deps.clock.now()
  const fingerprint = keyedHash(deps.secrets.linkSecret, 'campaign', JSON.stringify(input))
  const campaign = await deps.store.write(async (tx) => {
    const [made] = await tx
      .insert(campaigns)
      .values({
        id: newId(),
        requestKey: key,
        fingerprint,
        type: input.type,
        audience: input.targetAudience,
        franchiseId: input.franchiseId ?? null,
        subject: input.subject ?? null,
        template: input.messageTemplate,
        createdBy: actorText(actorOf(caller)),
        createdAt: now,
      })
      .onConflictDoNothing({ target: campaigns.requestKey })
      .returning()
    if (!made)
      return onlyRow(
        await tx
          .select()
          .from(campaigns)
          .where(eq(campaigns.requestKey, key ?? '')),
      )
    await recordActivity(tx, now, {
      type: 'campaign',
      actor: actorOf(caller),
      summary: `Started a campaign to ${made.audience} customers`,
      subject: { kind: 'campaign', id: made.id, name: 'a campaign' },
      franchiseId: made.franchiseId,
      metadata: { campaignId: made.id, by: made.type },
    })
    return made
  })
  if (campaign.fingerprint !== fingerprint)
    throw conflict('This Idempotency-Key was used for a different campaign. Use a new key.')
  return campaign
}

/**
 * Queues the campaign's messages step by step and records how far it got. After a crash it continues there, and no
 * message is queued twice.
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
