import { and, eq, inArray, or } from 'drizzle-orm'
import { customers, optOuts } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import { normaliseEmail, normalisePhone } from '../../lib/contact'
import { toE164 } from '../../providers/sms/phone'
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
  const whose = channel === 'email' ? eq(customers.email, key) : inArray(customers.phone, spellings(key))
  await tx
    .update(customers)
    .set({ ...mark, updatedAt: now })
    .where(whose)
}

/** Those of the addresses that asked for no more; `marked` also counts what only the customer's row says. */
export async function optedOut(
  db: Db,
  channel: Channel,
  addresses: string[],
  marked: boolean,
): Promise<Set<string>> {
  const keys = [...new Set(addresses.map((address) => addressKey(channel, address)))]
  if (keys.length === 0) return new Set()
  const asked = await db
    .select({ address: optOuts.address })
    .from(optOuts)
    .where(and(eq(optOuts.channel, channel), inArray(optOuts.address, keys)))
  const found = new Set(asked.map(({ address }) => address))
  if (marked) for (const key of await markedCustomers(db, channel, keys)) found.add(key)
  return found
}

async function markedCustomers(db: Db, channel: Channel, keys: string[]): Promise<string[]> {
  const whose =
    channel === 'email'
      ? and(inArray(customers.email, keys), eq(customers.emailOptOut, true))
      : and(or(inArray(customers.phone, keys.flatMap(spellings))), eq(customers.smsOptOut, true))
  const rows = await db
    .select({ email: customers.email, phone: customers.phone })
    .from(customers)
    .where(whose)
  return rows.flatMap(({ email, phone }) => {
    const address = channel === 'email' ? email : phone
    return address === null ? [] : [addressKey(channel, address)]
  })
}

/** A US number is kept with or without its country code, as it was booked. */
function spellings(e164: string): string[] {
  const digits = e164.replace(/^\+/, '')
  return [e164, digits, ...(digits.startsWith('1') ? [digits.slice(1)] : [])]
}
