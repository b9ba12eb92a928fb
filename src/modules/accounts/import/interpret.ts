import { isEmail, normaliseEmail, toE164 } from '../../../lib/contact'
import type { ImportedCustomer } from '../../customers'
import type { FieldName, Mapping } from './fields'
import { cleanCell, cleanLine, isYes, listIn, momentOf, whenIn } from './values'

/** A row with an error can't be imported. A warning says what is left out or kept in the notes. */
export interface Fault {
  level: 'error' | 'warning'
  text: string
}

export interface Reading {
  mapping: Mapping
  columns: readonly string[]
  timeZone: string
}

/** The cells of one row by the fields they fill, with the header of each. */
export class Row {
  readonly #cells = new Map<string, { header: string; cell: string }[]>()

  constructor(cells: readonly string[], { mapping, columns }: Pick<Reading, 'mapping' | 'columns'>) {
    for (const [at, field] of mapping.entries()) {
      const cell = cleanCell(cells[at] ?? '')
      if (field === null || cell === '') continue
      const known = this.#cells.get(field) ?? []
      known.push({ header: columns[at] ?? '', cell })
      this.#cells.set(field, known)
    }
  }

  all(field: FieldName): { header: string; cell: string }[] {
    return this.#cells.get(field) ?? []
  }

  text(field: FieldName, longest = 200): string {
    return cleanLine(this.all(field)[0]?.cell ?? '', longest)
  }
}

const longestNotes = 4_000
const longestAddress = 500

export interface ReadCustomer {
  customer: ImportedCustomer
  faults: Fault[]
}

/** Turns a row into a customer. Nothing the owner mapped is lost: what has no field of its own becomes a note. */
export function readCustomer(row: Row, { timeZone }: Pick<Reading, 'timeZone'>): ReadCustomer {
  const faults: Fault[] = []
  const notes: string[] = []
  const name = nameIn(row, notes)
  if (name === '') faults.push({ level: 'error', text: 'The name is missing' })
  const [email = null, ...otherEmails] = emailsIn(row, faults, notes)
  const [phone = null, ...otherPhones] = phonesIn(row, faults, notes)
  if (otherEmails.length > 0) notes.push(`Other email: ${otherEmails.join(', ')}`)
  if (otherPhones.length > 0) notes.push(`Other phone: ${otherPhones.join(', ')}`)
  const address = addressIn(row, notes)
  for (const { header, cell } of [...row.all('tags'), ...row.all('notes')]) notes.push(noteOf(header, cell))
  const customer = {
    name,
    email,
    phone,
    address,
    notes: notes.filter(Boolean).join('\n').slice(0, longestNotes) || null,
    emailOptOut: row.all('emailOptOut').some(({ cell }) => isYes(cell)),
    smsOptOut: row.all('smsOptOut').some(({ cell }) => isYes(cell)),
    createdAt: createdIn(row, timeZone, faults),
  }
  return { customer, faults }
}

/** Plain notes stand for themselves; other columns are named, except where the cell only says no. */
function noteOf(header: string, cell: string): string {
  if (/^(?:customer |client |private )?(?:notes?|comments?)$/i.test(header.trim())) return cell
  return /^(?:no|false|0|n)$/i.test(cell) ? '' : `${header.trim()}: ${cell}`
}

function nameIn(row: Row, notes: string[]): string {
  const person = [row.text('firstName', 100), row.text('lastName', 100)].filter(Boolean).join(' ')
  const company = row.text('company')
  const name = row.text('name') || person || company
  for (const [label, other] of [
    ['Company', company],
    ['Contact', person],
  ] as const)
    if (other !== '' && other.toLowerCase() !== name.toLowerCase()) notes.push(`${label}: ${other}`)
  return name
}

function emailsIn(row: Row, faults: Fault[], notes: string[]): string[] {
  const written = row.all('email').flatMap(({ cell }) => listIn(cell).flatMap((part) => part.split(/\s+/)))
  const bad = written.filter((email) => !isEmail(email) || email.length > 254)
  if (bad.length > 0) {
    faults.push({ level: 'warning', text: "The email address isn't valid; it goes into the notes" })
    notes.push(`Email as written: ${bad.join(' ').slice(0, 300)}`)
  }
  const good = written.filter((email) => !bad.includes(email)).map(normaliseEmail)
  return [...new Set(good)]
}

function phonesIn(row: Row, faults: Fault[], notes: string[]): string[] {
  const written = row.all('phone').flatMap(({ cell }) => listIn(cell))
  const good = written.map((phone) => toE164(phone))
  const bad = written.filter((_, at) => good[at] === null)
  if (bad.length > 0) {
    faults.push({ level: 'warning', text: "The phone number isn't valid; it goes into the notes" })
    notes.push(`Phone as written: ${bad.join(', ').slice(0, 300)}`)
  }
  return [...new Set(good.flatMap((phone) => phone ?? []).map(asBooked))]
}

/** US numbers are stored as people book with them, so that the next booking finds the customer. */
const asBooked = (e164: string): string => (/^\+1\d{10}$/.test(e164) ? e164.slice(2) : e164)

function addressIn(row: Row, notes: string[]): string | null {
  const service =
    row.text('address', longestAddress) || partsIn(row, ['street', 'street2', 'city', 'state', 'zip'])
  const billing = partsIn(row, [
    'billingStreet',
    'billingStreet2',
    'billingCity',
    'billingState',
    'billingZip',
  ])
  if (service !== '' && billing !== '' && service !== billing) notes.push(`Billing address: ${billing}`)
  return service || billing || null
}

/** `12 Main St, Apt 4, Denver, CO 80202`. A state alone isn't an address. */
function partsIn(
  row: Row,
  [street, street2, city, state, zip]: [FieldName, FieldName, FieldName, FieldName, FieldName],
) {
  const end = [row.text(state, 50), row.text(zip, 20)].filter(Boolean).join(' ')
  const start = [row.text(street), row.text(street2), row.text(city, 100)].filter(Boolean)
  return start.length === 0 ? '' : [...start, end].filter(Boolean).join(', ').slice(0, longestAddress)
}

function createdIn(row: Row, timeZone: string, faults: Fault[]): number | null {
  const text = row.text('created')
  if (text === '') return null
  const when = whenIn(text)
  if (when === null)
    faults.push({ level: 'warning', text: "The date added isn't readable; today counts instead" })
  return when === null ? null : momentOf(when, timeZone, 12 * 60)
}
