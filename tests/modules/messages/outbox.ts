import { asc, eq } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import type { Deps } from '../../../src/deps'
import type { OutboxRow } from '../../../src/modules/messages/outbox'
import { queueMessage, type Message } from '../../../src/modules/messages/queue'
import { createEmail } from '../../../src/providers/email'
import { createSms } from '../../../src/providers/sms'
import { ManualTimers, testLimits } from '../../providers/manual-timers'

let count = 0

/** A typical message; a test sets what matters to it. */
export function message(changes: Partial<Message> = {}): Message {
  return {
    about: `test:${++count}`,
    channel: 'email',
    template: 'test',
    recipient: 'ada@lovelace.dev',
    data: {},
    ...changes,
  }
}

export const sms = (changes: Partial<Message> = {}) =>
  message({ channel: 'sms', recipient: '303-867-5309', ...changes })

export function queue({ store, clock }: Deps, ...messages: Message[]): Promise<string[]> {
  return store.write(async (tx) => {
    const ids: string[] = []
    for (const each of messages) ids.push(await queueMessage(tx, clock.now(), each))
    return ids
  })
}

export async function rowOf({ store }: Deps, id: string): Promise<OutboxRow> {
  const [row] = await store.read.select().from(outbox).where(eq(outbox.id, id))
  if (!row) throw new Error('There is no such message')
  return row
}

export const allRows = ({ store }: Deps): Promise<OutboxRow[]> =>
  store.read.select().from(outbox).orderBy(asc(outbox.id))

/** Gives a service real providers that talk to stubs. */
export function useStubs(
  deps: Deps,
  urls: { resend?: string; smtp?: string; twilio?: string },
  limits: Partial<typeof testLimits> = {},
): ManualTimers {
  const timers = new ManualTimers()
  const tools = { log: deps.log, limits: { ...testLimits, repeats: 0, ...limits }, timers }
  const resend = urls.resend === undefined ? {} : { resendKey: 're_key', resendUrl: urls.resend }
  const smtp = urls.smtp === undefined ? {} : { smtpUrl: urls.smtp }
  deps.providers.email = createEmail({ ...resend, ...smtp, from: deps.config.email.from }, tools)
  if (urls.twilio !== undefined)
    deps.providers.sms = createSms(
      { accountSid: 'AC1', authToken: 'token-0123456789', from: '+15005550006', apiUrl: urls.twilio },
      tools,
    )
  return timers
}
