import { and, eq, sql } from 'drizzle-orm'
import { amongNamed } from '../../../db/conditions'
import { customers, undeliverable } from '../../../db/schema'
import { prepared, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { isoTime } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { clearTodo, raiseTodo, recordActivity } from '../office'
import type { CustomerDetail, Unreachable } from './model'
import {
  addressKey,
  customerByEmail,
  presentCustomer,
  requireCustomer,
  withNumber,
  type Channel,
  type CustomerRow,
} from './records'
import { unreachableKinds } from './service'

/** Nothing more is sent to this address until it is cleared. HQ gets one to-do. */
export async function markUndeliverable(
  tx: Tx,
  now: number,
  { channel, address, reason }: { channel: Channel; address: string; reason: string },
): Promise<void> {
  const key = addressKey(channel, address)
  const marked = await tx
    .insert(undeliverable)
    .values({ channel, address: key, reason, at: now })
    .onConflictDoNothing()
    .returning({ at: undeliverable.at })
  if (marked.length === 0) return
  const customer = await customerAt(tx, channel, key)
  const whom = customer?.name ?? key
  await raiseTodo(tx, now, {
    kind: unreachableKinds[channel],
    subject: customer?.id ?? subjectOf(key),
    title: channel === 'email' ? `Emails to ${whom} don't arrive` : `Texts to ${whom} don't arrive`,
    detail: `${key}: ${reason}. We stopped sending there. Ask for another ${channel === 'email' ? 'address' : 'number'}, or try this one again from the customer's page.`,
    contact: key,
  })
}

/** The address works again, because HQ or its owner says so. */
export async function clearUndeliverable(
  tx: Tx,
  now: number,
  channel: Channel,
  address: string,
): Promise<boolean> {
  const key = addressKey(channel, address)
  const cleared = await tx
    .delete(undeliverable)
    .where(and(eq(undeliverable.channel, channel), eq(undeliverable.address, key)))
    .returning({ at: undeliverable.at })
  if (cleared.length === 0) return false
  const customer = await customerAt(tx, channel, key)
  for (const subject of [subjectOf(key), ...(customer ? [customer.id] : [])])
    await clearTodo(tx, now, unreachableKinds[channel], subject)
  return true
}

const findMarks = prepared((db) =>
  db
    .select()
    .from(undeliverable)
    .where(
      and(
        eq(undeliverable.channel, sql.placeholder('channel')),
        sql`${undeliverable.address} IN ${amongNamed('keys')}`,
      ),
    ),
)

/** The reasons of those addresses that are marked. */
export async function undeliverableAmong(
  db: Db,
  channel: Channel,
  addresses: string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const keys = [...new Set(addresses.map((address) => addressKey(channel, address)))]
  const marks = await findMarks.all(db, { channel, keys: JSON.stringify(keys) })
  return new Map(marks.map(({ address, reason }) => [address, reason]))
}

/** A customer with the marks on their addresses. */
export async function readCustomer(db: Db, id: string): Promise<CustomerDetail> {
  const customer = await requireCustomer(db, id)
  const unreachable: Unreachable[] = []
  for (const { channel, address } of channelsOf(customer)) {
    const keys = JSON.stringify([addressKey(channel, address)])
    for (const { reason, at } of await findMarks.all(db, { channel, keys }))
      unreachable.push({ channel, address, reason, at: isoTime(at) })
  }
  return { ...presentCustomer(customer), unreachable }
}

/** HQ wants to send to an address again, for example because the customer says that it works. */
export async function retryAddress(
  deps: Deps,
  id: string,
  channel: Channel,
  actor: Actor,
): Promise<CustomerDetail> {
  const now = deps.clock.now()
  return deps.store.write(async (tx) => {
    const customer = await requireCustomer(tx, id)
    const own = channelsOf(customer).find((one) => one.channel === channel)
    if (!own) throw missing('Address')
    if (await clearUndeliverable(tx, now, channel, own.address))
      await recordActivity(tx, now, {
        type: 'customer.address-retried',
        actor,
        summary: `Allowed ${channel === 'email' ? 'emails' : 'texts'} to a customer again`,
        subject: { kind: 'customer', id, name: 'a customer' },
        metadata: { customerId: id },
      })
    return readCustomer(tx, id)
  })
}

function channelsOf({ email, phone }: CustomerRow): { channel: Channel; address: string }[] {
  return [
    ...(email === null ? [] : [{ channel: 'email' as const, address: email }]),
    ...(phone === null ? [] : [{ channel: 'sms' as const, address: phone }]),
  ]
}

/** The customer with this address, in the spelling of `addressKey`. */
export async function customerAt(tx: Tx, channel: Channel, key: string): Promise<CustomerRow | undefined> {
  if (channel === 'email') return customerByEmail(tx, key)
  for (const whose of withNumber(key)) {
    const [found] = await tx.select().from(customers).where(whose).limit(1)
    if (found) return found
  }
  return undefined
}

/** For an address without a customer, such as a technician's. */
const subjectOf = (key: string) =>
  `address:${new Bun.CryptoHasher('sha256').update(key).digest('hex').slice(0, 16)}`
