import { alertCalls } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { queueMessage, type Message } from '../../messages'
import { channelHitBy } from './problems'
import { messageData, type AlertKind, type Told } from './words'

/** Everyone alerts go to. */
export function channelsOf({ alerts: { email, phone, webhookUrl } }: Deps['config']) {
  return [
    ...(email === undefined ? [] : [{ channel: 'email' as const, to: email }]),
    ...(phone === undefined ? [] : [{ channel: 'sms' as const, to: phone }]),
    ...(webhookUrl === undefined ? [] : [{ channel: 'webhook' as const, to: webhookUrl }]),
  ]
}

/** The news that email is down shouldn't wait for email, unless there is no other channel. */
export function channelsFor(config: Deps['config'], check: string) {
  const all = channelsOf(config)
  const working = all.filter(({ channel }) => channel !== channelHitBy(check))
  return working.length > 0 ? working : all
}

export const alertMessage = (
  config: Deps['config'],
  kind: AlertKind,
  told: Told,
  { channel, to }: { channel: 'email' | 'sms'; to: string },
): Message => ({
  about: `alert:${told.id}:${kind}:${channel}`,
  channel,
  template: 'ops-alert',
  recipient: to,
  data: messageData(config, kind, told),
})

/** Queues an alert in the unit that opens or ends its incident, so each is told exactly once. */
export async function queueAlert(
  { config, clock }: Deps,
  tx: Tx,
  kind: 'problem' | 'recovery',
  told: Told,
): Promise<void> {
  const now = clock.now()
  for (const { channel, to } of channelsFor(config, told.check)) {
    if (channel === 'webhook') {
      const call = { id: `${told.id}:${kind}`, incidentId: told.id, kind, dueAt: now }
      await tx.insert(alertCalls).values(call).onConflictDoNothing()
    } else await queueMessage(tx, now, alertMessage(config, kind, told, { channel, to }))
  }
}
