import type { jobs, jobEvents } from '../schema'
import type { JobStatus } from '../schema/jobs'
import type { Extra } from '../schema/catalog'
import { services, windows, type DemoTown } from './company'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type JobRow = typeof jobs.$inferInsert & { id: string }
type EventRow = typeof jobEvents.$inferInsert

export interface DemoCustomer {
  id: string
  name: string
  email: string
  phone: string
  address: string
  zip: string
  lat: number
  lng: number
}

export interface DemoPlace {
  town: DemoTown
  franchiseId: string
  /** Each worker's next free moment by day, so demo visits don't overlap. */
  workers: { id: string; busyUntil: Map<number, number> }[]
}

export interface DemoBranch {
  place: DemoPlace
  people: DemoCustomer[]
}

export interface DemoJob {
  job: JobRow
  events: EventRow[]
}

/** Older jobs have come further. */
function statusFor(dice: Dice, ageDays: number): JobStatus {
  const roll = dice.next()
  if (ageDays < 2) return roll < 0.75 ? 'pending' : roll < 0.95 ? 'scheduled' : 'cancelled'
  if (ageDays < 8)
    return roll < 0.15 ? 'pending' : roll < 0.75 ? 'scheduled' : roll < 0.93 ? 'completed' : 'cancelled'
  return roll < 0.86 ? 'completed' : roll < 0.96 ? 'cancelled' : 'no_show'
}

/** One job with the timeline that led to its state. */
export function demoJob(dice: Dice, place: DemoPlace, customer: DemoCustomer, now: number): DemoJob | null {
  const ageDays = Math.floor(dice.next() ** 1.5 * 180)
  const createdAt = now - ageDays * day - dice.between(1, 20) * hour
  const service = dice.pick(services)
  const made = bookedJob(dice, place, customer, {
    createdAt,
    service,
    status: () => statusFor(dice, ageDays),
  })
  const { job, events, advance, status, minutes } = made
  if (status === 'cancelled') advance(createdAt + day, 'cancelled', { status, cancelledAt: createdAt + day })
  if (status === 'cancelled' || status === 'pending') return { job, events }
  const visit = findVisit(dice, place, createdAt, now, status, minutes, service.buffer)
  if (!visit) return null
  gotWish(job, visit.scheduledStart, place.town)
  advance(createdAt + 2 * hour, 'scheduled', { status: 'scheduled', ...visit })
  if (status === 'no_show') advance(visit.scheduledStart + 30 * minute, 'no_show', { status })
  if (status === 'completed') {
    const late = Math.min(latenessOf(createdAt), now - visit.scheduledEnd)
    const startedAt = visit.scheduledStart + late
    const enRouteAt = startedAt - 20 * minute
    const completedAt = visit.scheduledEnd + late
    advance(enRouteAt, 'en_route', { status: 'en_route', enRouteAt })
    advance(startedAt, 'in_progress', { status: 'in_progress', startedAt })
    advance(completedAt, 'completed', { status, completedAt })
  }
  return { job, events }
}

/** Most technicians are on time, and nobody always is. Its own dice leave the others as they are. */
function latenessOf(seed: number): number {
  const dice = new Dice(Math.floor(seed / minute))
  return (dice.next() < 0.9 ? dice.between(-4, 12) : dice.between(16, 40)) * minute
}

interface Booked {
  createdAt: number
  service: (typeof services)[number]
  /** Called in its turn, so that the dice fall as they always did. */
  status: () => JobStatus
}

/** A new booking, and how to move it on. */
export function bookedJob(
  dice: Dice,
  place: DemoPlace,
  customer: DemoCustomer,
  { createdAt, service, status: statusOf }: Booked,
) {
  const gutterLength = service.perFoot > 0 ? dice.between(80, 260) : null
  const stories = dice.between(1, 3)
  const quoteCents = dice.between(0, 40) * 250
  const status = statusOf()
  const id = dice.id(createdAt)
  const preferredDate = workday(new Date(createdAt + dice.between(3, 7) * day))
  const preferredTime = dice.pick(windows)
  const extras = dice.next() < 0.3 ? oneOf(dice, service.extras) : []
  const priceCents = priceOf(service, { stories, extras, quoteCents })
  const taxCents = Math.floor((priceCents * place.town.taxBasisPoints + 5_000) / 10_000)
  const job: JobRow = {
    id,
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    address: customer.address,
    type: service.label,
    preferredDate,
    preferredTime,
    addOns: extras.map(({ label }) => label),
    gutterLength,
    stories,
    franchiseId: place.franchiseId,
    status: 'pending',
    source: 'demo',
    placeState: 'placed',
    placeLabel: `${place.town.city}, ${place.town.state} ${customer.zip}`,
    zip: customer.zip,
    lat: customer.lat,
    lng: customer.lng,
    priceCents,
    taxBasisPoints: place.town.taxBasisPoints,
    taxCents,
    totalCents: priceCents + taxCents,
    demo: true,
    createdAt,
    updatedAt: createdAt,
  }
  const { franchiseId, placeState, taxBasisPoints, totalCents } = job
  const first = { franchiseId, placeState, priceCents, taxBasisPoints, taxCents, totalCents }
  const events: EventRow[] = [
    { jobId: id, at: createdAt, actor: 'public', kind: 'booked', before: {}, after: withoutDefaults(first) },
  ]
  const { advance } = advances(job, events)
  const minutes = Math.round(service.base + service.perFoot * (gutterLength ?? 0) * stories)
  return { job, events, advance, status, minutes }
}

