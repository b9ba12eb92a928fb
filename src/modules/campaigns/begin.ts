import { eq } from 'drizzle-orm'
import { campaigns } from '../../../db/schema'
import type { Deps } from '../../deps'
import { actorOf, type Caller } from '../../http/caller'
import { conflict } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { keyedHash } from '../../lib/secret'
import { recordActivity } from '../activity/record'
import type { CampaignInput } from './model'

export type Campaign = typeof campaigns.$inferSelect

/** A new campaign, or the one that was begun under this key and not finished. */
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
        createdBy: actorOf(caller),
        createdAt: now,
      })
      .onConflictDoNothing({ target: campaigns.requestKey })
      .returning()
    if (!made)
      return (
        await tx
          .select()
          .from(campaigns)
          .where(eq(campaigns.requestKey, key ?? ''))
      )[0]!
    await recordActivity(tx, now, {
      type: 'campaign',
      actor: actorOf(caller),
      summary: `A campaign to ${made.audience} customers was started`,
      metadata: { campaignId: made.id, by: made.type },
    })
    return made
  })
  if (campaign.fingerprint !== fingerprint)
    throw conflict('This Idempotency-Key was used for a different campaign. Use a new key.')
  return campaign
}
