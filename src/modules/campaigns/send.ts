import { and, eq, inArray, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Caller } from '../../http/caller'
import { second } from '../../lib/clock'
import type { Channel } from '../messages/claim'
import { batchSize, deliverBatch } from '../messages/deliver'
import { wakeSender } from '../messages/wake'
import { beginCampaign } from './begin'
import { enqueueCampaign } from './enqueue'
import type { CampaignInput, CampaignResult } from './model'

/** After this the answer is given, and the rest is the sender's. */
const longestMs = 25 * second
const mostErrors = 20

export async function sendCampaign(
  deps: Deps,
  input: CampaignInput,
  by: { caller: Caller; key: string | null },
): Promise<CampaignResult> {
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

/** Messages, not people. What waits for the morning has been sent as far as the caller is concerned. */
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
