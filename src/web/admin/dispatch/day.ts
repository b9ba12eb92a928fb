import { timeOfDay } from '../../../lib/hours'
import type { Job } from '../../../modules/jobs'
import { lengthOf } from '../jobs/visit-times'
import { api } from '../session'
import { momentOf } from '../shared/zone'
import { loadAll } from '../shell/directory'
import type { Hours, WorkerHours } from './hours'
import { isVisit } from './lane-visits'

const hour = 3_600_000
/** More than one day of the largest office; the job list has the rest. */
const maxJobs = 1_000

export interface Day {
  visits: Job[]
  waiting: Job[]
  /** By worker id. */
  hours: Map<string, WorkerHours>
}

/** Loads the day in every time zone, plus visits that began the day before. The board then cuts each visit to its local day. */
export async function loadDay(date: string, franchiseId: string, signal: AbortSignal): Promise<Day> {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const span = { from: iso(midnight - 38 * hour), to: iso(midnight + 36 * hour) }
  const [visits, waiting, { workers }] = await Promise.all([
    loadAll(api.admin.jobs, signal, { ...span, franchiseId }, maxJobs),
    loadAll(api.admin.jobs, signal, { status: 'pending', franchiseId }, maxJobs),
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

/** 7 AM to 7 PM, extended when a visit or shift is earlier or later. */
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

/** Schedules a job with its current duration. Fails if the job has changed since it was loaded. */
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
