import { and, count, eq, gt, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import { newId, onlyRow, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import { actorText, type Actor } from '../../lib/actor'
import { hour } from '../../lib/clock'
import { toE164 } from '../../lib/contact'
import { conflict } from '../../lib/errors'
import { missingProviders } from '../../providers/demo'
import { optedOut, requireCustomer, undeliverableAmong, type CustomerRow } from '../customers'
import { recordActivity } from '../office'
import type { ConversationItem, ReplyInput } from './conversation-model'
import { franchiseInTouch, partyOf, presentReply } from './conversation'
import { readRows, type Channel } from './outbox'
import { queueMessage, wakeSender } from './queue'

interface Asked {
  actor: Actor
  key: string | null
  once: Once
}

/** Writes to a customer by hand. The message goes through the outbox like any other. */
export async function replyTo(
  deps: Deps,
  customerId: string,
  { channel, subject, text, franchiseId }: ReplyInput,
  { actor, key, once }: Asked,
): Promise<ConversationItem> {
  const now = deps.clock.now()
  const about = `reply:${key ?? newId()}`
  const answer = await deps.store.write(async (tx) => {
    const customer = await requireCustomer(tx, customerId)
    const recipient = await recipientOf(deps, tx, customer, channel)
    await refuseFlood(tx, now, recipient)
    const writer = franchiseId ?? (await franchiseInTouch(tx, await partyOf(tx, customerId), channel))
    const data = { name: customer.name, text, subject: subject ?? null, by: actorText(actor) }
    const message = { about, channel, template: 'reply', recipient, data, franchiseId: writer }
    const id = await queueMessage(tx, now, { ...message, byHq: true })
    await recordActivity(tx, now, {
      type: 'message.replied',
      actor,
      summary: channel === 'email' ? 'Emailed a customer' : 'Texted a customer',
      subject: { kind: 'customer', id: customerId, name: 'a customer' },
      franchiseId: writer,
    })
    const item = presentReply(onlyRow(await readRows(tx, [id])))
    await once.settle(tx, item)
    return item
  })
  wakeSender(deps)
  return answer
}

/** How many messages written by hand one address gets within an hour. */
const mostAnHour = 30

/** Protects customers from a program that has gone wild with somebody's key. */
async function refuseFlood(tx: Tx, now: number, recipient: string): Promise<void> {
  const { template, createdAt } = outbox
  const toThem = sql`${outbox.jobId} IS NULL AND ${outbox.recipient} = ${recipient}`
  const [sent] = await tx
    .select({ count: count() })
    .from(outbox)
    .where(and(toThem, eq(template, 'reply'), gt(createdAt, now - hour)))
  if ((sent?.count ?? 0) >= mostAnHour)
    throw conflict('This customer got 30 messages within an hour. Call them, or wait a while.')
}

const words = {
  email: { plural: 'emails', address: 'email address', instead: 'Text or call them instead.' },
  sms: { plural: 'texts', address: 'phone number', instead: 'Email or call them instead.' },
}

/** Says why a message can't be sent before it is in the outbox. */
async function recipientOf(deps: Deps, tx: Tx, customer: CustomerRow, channel: Channel): Promise<string> {
  const { plural, address: named, instead } = words[channel]
  if (customer.erasedAt !== null) throw conflict('This customer was erased')
  if (customer.mergedInto !== null) throw conflict('This customer was merged into another one')
  const address = channel === 'email' ? customer.email : customer.phone
  if (address === null) throw conflict(`This customer has no ${named}. ${instead}`)
  if (channel === 'sms' && toE164(address) === null)
    throw conflict(`We can't text this phone number. Correct it, or email the customer.`)
  if (channel === 'sms' && (await optedOut(tx, 'sms', [address], true)).size > 0)
    throw conflict(`This customer opted out of texts. ${instead}`)
  const marks = await undeliverableAmong(tx, channel, [address])
  if (marks.size > 0)
    throw conflict(`Earlier ${plural} to this ${named} failed, so we stopped sending there. ${instead}`)
  if (missingProviders(deps.config).includes(channel))
    throw conflict(`Truckroll can't send ${plural} yet. Set up a provider first; Health says how.`)
  return address
}
