import { minute as oneMinute, day as oneDay } from '../../../lib/clock'
import { dateText } from '../../../lib/calendar'
import { zipIn } from '../../../lib/text'
import type { ImportedCustomer } from '../../customers'
import type { ImportedJob } from '../../jobs'
import { readCustomer, type Fault, type Reading, type Row } from './interpret'
import { centsIn, endingIn, minuteIn, momentOf, whenIn, type When } from './values'

/** Everything the rows of a job file are compared with. */
export interface JobReading extends Reading {
  now: number
  /** By label in lower case. */
  services: ReadonlyMap<string, { id: string; label: string; minutes: number }>
  /** By name in lower case; a name that two technicians share isn't here. */
  workers: ReadonlyMap<string, string>
  /** By ZIP code: the time zones of franchises that have another one than the business. */
  zones: ReadonlyMap<string, string>
}

export interface ReadJob {
  customer: ImportedCustomer
  job: Omit<ImportedJob, 'customerId' | 'id' | 'franchiseId' | 'zip'>
  faults: Fault[]
}

const usualMinutes = 60
const unpaidWords =
  /un-?paid|not paid|partly|partial|requires invoicing|awaiting payment|past due|overdue|outstanding/i
const noon = 12 * 60

/**
 * Turns a row into a job. Work in the past is history: done or canceled, paid as it was. Work ahead of us is
 * scheduled if the file names a time, and otherwise waits for one with its date as the customer's wish.
 */
export function readJob(row: Row, whole: JobReading): ReadJob {
  const { customer, faults } = readCustomer(row, whole)
  const zone = whole.zones.get(zipIn(customer.address ?? '') ?? '')
  const reading = zone === undefined ? whole : { ...whole, timeZone: zone }
  const { type, service } = serviceIn(row, reading, faults)
  const visit = visitIn(row, reading, service?.minutes ?? usualMinutes, faults)
  const money = moneyIn(row, whole, faults)
  const ending = endingIn(row.text('status'))
  const isAhead = visit.start === null ? ending === 'open' || ending === null : visit.start > reading.now
  const status = statusOf(ending, isAhead, visit)
  if (status === 'completed' && visit.start === null && !visit.isUnreadable)
    faults.push({ level: 'error', text: 'A finished job needs a date' })
  if (customer.address === null) faults.push({ level: 'warning', text: 'The address is missing' })
  const paid = money.paid ?? (status === 'completed' ? money.total : 0)
  const isHistory = status !== 'pending' && status !== 'scheduled'
  const hasVisit = status !== 'pending' && visit.start !== null && visit.end !== null
  const job = {
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    address: customer.address ?? 'Unknown',
    type,
    serviceTypeId: service?.id ?? null,
    status,
    workerId: workerIn(row, reading, faults),
    scheduledStart: hasVisit ? visit.start : null,
    scheduledEnd: hasVisit ? visit.end : null,
    preferredDate: status === 'pending' ? visit.day : null,
    totalCents: money.total,
    paidBeforeCents: paid,
    paymentState: paid > 0 && paid === money.total ? ('paid' as const) : ('unpaid' as const),
    notes: customer.notes || null,
    isHistory,
    createdAt: customer.createdAt ?? (isHistory ? visit.start : null),
  }
  return { customer: { ...customer, notes: null }, job, faults }
}

function statusOf(
  ending: ReturnType<typeof endingIn>,
  isAhead: boolean,
  visit: Visit,
): ImportedJob['status'] {
  if (ending === 'cancelled' || ending === 'no_show') return ending
  // A visit that was due is over, whatever its status says: nobody can still make it.
  if (!isAhead || (ending === 'completed' && visit.start !== null)) return 'completed'
  return visit.start !== null && visit.hasTime ? 'scheduled' : 'pending'
}

