import { and, eq, inArray, sql } from 'drizzle-orm'
import { amongNamed } from '../../../db/conditions'
import { prepared } from '../../../db/prepared'
import { customers, optOuts } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import { normaliseEmail, normalisePhone } from '../../lib/contact'
import { toE164 } from '../../lib/e164'
import type { Channel } from './claim'

type Source = typeof optOuts.$inferSelect.source

/** One spelling per address, to recognise it by: lower case, or E.164. */
export function addressKey(channel: Channel, address: string): string {
  return channel === 'email' ? normaliseEmail(address) : (toE164(address) ?? normalisePhone(address))
}

/** The customer's row says it too, since that is what HQ looks at. */
export async function setOptOut(
  tx: Tx,
  now: number,
  { channel, address, source }: { channel: Channel; address: string; source: Source },
  out: boolean,
): Promise<void> {
  const key = addressKey(channel, address)
  if (out) await tx.insert(optOuts).values({ channel, address: key, source, at: now }).onConflictDoNothing()
  else await tx.delete(optOuts).where(and(eq(optOuts.channel, channel), eq(optOuts.address, key)))
  const mark = channel === 'email' ? { emailOptOut: out } : { smsOptOut: out }
  for (const whose of channel === 'email' ? [eq(customers.email, key)] : withNumber(spellings(key)))
    await tx
      .update(customers)
      .set({ ...mark, updatedAt: now })
      .where(whose)
}

/** Along the index, and among the few that are not in it yet. */
function withNumber(phones: string[]) {
  return [1, 0].map((searchable) =>
    and(sql`${customers.searchable} = ${sql.raw(String(searchable))}`, inArray(customers.phone, phones)),
  )
}

const findOptOuts = prepared((db) =>
  db
    .select({ address: optOuts.address })
    .from(optOuts)
    .where(
      and(eq(optOuts.channel, sql.placeholder('channel')), sql`${optOuts.address} IN ${amongNamed('keys')}`),
    ),
)
const findMarkedEmails = prepared((db) =>
  db
    .select({ address: customers.email })
    .from(customers)
    .where(and(sql`${customers.email} IN ${amongNamed('keys')}`, eq(customers.emailOptOut, true))),
)
const findMarkedPhones = prepared((db) =>
  db
    .select({ address: customers.phone })
    .from(customers)
    .where(and(sql`${customers.phone} IN ${amongNamed('keys')}`, sql`${customers.smsOptOut} = 1`)),
)

/** Those of the addresses that asked for no more; `marked` also counts what only the customer's row says. */
export async function optedOut(
  db: Db,
  channel: Channel,
  addresses: string[],
  marked: boolean,
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const keys = [...new Set(addresses.map((address) => addressKey(channel, address)))]
  const asked = await findOptOuts.all(db, { channel, keys: JSON.stringify(keys) })
  const found = new Set(asked.map(({ address }) => address))
  if (!marked) return found
  for (const { address } of await markedCustomers(db, channel, keys))
    if (address !== null) found.add(addressKey(channel, address))
  return found
}

function markedCustomers(db: Db, channel: Channel, keys: string[]): Promise<{ address: string | null }[]> {
  return channel === 'email'
    ? findMarkedEmails.all(db, { keys: JSON.stringify(keys) })
    : findMarkedPhones.all(db, { keys: JSON.stringify(keys.flatMap(spellings)) })
}

/** A US number is kept with or without its country code, as it was booked. */
function spellings(e164: string): string[] {
  const digits = e164.replace(/^\+/, '')
  return [e164, digits, ...(digits.startsWith('1') ? [digits.slice(1)] : [])]
}
