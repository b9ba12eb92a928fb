import type { Deps } from '../../../deps'
import { daysAfter } from '../../../lib/calendar'
import { minute, second } from '../../../lib/clock'
import { lunchBreaks } from '../engine/lunch-breaks'
import { subtract, unite } from '../engine/time'
import type { Interval, Place, TravelTimes, WorkDay } from '../engine/world'
import type { CrewWorker } from '../planner/replan'
import { Branches } from '../world/branches'
import { readCrew, readMembers } from '../world/crew'
import { Travel } from '../world/travel'
import { clockAt } from './hours'
import type { Drives, DrivesQuery } from './model'

/** Nobody waits longer for a board; what the routing engine didn't answer by then is estimated. */
const timeLimitMs = 5 * second

type Leg = Drives['workers'][number]['days'][number]['legs'][number]

/** How everyone's days are filled, and the drives between their visits, for a few days at once. */
export async function readDrives(
  deps: Deps,
  { date, days: count, franchiseId }: DrivesQuery,
): Promise<Drives> {
  const now = deps.clock.now()
  const branches = await Branches.read(deps, now)
  const dates = Array.from({ length: count }, (_, at) => daysAfter(date, at))
  const members = await readMembers(deps.store.read, franchiseId)
  const travel = new Travel(deps, timeLimitMs)
  const workers: Drives['workers'] = []
  for (const [id, ours] of Map.groupBy(members, (member) => member.franchiseId)) {
    const { calendar, base } = branches.of(id)
    const period = { calendar, days: dates.map((each) => calendar.day(each)), base, now }
    const crew = await readCrew(deps.store.read, ours, period)
    const times = await travel.between(id ?? '', crew, [])
    const { timeZone } = calendar
    for (const worker of crew) {
      const lunches = lunchBreaks(worker, times)
      workers.push({
        workerId: worker.id,
        days: worker.days.map((day, at) => ({
          date: day.date,
          ...loadOf(worker, day, calendar.isClosed(day.date)),
          legs: legsOf(worker, day, times),
          lunch: onTheClock(calendar.isClosed(day.date) ? null : lunches[at], timeZone),
        })),
      })
    }
  }
  return { date, days: count, travel: travel.source, workers }
}

const onTheClock = (span: Interval | null | undefined, timeZone: string) =>
  span ? { start: clockAt(span.start, timeZone), end: clockAt(span.end, timeZone) } : null

const minutesIn = (spans: readonly Interval[]): number =>
  Math.round(spans.reduce((sum, { start, end }) => sum + (end - start), 0) / minute)

const visitsOn = ({ visits }: CrewWorker, { start, end }: WorkDay) =>
  visits
    .filter((visit) => visit.start >= start && visit.start < end)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)

function loadOf(worker: CrewWorker, day: WorkDay, isClosed: boolean) {
  const open = isClosed ? [] : subtract(unite(day.shifts), worker.timeOff)
  return { availableMinutes: minutesIn(open), bookedMinutes: minutesIn(visitsOn(worker, day)) }
}

/** From home to every visit in order and back. A visit at an unknown place counts as being at home. */
function legsOf(worker: CrewWorker, day: WorkDay, times: TravelTimes): Leg[] {
  const visits = visitsOn(worker, day)
  if (visits.length === 0) return []
  const home: Stop = { jobId: null, place: worker.home }
  const stops: Stop[] = [
    home,
    ...visits.map(({ jobId, place }) => ({ jobId, place: place ?? home.place })),
    home,
  ]
  return stops.slice(1).flatMap((to, at) => {
    const from = stops[at] ?? home
    if (from.place === null || to.place === null) return []
    const minutes = times(from.place, to.place)
    return Number.isFinite(minutes) ? [{ from: from.jobId, to: to.jobId, minutes: Math.ceil(minutes) }] : []
  })
}

interface Stop {
  jobId: string | null
  place: Place | null
}
