import type { ImportKind } from '../../../../db/schema/accounts'

/** The fields that columns can fill, with the words for people and the headers we recognize. */
interface Field {
  label: string
  /** In the order of preference when several columns could fill it; compared by `headerKey`. */
  headers: string
  /** Several columns can fill it together. */
  several?: true
}

const people = {
  name: {
    label: 'Name',
    headers:
      'display name, client name, customer name, name, full name, contact name, customer, ' +
      'client, contact',
  },
  firstName: {
    label: 'First name',
    headers: 'first name, firstname, first, given name, customer first name, client first name',
  },
  lastName: {
    label: 'Last name',
    headers: 'last name, lastname, last, surname, family name, customer last name, client last name',
  },
  company: {
    label: 'Company',
    headers: 'company name, company, business name, organization, organization name',
  },
  email: {
    label: 'Email',
    several: true,
    headers:
      'email, e mail, emails, e mails, email address, email addresses, primary email, ' +
      'client email, customer email, additional emails, e mail 1 value',
  },
  phone: {
    label: 'Phone',
    several: true,
    headers:
      'mobile number, mobile phone, mobile, cell, cell phone, text message enabled phone, ' +
      'main phone, phone, phone number, primary phone, client phone, customer phone, ' +
      'telephone, phones, home number, home phone, work number, work phone, other phone, ' +
      'phone 1 value',
  },
  address: {
    label: 'Address (whole)',
    headers:
      'service address, property address, job address, address, full address, property, ' +
      'location, address 1 formatted',
  },
  street: {
    label: 'Street',
    headers:
      'service street 1, service street, property street, street, street 1, address line 1, ' +
      'address 1, street address, address street line 1, address 1 street',
  },
  street2: {
    label: 'Street, second line',
    headers:
      'service street 2, service address 2, street 2, street line 2, address line 2, ' +
      'address 2, unit, apt, suite, address street line 2',
  },
  city: {
    label: 'City',
    headers: 'service city, property city, city, town, address city, address 1 city',
  },
  state: {
    label: 'State',
    headers:
      'service state, service province, service state province, property state, state, ' +
      'province, state province, address state, address 1 region',
  },
  zip: {
    label: 'ZIP code',
    headers:
      'service zip, service zip code, service postal code, property zip, zip, zip code, ' +
      'postal code, postcode, zipcode, address zip, address 1 postal code',
  },
  billingStreet: {
    label: 'Billing street',
    headers: 'billing street 1, billing street, billing address',
  },
  billingStreet2: {
    label: 'Billing street, second line',
    headers: 'billing street 2, billing address 2',
  },
  billingCity: { label: 'Billing city', headers: 'billing city' },
  billingState: {
    label: 'Billing state',
    headers: 'billing state, billing province, billing state province',
  },
  billingZip: {
    label: 'Billing ZIP code',
    headers: 'billing zip, billing zip code, billing postal code',
  },
  created: {
    label: 'Date added',
    headers:
      'created date, created, created at, date created, customer since, client since, ' +
      'job created date, created on',
  },
  notes: {
    label: 'Notes',
    several: true,
    headers:
      'notes, note, customer notes, client notes, comments, private notes, tags, ' +
      'customer tags, client tags, lead source, referral source, referred by, ' +
      'do not service, service property name, property name, gate code',
  },
} as const satisfies Record<string, Field>

const customerFields = {
  ...people,
  emailOptOut: {
    label: 'No marketing emails',
    headers: 'do not email, unsubscribed, email opt out, marketing opt out, opted out',
  },
  smsOptOut: { label: 'No texts', headers: 'do not text, sms opt out, text opt out' },
  tags: { label: 'Tags', headers: 'categories, labels' },
} as const satisfies Record<string, Field>

