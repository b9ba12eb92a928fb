import { eq, sql, and, isNull, inArray, ne } from 'drizzle-orm'
import { amongNamed } from '../../../db/conditions'
import { customers, optOuts } from '../../../db/schema'
import { insertInto, prepared, newId, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { normaliseEmail, normalisePhone, toE164 } from '../../lib/contact'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import { keyedHash, sameSecret } from '../../lib/secret'
import type { Language } from '../../words/language'
import { recordEvent } from '../events'
import { customerCreated, customerUpdated } from './events'
import type { Customer } from './model'

export type CustomerRow = typeof customers.$inferSelect

const byId = prepared((db) =>
  db
    .select()
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id')))
    .limit(1),
)
const byEmail = prepared((db) =>
  db
    .select()
    .from(customers)
    .where(eq(customers.email, sql.placeholder('email')))
    .limit(1),
)

export async function requireCustomer(db: Db, id: string): Promise<CustomerRow> {
  const customer = await byId.get(db, { id })
  if (!customer) throw missing('Customer')
  return customer
}

/** Finds a customer by email. A merged customer leads to the one they were merged into. */
export async function customerByEmail(db: Db, email: string): Promise<CustomerRow | undefined> {
  const found = await byEmail.get(db, { email })
  return found?.mergedInto ? byId.get(db, { id: found.mergedInto }) : found
}

export interface Contact {
  name: string
  email: string | null
  phone: string | null
  /** The language they booked in, where that is known. */
  language?: Language | null | undefined
}

const insertCustomer = insertInto(customers)
const findByEmail = prepared((db) =>
  db
    .select({ id: customers.id, mergedInto: customers.mergedInto, language: customers.language })
    .from(customers)
    .where(eq(customers.email, sql.placeholder('email'))),
)
const findByPhone = prepared((db) =>
  db
    .select({ id: customers.id, mergedInto: customers.mergedInto, language: customers.language })
    .from(customers)
    .where(and(isNull(customers.email), eq(customers.phone, sql.placeholder('phone')))),
)

export interface Identified {
  id: string
  /** We knew them before, so the person who typed their address may be someone else. */
  isKnown: boolean
}

/**
 * Finds or creates the customer for a booking, by email or else by phone. A known customer's name, numbers and
 * language stay unchanged, because anyone can book with anyone's address.
 */
export async function identifyCustomer(tx: Tx, contact: Contact, now: number): Promise<Identified | null> {
  const email = contact.email === null ? null : normaliseEmail(contact.email)
  const phone = contact.phone === null ? null : normalisePhone(contact.phone)
  if (email === null && phone === null) return null
  // Units run one after another, so no other booking can create this customer at the same time.
  const known = await (email === null ? findByPhone.get(tx, { phone }) : findByEmail.get(tx, { email }))
  const { language = null } = contact
  if (known) {
    const id = known.mergedInto ?? known.id
    if (language !== null && known.language === null) await setFirstLanguage(tx, id, language, now)
    return { id, isKnown: true }
  }
  const id = newId()
  const customer = { id, name: contact.name, email, phone, language, createdAt: now, updatedAt: now }
  await insertCustomer(tx, customer)
  await recordEvent(tx, now, customerCreated, () => presentCustomer({ ...fresh, ...customer }))
  return { id, isKnown: false }
}

/** The values of a customer nobody has changed. */
const fresh = {
  address: null,
  notes: null,
  preferredWorkerId: null,
  emailOptOut: false,
  smsOptOut: false,
  mergedInto: null,
  erasedAt: null,
}

/** A customer whom the office chose; one who was merged leads to the one who was kept. */
export async function chosenCustomer(tx: Tx, id: string): Promise<CustomerRow> {
  const customer = await requireCustomer(tx, id)
  if (customer.mergedInto !== null) return requireCustomer(tx, customer.mergedInto)
  if (customer.erasedAt !== null) throw conflict('This customer was erased. Book for a new customer instead.')
  return customer
}

async function setFirstLanguage(tx: Tx, id: string, language: Language, now: number): Promise<void> {
  const changed = await tx
    .update(customers)
    .set({ language, updatedAt: now })
    .where(and(eq(customers.id, id), isNull(customers.language)))
    .returning()
  await announceUpdated(tx, now, changed)
}

/** Reports changed customers to subscribers, in the unit of the change. */
export async function announceUpdated(tx: Tx, now: number, changed: readonly CustomerRow[]): Promise<void> {
  for (const row of changed) await recordEvent(tx, now, customerUpdated, () => presentCustomer(row))
}

export function presentCustomer(
  row: Omit<CustomerRow, 'paymentsCustomerId' | 'linkSeries' | 'searchable' | 'searchRow' | 'demo'>,
): Customer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    language: row.language,
    address: row.address,
    notes: row.notes,
    preferredWorkerId: row.preferredWorkerId,
    emailOptOut: row.emailOptOut,
    smsOptOut: row.smsOptOut,
    mergedInto: row.mergedInto,
    erasedAt: isoTimeOrNull(row.erasedAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  }
}

export type Channel = typeof optOuts.$inferSelect.channel
type Source = typeof optOuts.$inferSelect.source

/** One spelling per address, to compare them: lower case, or E.164 for phones. */
export function addressKey(channel: Channel, address: string): string {
  return channel === 'email' ? normaliseEmail(address) : (toE164(address) ?? normalisePhone(address))
}

/** Also marks the customer's row, because HQ looks there. */
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
  const isOther = ne(channel === 'email' ? customers.emailOptOut : customers.smsOptOut, out)
  for (const whose of channel === 'email' ? [eq(customers.email, key)] : withNumber(key))
    await announceUpdated(
      tx,
      now,
      await tx
        .update(customers)
        .set({ ...mark, updatedAt: now })
        .where(and(whose, isOther))
        .returning(),
    )
}

/** Uses the index, plus the few customers that aren't in it yet. */
export function withNumber(e164: string) {
  const phones = spellings(e164)
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

/** The addresses that have opted out. `marked` also counts opt-outs recorded only on the customer's row. */
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

/** US numbers are stored as they were booked, with or without the country code. */
export function spellings(e164: string): string[] {
  const digits = e164.replace(/^\+/, '')
  return [e164, digits, ...(digits.startsWith('1') ? [digits.slice(1)] : [])]
}

type Signing = Pick<Deps, 'config' | 'secrets'>

/** The unsubscribe link in every campaign email. It is signed, so nobody can unsubscribe someone else. */
export function unsubscribeUrl({ config, secrets }: Signing, email: string): string {
  return `${config.publicUrl}/unsubscribe/${linkToken(secrets.linkSecret, addressKey('email', email))}`
}

/** The address a link was made for, or null if we didn't make the link. */
export function addressOfLink({ secrets }: Pick<Deps, 'secrets'>, token: string): string | null {
  const [encoded = ''] = token.split('.')
  const address = Buffer.from(encoded, 'base64url').toString()
  return sameSecret(token, linkToken(secrets.linkSecret, address)) ? address : null
}

function linkToken(secret: string, address: string): string {
  const signature = keyedHash(secret, 'unsubscribe', address).slice(0, 32)
  return `${Buffer.from(address).toString('base64url')}.${signature}`
}
