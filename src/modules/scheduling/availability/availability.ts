import { eq, and, sql } from 'drizzle-orm'
import { serviceTypes, franchiseZips } from '../../../../db/schema'
import { prepared } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { daysAfter } from '../../../lib/calendar'
import { isoTime, minute } from '../../../lib/clock'
import { missing } from '../../../lib/errors'
import type { Point } from '../../../lib/geo'
import { zipIn } from '../../../lib/text'
import { durationMs } from '../../../lib/visit-length'
import { serviceOf, type ServiceType } from '../../catalog'
import { servingOnceFound, servingWrittenZip } from '../../franchises'
import { placeAddress } from '../../geo'
import type { JobRow } from '../../jobs'
import { Branches, type Branch } from '../dispatch/branches'
import { readMembers, skillKey, type CrewMember } from '../dispatch/crew'
import { nextDispatchRun } from '../dispatch/timetable'
import type { OpenJob } from '../engine/world'
import { readBooked } from './booked'
import type { Availability, AvailabilityQuery } from './model'
import { findOffers, type Offered } from './offers'
import { Turns } from './turns'

/** Bookable arrival windows for an address and a service. Dispatch can keep every window offered here. */
export async function readAvailability(deps: Deps, query: AvailabilityQuery): Promise<Availability> {
  const service = await findService(deps, query.service)
  const where = await findAskedPlace(deps, query)
  const { franchiseId } = where
  const question = JSON.stringify([query, service.id, where])
  return deps.state.of(Turns).take(franchiseId ?? '', question, () => workOut(deps, query, service, where))
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
  return deps.state
    .of(Turns)
    .take(where.franchiseId ?? '', question, () => workOut(deps, query, asked, where, moved))
}

async function workOut(
  deps: Deps,
  query: AvailabilityQuery,
  service: ServiceType,
  where: AskedPlace,
  moved?: JobRow,
): Promise<Availability> {
  const now = deps.clock.now()
  const branches = await Branches.read(deps, nextDispatchRun(deps, now))
  const branch = branches.of(where.franchiseId)
  const members = await readMembers(deps.store.read, where.franchiseId)
  const job = askedJob(query, service, where, branch, now)
  const { days, areTooFar } = openDaysOf(query, branch, now)
  const reason = hopeless(job, members) ?? (areTooFar ? 'too_early' : null)
  const asked = days.filter(({ end }) => end > branches.now)
  const offers = reason
    ? []
    : await findOffers(deps, await readBooked(deps, { branches, branch, members, asked, moved }), asked, job)
  return {
    timeZone: branch.calendar.timeZone,
    franchise: branch.id === null ? null : { id: branch.id, name: branch.name },
    service: { id: service.id, label: service.label, minutes: job.durationMinutes },
    place: where.place,
    windows: offers.map((offer) => presentOffer(offer, branch, cheapest(offers))),
    reason: offers.length > 0 ? null : (reason ?? 'no_capacity'),
  }
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

export interface AskedPlace {
  place: Point | null
  franchiseId: string | null
  /** Whether its ZIP code is in the franchise's area. */
  inZip: boolean
}

const zipOfFranchise = prepared((db) =>
  db
    .select({ zip: franchiseZips.zip })
    .from(franchiseZips)
    .where(
      and(
        eq(franchiseZips.zip, sql.placeholder('zip')),
        eq(franchiseZips.franchiseId, sql.placeholder('franchiseId')),
      ),
    )
    .limit(1),
)

/** Finds the location and the franchise the same way a booking does, so that both agree. */
export async function findAskedPlace(deps: Deps, query: AvailabilityQuery): Promise<AskedPlace> {
  const { read } = deps.store
  const { address, lat, lng } = query
  const given = lat === undefined || lng === undefined ? null : { lat, lng }
  const found = given || address === undefined ? null : await placeAddress(deps, address)
  const place = given ?? (found && { lat: found.lat, lng: found.lng })
  const written = address === undefined ? null : zipIn(address)
  const zip = written ?? found?.zip ?? null
  const franchise = (await servingWrittenZip(read, written)) ?? (await servingOnceFound(read, { place, zip }))
  const franchiseId = franchise?.id ?? null
  return { place, franchiseId, inZip: await isZipOf(deps, zip, franchiseId) }
}

const isZipOf = async ({ store }: Deps, zip: string | null, franchiseId: string | null): Promise<boolean> =>
  zip !== null && (await zipOfFranchise.get(store.read, { zip, franchiseId })) !== undefined
