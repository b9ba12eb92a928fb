import { eq } from 'drizzle-orm'
import { webhookSubscriptions } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { queueMessage } from '../messages'
import { raiseTodo } from '../office'
import type { SubscriptionRow } from './sign'
import { hostOf, record } from './subscriptions'

const reasons = {
  failing: 'It failed for 5 days without a single success.',
  gone: 'It answered 410 Gone, which asks us to stop.',
}

/** Turns off a webhook that no longer works, and tells HQ and its contact. Waiting events stay. */
export async function turnOff(
  tx: Tx,
  { now, publicUrl }: { now: number; publicUrl: string },
  subscription: SubscriptionRow,
  because: keyof typeof reasons,
): Promise<void> {
  const { id, contactEmail } = subscription
  const host = hostOf(subscription)
  await tx
    .update(webhookSubscriptions)
    .set({ enabled: false, disabledBecause: because, updatedAt: now })
    .where(eq(webhookSubscriptions.id, id))
  await record(tx, now, 'truckroll', 'turned-off', `Turned off the webhook to ${host}`, id)
  const title = `We turned off the webhook to ${host}`
  const next = 'Fix the receiver, then turn the webhook on again. Events that are still waiting go out then.'
  await raiseTodo(tx, now, {
    kind: 'webhook.disabled',
    subject: id,
    title,
    detail: `${reasons[because]} ${next}`,
  })
  if (contactEmail !== null)
    await queueMessage(tx, now, {
      about: `webhook:${id}:off:${now}`,
      channel: 'email',
      template: 'ops-error',
      recipient: contactEmail,
      data: {
        title,
        reason: reasons[because],
        nextStep: next,
        url: `${publicUrl}/admin?tab=connections&part=webhooks&id=${id}`,
      },
      byHq: true,
    })
}
