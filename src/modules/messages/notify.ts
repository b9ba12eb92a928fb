import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { day } from '../../lib/clock'
import { isEmail, toE164, parseSender } from '../../lib/contact'
import { invalid, must } from '../../lib/errors'
import { recordActivity } from '../office'
import { deliverNow, type Delivery } from './deliver-now'
import type { EmailSetup, EmailTest, EmailTested, Notification, Notified } from './model'
import { queueMessage, type Message } from './queue'

interface Asked {
  key: string | null
  actor: Actor
}

export function describeEmail({ providers, config }: Deps): EmailSetup {
  const { name } = providers.email
  return { provider: name, configured: name !== 'demo', fromEmail: parseSender(config.email.from).address }
}

export async function sendTestEmail(
  deps: Deps,
  { to, template }: EmailTest,
  { key, actor }: Asked,
): Promise<EmailTested> {
  const now = deps.clock.now()
  const sample = {
    name: 'Ada Example',
    type: 'Gutter cleaning',
    address: '12 Main St, Springfield',
    total: 12_999,
  }
  const tomorrow = new Date(now + day).toISOString().slice(0, 10)
  const [name, data] = {
    booking: ['booked', { ...sample, preferredDate: tomorrow, preferredTime: 'morning' }] as const,
    completion: ['completed', sample] as const,
    test: ['test', {}] as const,
  }[template]
  const about = `email-test:${key ?? newId()}`
  const message = { about, channel: 'email' as const, template: name, recipient: to, data }
  const delivery = await sendAtOnce(deps, message, actor, `Sent a test email (${template})`)
  return {
    provider: delivery.provider ?? deps.providers.email.name,
    status: delivery.state === 'sent' ? 'sent' : 'failed',
    messageId: delivery.messageId,
    to,
    template,
  }
}

export async function notify(
  deps: Deps,
  notification: Notification,
  { key, actor }: Asked,
): Promise<Notified> {
  const { type, to, data, channel } = notification
  if (!(channel === 'email' ? isEmail(to) : toE164(to) !== null))
    throw invalid('Validation failed', [
      `to: enter ${channel === 'email' ? 'an email address' : 'a phone number'}`,
    ])
  const about = `notify:${key ?? newId()}`
  const message = { about, channel, template: `ops-${type}`, recipient: to, data }
  const way = channel === 'email' ? 'email' : 'text message'
  const delivery = await sendAtOnce(deps, message, actor, `Sent a notification (${type}) by ${way}`)
  return {
    success: delivery.state === 'sent',
    ...(delivery.messageId === null ? {} : { messageId: delivery.messageId }),
    channel,
    type,
  }
}

async function sendAtOnce(deps: Deps, message: Message, actor: Actor, summary: string): Promise<Delivery> {
  const now = deps.clock.now()
  const id = await deps.store.write(async (tx) => {
    const queued = await queueMessage(tx, now, message)
    const subject = { kind: 'message', id: queued } as const
    await recordActivity(tx, now, { type: 'message.sent-by-hand', actor, summary, subject })
    return queued
  })
  const [delivery] = await deliverNow(deps, [id])
  return must(delivery, 'The outcome of the message')
}