const jobFields = {
  service: {
    label: 'Service',
    headers:
      'service type, service, job type, title, job title, visit title, job description, ' +
      'line items, job name, job, description, type',
  },
  start: {
    label: 'Start (date, or date and time)',
    headers:
      'job scheduled start date, scheduled start, scheduled start date, schedule start, ' +
      'start date, start, scheduled date, visit date, service date, job date, date, ' +
      'scheduled',
  },
  startTime: {
    label: 'Start time',
    headers: 'start time, scheduled start time, schedule start time, times, time, arrival time',
  },
  end: {
    label: 'End (date, or date and time)',
    headers: 'job scheduled end date, scheduled end, scheduled end date, end date, end',
  },
  endTime: { label: 'End time', headers: 'end time, scheduled end time, schedule end time' },
  completed: {
    label: 'Completed on',
    headers:
      'completed date, visit completed date, completed, completed on, completed at, ' +
      'closed date, closed, job completed date',
  },
  status: { label: 'Status', headers: 'job status, status, visit status, work status' },
  total: {
    label: 'Total',
    headers:
      'total, job amount, total amount, total revenue, job total, amount, price, ' +
      'invoice total, one off job, visit based, grand total',
  },
  paid: { label: 'Amount paid', headers: 'paid amount, amount paid, paid, total paid, payments' },
  due: {
    label: 'Amount due',
    headers: 'due amount, amount due, balance due, balance, outstanding',
  },
  worker: {
    label: 'Technician',
    headers:
      'assigned employees, visits assigned to, assigned to, technician, technicians, ' +
      'assigned, employee, worker, team, crew',
  },
  ...people,
  // Texts that aren't the service say more about the job.
  notes: {
    ...people.notes,
    headers: `${people.notes.headers}, description, job description, line items, title, details, instructions`,
  },
} as const satisfies Record<string, Field>

const fieldsByKind: Record<ImportKind, Record<string, Field>> = { customers: customerFields, jobs: jobFields }

export type FieldName = keyof typeof customerFields | keyof typeof jobFields
export type Mapping = (string | null)[]

export const fieldNames = [...new Set(Object.values(fieldsByKind).flatMap((fields) => Object.keys(fields)))]

export const importFields = (kind: ImportKind): { name: string; label: string; several: boolean }[] =>
  Object.entries(fieldsByKind[kind]).map(([name, { label, several = false }]) => ({ name, label, several }))

export const labelOf = (kind: ImportKind, field: string): string => fieldsByKind[kind][field]?.label ?? field

/** `Main Phone #s` and `main phone` are one header, and so are `Total ($)` and `total`. */
const headerKey = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll(/\(s\)|#s?\b/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Custom fields of clients, properties and jobs in Jobber's files. */
const isCustomField = (header: string): boolean => /^[cpj]f[a-z]?\[.+\]$/i.test(header.trim())

/** The field that each column most likely fills. A field goes to one column, unless several can share it. */
export function guessMapping(kind: ImportKind, columns: readonly string[]): Mapping {
  const keys = columns.map(headerKey)
  const mapping: Mapping = columns.map(() => null)
  for (const [name, { headers, several }] of Object.entries(fieldsByKind[kind]))
    for (const header of headers.split(', '))
      for (const [at, key] of keys.entries())
        if (key === header && mapping[at] === null && (several || !mapping.includes(name))) mapping[at] = name
  return mapping.map((field, at) => field ?? (isCustomField(columns[at] ?? '') ? 'notes' : null))
}

/** The software that wrote a file. Only its name is shown; columns are recognized one by one. */
export function originOf(columns: readonly string[]): 'jobber' | 'housecall-pro' | 'other' {
  const keys = new Set(columns.map(headerKey))
  const has = (...headers: string[]) => headers.every((header) => keys.has(header))
  if (has('j id') || has('display name', 'service street 1') || has('display name', 'billing street 1'))
    return 'jobber'
  if (has('client name', 'visits assigned to') || has('client name', 'service street')) return 'jobber'
  if (has('mobile number', 'home number') || has('job scheduled start date') || has('do not service'))
    return 'housecall-pro'
  return has('customer name', 'assigned employees') ? 'housecall-pro' : 'other'
}