/** Rolls the dice also for a service without extras, so that the rest of the company is the same. */
function oneOf(dice: Dice, extras: readonly Extra[] = []): Extra[] {
  const extra = extras[Math.floor(dice.next() * extras.length)]
  return extra ? [extra] : []
}

/** As the catalog has it; the office quotes what it has no price for. */
function priceOf(
  service: Booked['service'],
  { stories, extras, quoteCents }: { stories: number; extras: readonly Extra[]; quoteCents: number },
): number {
  const named = service.byQuote ? quoteCents : (service.perStory ?? 0) * (stories - 1)
  return extras.reduce((sum, { priceCents }) => sum + priceCents, service.price + named)
}

/** The day, or the Saturday before a Sunday, when nobody works. */
export function workday(date: Date): string {
  const freeDays = date.getUTCDay() === 0 ? 1 : 0
  return new Date(date.getTime() - freeDays * day).toISOString().slice(0, 10)
}

/** Customers mostly get the time they asked for. */
export function gotWish(job: JobRow, start: number, { timeZone }: DemoTown): void {
  const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone)
  job.preferredDate = workday(new Date(start + local.offsetNanoseconds / 1e6))
  if (!isWithin(local.hour, job.preferredTime)) job.preferredTime = local.hour < 12 ? 'morning' : 'afternoon'
}

function isWithin(hour: number, wanted: string | null | undefined): boolean {
  if (wanted === 'morning') return hour < 12
  if (wanted === 'afternoon') return hour >= 12
  const [from, to] = wanted?.split('-').map(Number) ?? []
  return from === undefined || to === undefined || (hour >= from && hour < to)
}

/** Moves a job on, with the timeline that leads there. */
export function advances(job: JobRow, events: EventRow[] = []) {
  const advance = (at: number, kind: string, after: Partial<JobRow>) => {
    const before = Object.fromEntries(
      Object.keys(after).map((key) => [key, job[key as keyof JobRow] ?? null]),
    )
    Object.assign(job, after, { updatedAt: at, revision: (job.revision ?? 0) + 1 })
    events.push({ jobId: job.id, at, actor: 'demo', kind, before, after })
  }
  return { job, events, advance }
}

/** A free time of some worker, in the past for finished work and in the future for planned work. */
function findVisit(
  dice: Dice,
  place: DemoPlace,
  createdAt: number,
  now: number,
  status: JobStatus,
  minutes: number,
  buffer: number,
) {
  const today = Math.floor(now / day) * day
  for (let attempt = 0; attempt < 40; attempt++) {
    const worker = dice.pick(place.workers)
    const date =
      status === 'scheduled'
        ? today + dice.between(1, 6) * day
        : Math.min(today - day, Math.floor(createdAt / day) * day + dice.between(1, 6) * day)
    if (new Date(date).getUTCDay() === 0) continue
    // 16:00 UTC is the morning in all three towns.
    const start = worker.busyUntil.get(date) ?? date + 16 * hour
    const busyUntil = start + (minutes + buffer) * minute
    if (busyUntil > date + 24 * hour || start < createdAt) continue
    worker.busyUntil.set(date, busyUntil)
    return { workerId: worker.id, scheduledStart: start, scheduledEnd: start + minutes * minute, busyUntil }
  }
  return null
}

/** The timeline's first entry holds only fields that differ from a new job. */
function withoutDefaults(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0 && value !== null))
}

/** Always the same numbers, so the demo company is the same everywhere (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** 0 ≤ x < 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }

  /** A time-ordered UUID, made only from the moment and the dice. */
  id(at: number): string {
    const hex = (digits: number) =>
      Array.from({ length: digits }, () => Math.floor(this.next() * 16).toString(16)).join('')
    const time = at.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${this.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
  }
}
