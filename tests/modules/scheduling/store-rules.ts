import {
  franchises,
  franchiseZips,
  jobs,
  serviceTypes,
  workers,
  workerShifts,
  workerTimeOff,
} from '../../../db/schema'
import type { Db } from '../../../db/store'
import { isInside } from '../../../src/lib/geo'
import type { Placement, OpenJob, Place, Worker, World } from '../../../src/modules/scheduling/engine/world'
import { estimateMinutes } from '../../../src/providers/routing/estimate'
import { checkPlan } from '../../support/plan-checker'

const minute = 60_000
const day = 24 * 60 * minute

type Row = typeof jobs.$inferSelect

/** A company as it is in the store, read independently of how dispatch reads it. */
export async function readCompany(db: Db) {
  return {
    franchises: await db.select().from(franchises),
    zips: await db.select().from(franchiseZips),
    services: await db.select().from(serviceTypes),
    workers: await db.select().from(workers),
    shifts: await db.select().from(workerShifts),
    timeOff: await db.select().from(workerTimeOff),
    jobs: await db.select().from(jobs),
  }
}
export type StoredCompany = Awaited<ReturnType<typeof readCompany>>

/** Every hard rule broken by visits added to the store since `before`, as sentences. */
export function brokenRules(
  before: StoredCompany,
  after: StoredCompany,
  now: number,
  zone: string,
): string[] {
  const isNew = (job: Row) =>
    job.status === 'scheduled' && before.jobs.find(({ id }) => id === job.id)?.status === 'pending'
  const fresh = after.jobs.filter(isNew)
  const franchiseIds = [...new Set(fresh.map(({ franchiseId }) => franchiseId))]
  return [
    ...after.jobs.filter((job) => !isNew(job)).flatMap((job) => untouched(before, job)),
    ...franchiseIds.flatMap((id) => {
      const ours = fresh.filter(({ franchiseId }) => franchiseId === id)
      return brokenIn(before, id, ours, now, zoneOf(before, id, zone))
    }),
  ]
}

function untouched(before: StoredCompany, job: Row): string[] {
  const was = before.jobs.find(({ id }) => id === job.id)
  return JSON.stringify(was) === JSON.stringify(job) ? [] : [`${job.id}: was changed without a new visit`]
}

function baseOf(
  { franchises }: StoredCompany,
  { franchiseId }: { franchiseId: string | null },
): Place | null {
  const base = franchises.find(({ id }) => id === franchiseId)
  return base?.lat == null || base.lng === null ? null : { lat: base.lat, lng: base.lng }
}

const zoneOf = ({ franchises }: StoredCompany, id: string | null, zone: string) =>
  franchises.find((franchise) => franchise.id === id)?.timeZone ?? zone

/** The franchise as its own world, with earlier commitments, and the new visits as a plan for it. */
function brokenIn(
  company: StoredCompany,
  id: string | null,
  fresh: Row[],
  now: number,
  zone: string,
): string[] {
  const franchise = company.franchises.find((one) => one.id === id)
  const dates = Array.from({ length: 30 }, (_, ahead) => dateIn(now + ahead * day, zone))
    .filter((date, at, all) => all.indexOf(date) === at)
    .filter((date) => weekdayOf(date) !== 7 && !franchise?.blackoutDates.includes(date))
    .slice(0, 5)
  const crew = company.workers.filter(({ franchiseId }) => franchiseId === id)
  const world: World = {
    now,
    travel: estimateMinutes,
    workers: crew.map((worker) => workerOf(company, worker, dates, now, zone)),
    jobs: fresh.map((job) => jobOf(company, job, franchise, zone)),
  }
  const dayOf = ({ scheduledStart }: Row) => dates.indexOf(dateIn(scheduledStart!, zone))
  const placements = fresh.map((job): Placement => ({
    jobId: job.id,
    workerId: job.workerId!,
    day: dayOf(job),
    start: job.scheduledStart!,
    end: job.scheduledEnd!,
    busyUntil: job.busyUntil!,
    score: { travel: 0, lateness: 0, balance: 0, familiarity: 0, total: 0 },
    runnerUp: null,
  }))
  const terms = { leadMinutes: 15, startStepMinutes: 5 }
  return [
    ...fresh.filter((job) => dayOf(job) === -1).map((job) => `${job.id}: not on a planned day`),
    ...fresh.flatMap((job) => brokenBy(job)),
    ...checkPlan(world, { placements, unplaced: [], addedTravel: 0 }, terms).filter(
      (rule) => !rule.includes('minutes of driving'),
    ),
  ]
}

function brokenBy(job: Row): string[] {
  if (job.held) return [`${job.id}: was on hold`]
  if (job.paymentId !== null && job.paymentState !== 'paid') return [`${job.id}: is not paid`]
  return []
}

