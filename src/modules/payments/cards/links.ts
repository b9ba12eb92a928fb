import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { day, hour, minute } from '../../../lib/clock'
import { conflict } from '../../../lib/errors'
import { paymentsNotSetUp } from '../../../providers/payments/none'
import { openLink, signLink } from '../../../tokens/signed-link'
import { customerByEmail, requireCustomer, type CustomerRow } from '../../customers'
import { queueMessage, usualWay, wakeSender } from '../../messages'
import { recordActivity } from '../../office'

/** From the customer's account page, or from a message that HQ sent. */
export type CardLinkSource = 'account' | 'link'
const lifetimes: Record<CardLinkSource, number> = { account: hour, link: 14 * day }

/** The page where one customer can save a card, and do nothing else. */
export function cardUrl(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  { id, linkSeries }: Pick<CustomerRow, 'id' | 'linkSeries'>,
  source: CardLinkSource,
): string {
  const until = deps.clock.now() + lifetimes[source]
  const subject = JSON.stringify([id, source, linkSeries])
  return `${deps.config.publicUrl}/card/${signLink(deps, 'card link', subject, until)}`
}

/** The customer behind a card link. */
export interface CardHolder {
  customer: CustomerRow
  source: CardLinkSource
  /** The link is too old, or HQ ended it, or the customer was merged or erased since. */
  hasEnded: boolean
}

/** Null for a link that isn't ours. */
export async function customerOfCardLink(deps: Deps, token: string): Promise<CardHolder | null> {
  const link = openLink(deps, 'card link', token)
  if (!link) return null
  // Links from before there were other series say nothing about theirs.
  const [id, source, series = 0] = JSON.parse(link.subject) as [string, CardLinkSource, number?]
  const named = await requireCustomer(deps.store.read, id)
  const customer =
    named.mergedInto === null ? named : await requireCustomer(deps.store.read, named.mergedInto)
  return { customer, source, hasEnded: link.hasExpired || series !== customer.linkSeries }
}

/** The page for a customer who has signed in. */
export async function openCardPage(deps: Deps, proven: string): Promise<{ url: string }> {
  if (deps.providers.payments.name === 'none') throw paymentsNotSetUp(true)
  return { url: cardUrl(deps, await ownRecord(deps, proven), 'account') }
}

export async function ownRecord({ store }: Deps, proven: string): Promise<CustomerRow> {
  const customer = await customerByEmail(store.read, proven)
  if (!customer) throw conflict('Book a visit first. Then you can save a card.')
  return customer
}

/** Sends a customer the link, at most once a minute however often HQ asks. */
export async function sendCardLink(
  deps: Deps,
  id: string,
  actor: Actor,
): Promise<{ sentBy: 'email' | 'sms' }> {
  if (deps.providers.payments.name === 'none') throw paymentsNotSetUp()
  const customer = await requireCustomer(deps.store.read, id)
  if (customer.erasedAt !== null || customer.mergedInto !== null)
    throw conflict('This customer was merged or erased')
  const way = usualWay({ customerEmail: customer.email, customerPhone: customer.phone })
  if (way === null) throw conflict('This customer has no email address or phone number. Add one first.')
  const now = deps.clock.now()
  await deps.store.write(async (tx) => {
    await queueMessage(tx, now, {
      about: `card-request:${id}:${Math.floor(now / minute)}`,
      ...way,
      template: 'card-request',
      data: { name: customer.name, url: cardUrl(deps, customer, 'link') },
    })
    await recordActivity(tx, now, {
      type: 'card.requested',
      actor,
      summary: 'Asked a customer to save a card',
      subject: { kind: 'customer', id, name: 'a customer' },
      metadata: { customerId: id },
    })
  })
  wakeSender(deps)
  return { sentBy: way.channel }
}
