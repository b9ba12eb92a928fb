import { timeOfDay } from '../../../lib/hours'
import type { Job } from '../../../modules/jobs'
import { lengthOf } from '../jobs/visit-times'
import { api } from '../session'
import { momentOf } from '../shared/zone'
import { loadAll } from '../shell/directory'
import type { Hours, WorkerHours } from './hours'
import { isVisit } from './lane-visits'

const hour = 3_600_000
/** More than a day's work of the largest office; the list of jobs has the rest. */
const most = 1_000

export interface Day {
  visits: Job[]
  waiting: Job[]
  /** By worker. */
  hours: Map<string, WorkerHours>
}

/** A day in whatever zone, with what may have begun on the day before: the visits are cut to the day of their own clocks afterwards. */
export async function loadDay(date: string, franchiseId: string, signal: AbortSignal): Promise<Day> {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const span = { from: iso(midnight - 38 * hour), to: iso(midnight + 36 * hour) }
  const [visits, waiting, { workers }] = await Promise.all([
    loadAll(api.admin.jobs, signal, { ...span, franchiseId }, most),
    loadAll(api.admin.jobs, signal, { status: 'pending', franchiseId }, most),
    api.admin.dispatch.hours.get({ query: { date }, signal }),
  ])
  return {
    visits: visits.filter(isVisit),
    waiting,
    hours: new Map(workers.map((worker) => [worker.workerId, worker])),
  }
}

const iso = (moment: number) => new Date(moment).toISOString()

const usual: Hours = { first: 7, last: 19 }

/** The usual day, longer when a visit or a shift lies outside of it. */
export function hoursOf(spans: { start: number; end: number }[]): Hours {
  return {
    first: Math.min(usual.first, ...spans.map(({ start }) => Math.floor(start / 60))),
    last: Math.max(usual.last, ...spans.map(({ end }) => Math.min(24, Math.ceil(end / 60)))),
  }
}

function isoAt(date: string, minutes: number, timeZone: string): string {
  return iso(momentOf({ date, time: timeOfDay(minutes) }, timeZone) ?? Date.parse(`${date}T12:00:00Z`))
}

interface Place {
  workerId: string | null
  date: string
  /** Minutes since midnight. */
  minutes: number
  timeZone: string
  tellCustomer: boolean
}

export const startOf = ({ date, minutes, timeZone }: Pick<Place, 'date' | 'minutes' | 'timeZone'>): string =>
  isoAt(date, minutes, timeZone)

/** Gives a job a worker and a time, if it is still as it was seen; how long it takes stays as it was. */
export async function placeJob(job: Job, { workerId, tellCustomer, ...when }: Place) {
  const { revision } = job
  const start = startOf(when)
  const length = lengthOf(job)
  const end = length === null ? undefined : new Date(Date.parse(start) + length).toISOString()
  await api.admin.jobs(job.id).schedule.post({
    start,
    end,
    workerId,
    tellCustomer,
    revision,
  })
}

export async function takeOff(job: Job, tellCustomer: boolean): Promise<void> {
  await api.admin.jobs(job.id).move.post({ to: 'pending', tellCustomer })
}