function serviceIn(row: Row, { services }: JobReading, faults: Fault[]) {
  const written = row.text('service')
  const service = services.get(written.toLowerCase())
  if (service) return { type: service.label, service }
  if (written !== '')
    faults.push({ level: 'warning', text: "The service isn't in your catalog; its name is kept" })
  return { type: written || 'Imported job', service: undefined }
}

interface Visit {
  start: number | null
  end: number | null
  day: string | null
  hasTime: boolean
  isUnreadable: boolean
}

function visitIn(row: Row, { timeZone }: Reading, minutes: number, faults: Fault[]): Visit {
  const before = faults.length
  const when = dateIn(row, 'start', faults) ?? dateIn(row, 'completed', faults)
  const isUnreadable = faults.length > before
  if (when === null) return { start: null, end: null, day: null, hasTime: false, isUnreadable }
  const times = row.text('startTime')
  const minute = when.minute ?? minuteIn(times)
  const start = momentOf({ ...when, minute }, timeZone, noon)
  const until = endOf(row, when, faults)
  const end = until === null ? start : momentOf(until, timeZone, 0)
  const isUsable = end > start && end - start <= oneDay
  return {
    start,
    end: isUsable ? end : start + Math.min(minutes * oneMinute, oneDay),
    day: dateText(when.date),
    hasTime: minute !== null,
    isUnreadable,
  }
}

function dateIn(row: Row, field: 'start' | 'end' | 'completed', faults: Fault[]): When | null {
  const text = row.text(field)
  if (text === '') return null
  const when = whenIn(text)
  if (when === null)
    faults.push({ level: 'error', text: `A date isn't readable (${field}). Write it as MM/DD/YYYY` })
  return when
}

/** A column of its own, or the second half of `9:00 AM - 11:00 AM`. */
function endOf(row: Row, start: When, faults: Fault[]): When | null {
  const written = dateIn(row, 'end', faults)
  const [, second = ''] = row.text('startTime').split(/[-–]/)
  const minute = minuteIn(row.text('endTime')) ?? minuteIn(second)
  if (written) return { ...written, minute: written.minute ?? minute }
  return minute === null ? null : { date: start.date, minute }
}

/**
 * The total as it was charged, with tax, and the part that was paid. That money moved elsewhere, so it isn't
 * in our books, but only the rest is due. `paid` is null if the file doesn't say anything about payments: then
 * finished work counts as paid, because nobody should be asked for money twice.
 */
function moneyIn(
  row: Row,
  { mapping }: Pick<Reading, 'mapping'>,
  faults: Fault[],
): { total: number; paid: number | null } {
  const amount = (field: 'total' | 'paid' | 'due'): number | null => {
    const text = row.text(field)
    const cents = text === '' ? null : centsIn(text)
    if (text !== '' && cents === null)
      faults.push({ level: 'error', text: `An amount isn't readable (${field})` })
    return cents
  }
  const [whole, paid, due] = [amount('total'), amount('paid'), amount('due')]
  const total = whole ?? (paid ?? 0) + (due ?? 0)
  const received = paid ?? (due === null ? null : total - due)
  const status = row.text('status')
  const saysUnpaid = unpaidWords.test(status)
  if (received === null && !saysUnpaid && !mapping.includes('paid') && !mapping.includes('due'))
    return { total, paid: /\bpaid\b/i.test(status) ? total : null }
  const saysPaid = /\bpaid\b/i.test(status) && !saysUnpaid
  return { total, paid: Math.min(Math.max(0, received ?? (saysPaid ? total : 0)), total) }
}

/** The first of the named people who is one of our technicians. */
function workerIn(row: Row, { workers }: JobReading, faults: Fault[]): string | null {
  const names = row
    .text('worker', 500)
    .split(/[,;|&/]|\band\b/i)
    .map((name) => name.trim())
    .filter(Boolean)
  const found = names.flatMap((name) => workers.get(name.toLowerCase()) ?? [])
  if (names.length > 0 && found.length === 0)
    faults.push({ level: 'warning', text: "The technician isn't on your team; the job comes in without one" })
  return found[0] ?? null
}
