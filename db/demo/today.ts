import { services } from './company'
import type { JobStatus } from '../schema/jobs'
import { bookedJob, Dice, gotWish, type DemoBranch, type DemoJob, type DemoPlace } from './jobs'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const sunday = 7

/** The shift of every worker in the demo company, in minutes of the local day. */
const shift = { startMinute: 8 * 60, endMinute: 17 * 60 }
const buffer = 15 * minute
const drive = 20 * minute

/**
 * Visits for today as the office would see them at this hour: earlier ones are done, some are running, one is late and
 * the rest is to come. Before work all are to come, and at night nearly all are done. It rolls its own dice, so the rest
 * of the company stays as it is; with another `turn`, other people are visited.
 */
export function planToday(branches: readonly DemoBranch[], now: number, turn = 0) {
  const dice = new Dice(20260304 + turn)
  const made = branches.flatMap((branch, nth) => visitsToday(dice, branch, now, nth === 0))
  const onSunday = branches.filter(({ place }) => localNow(place, now).dayOfWeek === sunday)
  const crew = onSunday.flatMap(({ place }) => place.workers.filter((_, nth) => isAtWork(sunday, nth)))
  const shifts = crew.map(({ id }) => ({ id: dice.id(now), workerId: id, weekday: sunday, ...shift }))
  return { made, shifts }
}

const localNow = ({ town }: DemoPlace, now: number) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(town.timeZone)

/** The first of each town also works on Saturdays. On a Sunday two do, or the demo would have an empty board. */
const isAtWork = (weekday: number, nth: number): boolean =>
  weekday < 6 || nth === 0 || (weekday === sunday && nth === 1)

function visitsToday(dice: Dice, branch: DemoBranch, now: number, hasLate: boolean): DemoJob[] {
  const local = localNow(branch.place, now)
  const midnight = local.startOfDay().epochMilliseconds
  const crew = branch.place.workers.filter((_, nth) => isAtWork(local.dayOfWeek, nth))
  return crew.flatMap((worker, nth) => {
    const visits = dayOf(dice, branch, worker, midnight, nth)
    // The first technician is the one who fell behind.
    const late = hasLate && nth === 0 ? visits.findLast(({ start }) => start + 10 * minute <= now) : undefined
    for (const visit of visits) if (visit !== late) bringUpTo(now, visit)
    return visits.map(({ job, events }) => ({ job, events }))
  })
}

type Visit = ReturnType<typeof bookedJob> & { start: number; stop: number }

/** One technician's visits from the morning on, all of them to come. */
function dayOf(
  dice: Dice,
  { place, people }: DemoBranch,
  worker: DemoPlace['workers'][number],
  midnight: number,
  nth: number,
): Visit[] {
  const known = place.town.workers[place.workers.indexOf(worker)]?.[1] ?? []
  const able = services.filter(
    ({ base, skills }) => base <= 90 && skills.every((skill) => known.includes(skill)),
  )
  const end = midnight + shift.endMinute * minute
  const made: Visit[] = []
  let start = midnight + (shift.startMinute + nth * 15) * minute
  for (;;) {
    const createdAt = midnight - dice.between(2, 6) * day + dice.between(8, 17) * hour
    const service = dice.pick(able)
    const booked = bookedJob(dice, place, dice.pick(people), {
      createdAt,
      service,
      status: () => 'scheduled',
    })
    const stop = quarter(start + booked.minutes * minute)
    const busyUntil = stop + buffer
    if (busyUntil > end) return made
    if (isFree(worker, start, busyUntil)) {
      const visit = { workerId: worker.id, scheduledStart: start, scheduledEnd: stop, busyUntil }
      gotWish(booked.job, start, place.town)
      booked.advance(createdAt + 2 * hour, 'scheduled', { status: 'scheduled', ...visit })
      made.push({ ...booked, start, stop })
    }
    start = quarter(busyUntil + drive)
  }
}

const quarter = (at: number): number => Math.ceil(at / (15 * minute)) * 15 * minute

/** In the evening, the days of the rest of the company, which begin at 16:00 UTC, can be part of this one. */
const isFree = ({ busyUntil }: DemoPlace['workers'][number], start: number, stop: number): boolean =>
  [...busyUntil].every(([date, until]) => stop <= date + 16 * hour || until <= start)

/** Moves a visit on to where it is by now, from the status it has. */
export function bringUpTo(
  now: number,
  { start, stop, advance }: Pick<Visit, 'start' | 'stop' | 'advance'>,
  status: JobStatus = 'scheduled',
): void {
  const enRouteAt = start - drive
  if (enRouteAt > now) return
  if (status === 'scheduled') advance(enRouteAt, 'en_route', { status: 'en_route', enRouteAt })
  if (start > now) return
  if (status !== 'in_progress') advance(start, 'in_progress', { status: 'in_progress', startedAt: start })
  if (stop <= now) advance(stop, 'completed', { status: 'completed', completedAt: stop })
}