function workerOf(
  company: StoredCompany,
  worker: StoredCompany['workers'][number],
  dates: string[],
  now: number,
  zone: string,
): Worker {
  const visits = company.jobs.filter(
    ({ workerId, status }) =>
      workerId === worker.id && ['scheduled', 'en_route', 'in_progress', 'completed'].includes(status),
  )
  return {
    ...worker,
    skills: worker.skills.map((skill) => skill.toLowerCase()),
    home: worker.homeLat === null ? baseOf(company, worker) : { lat: worker.homeLat, lng: worker.homeLng! },
    days: dates.map((date) => ({
      date,
      start: momentOf(date, 0, zone),
      end: momentOf(nextDate(date), 0, zone),
      shifts: company.shifts
        .filter(({ workerId, weekday }) => workerId === worker.id && weekday === weekdayOf(date))
        .map(({ startMinute, endMinute }) => ({
          start: momentOf(date, startMinute, zone),
          end: momentOf(date, endMinute, zone),
        })),
      traffic: null,
    })),
    timeOff: company.timeOff
      .filter(({ workerId }) => workerId === worker.id)
      .map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt })),
    visits: visits.map((visit) => {
      const isDone = visit.status === 'completed'
      const isGoingOn = visit.status === 'in_progress' || visit.status === 'en_route'
      const busyUntil = isGoingOn ? Math.max(visit.busyUntil!, now) : visit.busyUntil!
      return {
        start: visit.scheduledStart!,
        end: isDone ? Math.min(visit.scheduledEnd!, now) : visit.scheduledEnd!,
        busyUntil: isDone ? Math.min(busyUntil, now) : busyUntil,
        place: visit.lat === null ? null : { lat: visit.lat, lng: visit.lng! },
      }
    }),
  }
}

function jobOf(
  { services, zips }: StoredCompany,
  job: Row,
  franchise: StoredCompany['franchises'][number] | undefined,
  zone: string,
): OpenJob {
  const service = services.find(({ label }) => label.toLowerCase() === job.type.toLowerCase())
  const place = job.lat === null ? null : { lat: job.lat, lng: job.lng! }
  const own = zips.filter(({ franchiseId }) => franchiseId === franchise?.id)
  const isDrawn = own.length > 0 || (franchise?.areaPolygon ?? null) !== null
  const inArea =
    !isDrawn ||
    own.some(({ zip }) => zip === job.zip) ||
    (place !== null && isInside(place, franchise?.areaPolygon ?? []))
  const extra = (service?.minutesPerFootStory ?? 0) * (job.gutterLength ?? 0) * Math.max(1, job.stories ?? 1)
  return {
    id: job.id,
    franchiseId: job.franchiseId,
    place,
    durationMinutes: service?.baseMinutes == null ? null : Math.round(service.baseMinutes + extra),
    bufferMinutes: service?.bufferMinutes ?? 0,
    skills: (service?.skills ?? []).map((skill) => skill.toLowerCase()),
    inServiceArea: inArea && (franchise?.active ?? true),
    windows: windowsOf(job, zone),
    priority: 0,
    waitingSince: 0,
    valueCents: 0,
    lastWorkerId: null,
    preferredWorkerId: null,
  }
}

/** By hand for the few labels the random companies use. */
const hoursOf: Record<string, [from: number, until: number]> = {
  morning: [7, 12],
  afternoon: [12, 17],
  '8-10': [8, 10],
  '08:00-10:00': [8, 10],
  '10:00-12:00': [10, 12],
  '12:00-14:00': [12, 14],
  '14:00-16:00': [14, 16],
  '13-15': [13, 15],
  '1pm-4pm': [13, 16],
}

function windowsOf({ preferredDate, preferredTime, scheduledStart }: Row, zone: string): OpenJob['windows'] {
  const hours = hoursOf[preferredTime ?? '']
  if (preferredDate === null && !hours) return null
  const [from, until] = hours ?? [0, 24]
  const date = preferredDate ?? dateIn(scheduledStart!, zone)
  return [{ from: momentOf(date, from * 60, zone), until: momentOf(date, until * 60, zone) }]
}

function dateIn(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
}

const nextDate = (date: string) => new Date(Date.parse(date) + day).toISOString().slice(0, 10)
const weekdayOf = (date: string) => new Date(date).getUTCDay() || 7

/**
 * The moment at which clocks in a zone show a time of a day: found by trying, independently of the library in
 * use.
 */
function momentOf(date: string, minuteOfDay: number, timeZone: string): number {
  if (minuteOfDay >= 1440) return momentOf(nextDate(date), minuteOfDay - 1440, timeZone)
  const shown = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const wanted = Date.parse(date) + minuteOfDay * minute
  const offsetAt = (at: number) => {
    const part = Object.fromEntries(shown.formatToParts(at).map(({ type, value }) => [type, value]))
    const { year, month, day: date, hour, minute } = part
    return Date.parse(`${year}-${month}-${date}T${hour}:${minute}:00Z`) - at
  }
  const guess = wanted - offsetAt(wanted)
  return wanted - offsetAt(guess)
}
