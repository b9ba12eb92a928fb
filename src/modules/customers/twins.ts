import { sql, type SQL } from 'drizzle-orm'
import { amongNamed, sqliteLower } from '../../../db/conditions'
import { customers, jobs } from '../../../db/schema'
import { prepared, type Db } from '../../../db/store'
import { toE164 } from '../../lib/contact'
import { shortForms } from '../../lib/search-words'
import { oneLine, zipIn } from '../../lib/text'
import { spellings, type CustomerRow } from './records'

/** A person in a file, as far as it tells. */
export interface Contact {
  name: string
  email: string | null
  phone: string | null
  address: string | null
}

const known = {
  id: customers.id,
  name: customers.name,
  email: customers.email,
  phone: customers.phone,
  address: customers.address,
  notes: customers.notes,
  emailOptOut: customers.emailOptOut,
  smsOptOut: customers.smsOptOut,
  mergedInto: customers.mergedInto,
  updatedAt: customers.updatedAt,
}
/** A customer of ours, or of an earlier row of the same file. */
export type Known = Pick<CustomerRow, keyof typeof known>

interface Place {
  street: string
  zip: string | null
}

/** An address in one spelling, whatever its marks, case and abbreviations are. */
export function spelledAlike(address: string): string {
  const words = address.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => shortForms[word] ?? word).join(' ')
}

/** The street in one spelling, and the ZIP code. Two addresses are one place if neither differs. */
const placeOf = (address: string): Place => ({
  street: spelledAlike(address.split(',')[0] ?? ''),
  zip: zipIn(address),
})

/** The same street and number, and no other ZIP code. */
export function isSamePlace(one: string, other: string): boolean {
  const [first, second] = [placeOf(one), placeOf(other)]
  const isSameZip = !first.zip || !second.zip || first.zip === second.zip
  return first.street !== '' && first.street === second.street && isSameZip
}

const nameKey = (name: string): string => oneLine(name).trim().toLowerCase()

/** Most numbers are stored with ten digits or in E.164, and parsing them would be most of the work. */
function phoneKey(phone: string): string {
  if (/^[2-9]\d{9}$/.test(phone)) return `+1${phone}`
  return /^\+\d{8,15}$/.test(phone) ? phone : (toE164(phone) ?? phone)
}

/**
 * Finds the customer a row of a file is about: by email; by phone, unless both email and name say otherwise;
 * or by name and address.
 */
export class TwinIndex {
  readonly #ids = new Map<string, Known>()
  readonly #byEmail = new Map<string, Known>()
  readonly #byPhone = new Map<string, Known[]>()
  readonly #byName = new Map<string, Known[]>()
  readonly #places = new Map<string, Place[]>()

  get(id: string): Known | undefined {
    return this.#ids.get(id)
  }

