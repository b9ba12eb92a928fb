import { eq } from 'drizzle-orm'
import { serviceTypes } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { daysAfter } from '../../../lib/calendar'
import { isoTime, minute } from '../../../lib/clock'
import { missing } from '../../../lib/errors'
import type { Point } from '../../../lib/geo'
import { durationMs } from '../../../lib/visit-length'
import { serviceOf, type ServiceType } from '../../catalog'
import type { JobRow } from '../../jobs'
import { nextDispatchRun } from '../dispatch/timetable'
import type { OpenJob } from '../engine/world'
import { Branches, type Branch } from '../world/branches'
import { readMembers, skillKey, type CrewMember } from '../world/crew'
import { isHoldFor, readHold } from '../world/held-windows'
import type { UnconfirmedShare } from '../world/holds'
import { findAskedPlace, isZipOf, type AskedPlace } from './asked-place'
import { readBooked } from './booked'
import type { Availability, AvailabilityQuery } from './model'
import { findOffers, keepsHold, windowOf, type Offered } from './offers'
import { Turns } from './turns'

/**
 * Bookable arrival windows for an address and a service. Dispatch can keep every window offered here. The window that
 * a visitor of the booking page holds is free for them.
 */
export async function readAvailability(
  deps: Deps,
  query: AvailabilityQuery,
  visitor?: string,
): Promise<Availability> {
  const service = await findService(deps, query.service)
  const where = await findAskedPlace(deps, query)
  const question = JSON.stringify([query, service.id, where, visitor])
  return deps.state.of(Turns).take(where.franchiseId ?? '', question, async () => {
    const { availability } = await workOut(deps, query, service, where, { visitor })
    return availability
  })
}

/** An arrival window that a visitor can have, with what a hold needs to know. */
interface FreeWindow {
  service: ServiceType
  where: AskedPlace
  place: Point
  /** The rest of the share for unconfirmed bookings. */
  share: UnconfirmedShare
}

/** Acts on an arrival window before anyone else is offered it. Null if it isn't available. */
export async function whileFree<T>(
  deps: Deps,
  query: AvailabilityQuery,
  { visitor, date, window }: { visitor: string; date: string; window: string },
  act: (free: FreeWindow) => Promise<T>,
): Promise<T | null> {
  const service = await findService(deps, query.service)
  const where = await findAskedPlace(deps, query)
  const question = JSON.stringify([query, service.id, where, visitor, date, window])
  return deps.state.of(Turns).take(where.franchiseId ?? '', question, async () => {
    const { availability, share } = await workOut(deps, query, service, where, { visitor })
    const isFree = availability.windows.some((one) => one.date === date && one.window === window)
    const { place } = where
    return isFree && share && place ? act({ service, where, place, share }) : null
  })
}

/** The windows to which a booking can move: its own place is free for it. */
export async function readMoveWindows(
  deps: Deps,
  moved: JobRow,
  days: Pick<AvailabilityQuery, 'from' | 'days'>,
): Promise<Availability | null> {
  const service = await serviceOf(deps.store.read, moved.type)
  if (!service) return null
  const { address, gutterLength, stories, addOns, lat, lng, zip, franchiseId } = moved
  const size = {
    ...(gutterLength === null ? {} : { gutterLength }),
    ...(stories === null ? {} : { stories }),
  }
  const query = { ...days, ...size, addOns: addOns.join(','), address, service: service.label }
  const where =
    lat === null || lng === null
      ? await findAskedPlace(deps, query)
      : { place: { lat, lng }, franchiseId, inZip: await isZipOf(deps, zip, franchiseId) }
  const question = JSON.stringify([query, moved.id, moved.revision, where])
  const asked = { ...service, technicians: moved.technicians ?? service.technicians }
  return deps.state.of(Turns).take(where.franchiseId ?? '', question, async () => {
    const { availability } = await workOut(deps, query, asked, where, { moved })
    return availability
  })
}

