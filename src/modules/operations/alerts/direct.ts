import { newId } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { parseSender } from '../../../lib/contact'
import { describeError } from '../../../lib/log'
import { DeliveryFailure } from '../../../providers/delivery'
import { deliverNow, queueMessage } from '../../messages'
import { alertMessage, channelsOf } from './queue'
import { postAlert } from './webhook'
import { lineOf, type Told } from './words'

/**
 * Tells everyone at once and without the store, for the time when the store itself is down. Skips the channels in
 * `reached` and adds those that were reached now, or that never will be.
 */
export async function tellDirectly(
  deps: Deps,
  kind: 'problem' | 'recovery',
  told: Told,
  reached: Set<string>,
): Promise<void> {
  const { config, settings, providers, log } = deps
  const key = `${told.id}:${kind}`
  const text = lineOf(config, kind, told)
  const subject = `[${settings.business.name}] ${kind === 'problem' ? 'Problem' : 'Recovered'}: ${told.title}`
  const send = {
    email: (to: string) =>
      providers.email.send({
        key,
        from: parseSender(config.email.from),
        to,
        replyTo: null,
        subject,
        html: Bun.escapeHTML(text),
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
        files: [],
      }),
    sms: (to: string) => providers.sms.send({ key, to, text }),
    webhook: async () => {
      const failure = await postAlert(config, kind, told)
      if (failure !== null) throw new Error(failure)
    },
  }
  const tell = async ({ channel, to }: { channel: keyof typeof send; to: string }) => {
    try {
      await send[channel](to)
      reached.add(channel)
    } catch (error) {
      log.error('an alert could not be sent', { channel, ...describeError(error) })
      if (error instanceof DeliveryFailure && error.kind === 'refused') reached.add(channel)
    }
  }
  await Promise.all(
    channelsOf(config)
      .filter(({ channel }) => !reached.has(channel))
      .map(tell),
  )
}

export interface TestedChannel {
  channel: 'email' | 'sms' | 'webhook'
  to: string
  /** Null if it was sent. */
  failure: string | null
}

/** Sends a test alert to everyone and waits for the outcomes. Emails and texts go through the outbox as real alerts do. */
export async function sendTestAlert(deps: Deps): Promise<TestedChannel[]> {
  const { config, clock, store, providers } = deps
  const now = clock.now()
  const told: Told = {
    id: newId(),
    check: 'test',
    title: 'Test alert',
    action: '',
    since: now,
    endedAt: null,
  }
  const tested = channelsOf(config).map(async ({ channel, to }): Promise<TestedChannel> => {
    if (channel === 'webhook')
      return { channel, to: new URL(to).host, failure: await postAlert(config, 'test', told) }
    const message = alertMessage(config, 'test', told, { channel, to })
    const id = await store.write((tx) => queueMessage(tx, now, message))
    const [delivery] = await deliverNow(deps, [id])
    const isSent = delivery?.state === 'sent' && !providers[channel].staysHere(to)
    const notSent =
      delivery?.error ??
      `No ${channel === 'email' ? 'email' : 'SMS'} provider is set, so it stays in the outbox`
    return { channel, to, failure: isSent ? null : notSent }
  })
  return Promise.all(tested)
}