  /** Also call this after a change, so that the next rows find what it filled in. */
  add(customer: Known): void {
    const isNew = !this.#ids.has(customer.id)
    this.#ids.set(customer.id, customer)
    if (customer.email !== null) this.#byEmail.set(customer.email, customer)
    if (customer.phone !== null) putInto(this.#byPhone, phoneKey(customer.phone), customer)
    if (isNew) putInto(this.#byName, nameKey(customer.name), customer)
    if (customer.address !== null) this.addPlace(customer.id, customer.address)
  }

  /** A merged record's own email and phone still mean the customer who was kept. */
  addAlias({ email, phone }: Known, customer: Known): void {
    if (email !== null) this.#byEmail.set(email, customer)
    if (phone !== null) putInto(this.#byPhone, phoneKey(phone), customer)
  }

  addPlace(id: string, address: string): void {
    const place = placeOf(address)
    if (!this.#livesAt(id, place)) putInto(this.#places, id, place)
  }

  find({ name, email, phone, address }: Contact): Known | undefined {
    const byEmail = email === null ? undefined : this.#byEmail.get(email)
    if (byEmail) return byEmail
    const sharing = phone === null ? [] : (this.#byPhone.get(phoneKey(phone)) ?? [])
    const isSame = (other: Known) =>
      email === null || other.email === null || nameKey(other.name) === nameKey(name)
    const byPhone = sharing.find(isSame)
    if (byPhone || address === null) return byPhone
    const place = placeOf(address)
    return this.#byName.get(nameKey(name))?.find(({ id }) => this.#livesAt(id, place))
  }

  /** For files that only have names: the one customer with this name. */
  findByName(name: string): Known | undefined {
    const found = this.#byName.get(nameKey(name)) ?? []
    return found.length === 1 ? found[0] : undefined
  }

  #livesAt(id: string, { street, zip }: Place): boolean {
    const places = this.#places.get(id) ?? []
    return (
      street !== '' &&
      places.some((other) => other.street === street && (!zip || !other.zip || zip === other.zip))
    )
  }
}

function putInto<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** Prepared, because building these statements would take as long as running them. */
const matching = (condition: SQL) =>
  prepared((db) =>
    db
      .select(known)
      .from(customers)
      .where(sql`${customers.erasedAt} IS NULL AND ${condition}`),
  )

/** Newly booked customers aren't in the search indexes yet; they are few. */
const indexed = (condition: SQL) =>
  [1, 0].map((searchable) =>
    matching(sql`${customers.searchable} = ${sql.raw(String(searchable))} AND ${condition}`),
  )

const wanted = amongNamed('wanted')
const byEmail = [matching(sql`${customers.email} IN ${wanted}`)]
const byPhone = indexed(sql`${customers.phone} IN ${wanted}`)
const byName = indexed(sql`lower(${customers.name}) IN ${wanted}`)
const byId = [matching(sql`${customers.id} IN ${wanted}`)]
const placesOf = prepared((db) =>
  db
    .selectDistinct({ id: jobs.customerId, address: jobs.address })
    .from(jobs)
    .where(sql`${jobs.customerId} IN ${wanted}`),
)

async function allOf(db: Db, statements: typeof byEmail, values: readonly string[]): Promise<Known[]> {
  if (values.length === 0) return []
  const list = JSON.stringify(values)
  const found: Known[] = []
  for (const statement of statements) found.push(...(await statement.all(db, { wanted: list })))
  return found
}

/** Adds every customer who could be one of these people. A merged customer leads to the one who was kept. */
export async function loadTwins(db: Db, index: TwinIndex, people: readonly Contact[]): Promise<void> {
  const emails = people.flatMap(({ email }) => email ?? [])
  const phones = people.flatMap(({ phone }) => (phone === null ? [] : spellings(phoneKey(phone))))
  const names = [...new Set(people.map(({ name }) => sqliteLower(oneLine(name).trim())))]
  const found = [
    ...(await allOf(db, byEmail, emails)),
    ...(await allOf(db, byPhone, phones)),
    ...(await allOf(db, byName, names)),
  ]
  const merged = found.flatMap(({ mergedInto }) => mergedInto ?? [])
  const kept = new Map((await allOf(db, byId, merged)).map((customer) => [customer.id, customer]))
  for (const one of found) {
    const customer = one.mergedInto === null ? one : kept.get(one.mergedInto)
    if (!customer) continue
    if (!index.get(customer.id)) index.add(customer)
    if (customer !== one) index.addAlias(one, index.get(customer.id) ?? customer)
  }
  if (found.length === 0) return
  // People who booked with us have their addresses on their jobs.
  for (const { id, address } of await placesOf.all(db, { wanted: JSON.stringify(found.map(({ id }) => id)) }))
    if (id !== null) index.addPlace(id, address)
}

/** The customer who is certainly meant by this contact, if we know them. */
export async function findTwin(db: Db, contact: Contact): Promise<Known | undefined> {
  const index = new TwinIndex()
  await loadTwins(db, index, [contact])
  return index.find(contact)
}