async function workOut(
  deps: Deps,
  query: AvailabilityQuery,
  service: ServiceType,
  where: AskedPlace,
  { moved, visitor }: { moved?: JobRow; visitor?: string | undefined },
): Promise<{ availability: Availability; share: UnconfirmedShare | null }> {
  const now = deps.clock.now()
  const branches = await Branches.read(deps, nextDispatchRun(deps, now))
  const branch = branches.of(where.franchiseId)
  const members = await readMembers(deps.store.read, where.franchiseId)
  const job = askedJob(query, service, where, branch, now)
  const { days, areTooFar } = openDaysOf(query, branch, now)
  const reason = hopeless(job, members) ?? (areTooFar ? 'too_early' : null)
  const asked = days.filter(({ end }) => end > branches.now)
  const schedule = { branches, branch, members, asked, moved }
  const booked = reason ? null : await readBooked(deps, { ...schedule, visitor })
  const free = booked ? await findOffers(deps, booked, asked, job) : []
  const own = visitor && (await ownWindow(deps, schedule, { visitor, free, query, service, where }))
  const offers = own ? [...free, own].toSorted((a, b) => a.window.from - b.window.from) : free
  const availability = {
    timeZone: branch.calendar.timeZone,
    franchise: branch.id === null ? null : { id: branch.id, name: branch.name },
    service: { id: service.id, label: service.label, minutes: job.durationMinutes },
    place: where.place,
    windows: offers.map((offer) => presentOffer(offer, branch, cheapest(offers))),
    reason: offers.length > 0 ? null : (reason ?? ('no_capacity' as const)),
  }
  return { availability, share: booked?.share ?? null }
}

/**
 * The window that a visitor holds, if the plan keeps it although it isn't free. Later bookings are planned around it,
 * but without it they might take its place.
 */
async function ownWindow(
  deps: Deps,
  schedule: Omit<Parameters<typeof readBooked>[1], 'visitor'>,
  { visitor, free, ...wanted }: Parameters<typeof isHoldFor>[1] & { visitor: string; free: Offered[] },
): Promise<Offered | null> {
  const hold = await readHold(deps.store.read, visitor)
  if (!hold || hold.endsAt <= deps.clock.now() || !isHoldFor(hold, wanted)) return null
  const { preferredDate, preferredTime } = hold
  const isFree = free.some(({ date, label }) => date === preferredDate && label === preferredTime)
  if (isFree || !schedule.asked.some(({ date }) => date === preferredDate)) return null
  const isKept = await keepsHold(deps, await readBooked(deps, schedule), hold)
  return isKept ? windowOf(hold, schedule.branch) : null
}

async function findService({ store }: Deps, asked: string): Promise<ServiceType> {
  const byId = () => store.read.select().from(serviceTypes).where(eq(serviceTypes.id, asked)).limit(1)
  const service = (await serviceOf(store.read, asked)) ?? (await byId())[0]
  if (!service?.active) throw missing('Service')
  return service
}

/** The booking as dispatch will see it. */
function askedJob(
  { gutterLength, stories, addOns = '' }: AvailabilityQuery,
  service: ServiceType,
  { place, inZip, franchiseId }: AskedPlace,
  branch: Branch,
  now: number,
): OpenJob {
  const length = durationMs(service, {
    gutterLength: gutterLength ?? null,
    stories: stories ?? null,
    addOns: addOns.split(','),
  })
  return {
    id: '',
    franchiseId,
    place,
    durationMinutes: length === null ? null : length / minute,
    bufferMinutes: service.bufferMinutes,
    skills: service.skills.map(skillKey),
    inServiceArea: place !== null && branch.serves(place, inZip),
    windows: null,
    priority: 0,
    waitingSince: now,
    valueCents: 0,
    lastWorkerId: null,
    preferredWorkerId: null,
    isForTwo: service.technicians === 2,
  }
}

/** Reasons that no free window would solve. */
function hopeless(job: OpenJob, members: CrewMember[]): Availability['reason'] {
  if (job.place === null) return 'no_place'
  if (job.durationMinutes === null) return 'no_duration'
  if (!job.inServiceArea || (job.franchiseId === null && members.length === 0)) return 'out_of_area'
  const skilled = members.some(({ skills }) => {
    const has = new Set(skills.map(skillKey))
    return job.skills.every((skill) => has.has(skill))
  })
  return skilled ? null : 'no_skill'
}

/** Beyond this, nobody's working hours are known yet. */
const bookableAhead = 90

function openDaysOf({ from, days }: AvailabilityQuery, { calendar }: Branch, now: number) {
  const today = calendar.dateAt(now)
  const last = daysAfter(today, bookableAhead)
  const first = from !== undefined && from > today ? from : today
  const open = Array.from({ length: days }, (_, at) => daysAfter(first, at))
    .filter((date) => date <= last && calendar.isOpen(date))
    .map((date) => calendar.day(date))
  return { days: open, areTooFar: first > last }
}

const cheapest = (offers: Offered[]): Offered | undefined =>
  offers.reduce<Offered | undefined>(
    (best, next) => (best && best.total <= next.total ? best : next),
    undefined,
  )

function presentOffer(offer: Offered, { calendar }: Branch, best: Offered | undefined) {
  const { date, label, window } = offer
  const opens = calendar.momentOf(date, Number(label.slice(0, 2)) * 60)
  return {
    date,
    window: label,
    start: isoTime(opens),
    end: isoTime(window.until),
    recommended: offer === best,
  }
}
