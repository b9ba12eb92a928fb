import type { Job } from '../../../modules/jobs'
import type { Drives } from '../../../modules/scheduling'
import { lengthOf } from '../jobs/visit-times'
import { api } from '../session'
import { loadAll } from '../shell/directory'
import type { Hours, WorkerHours } from './hours'
import { isVisit } from './lane-visits'
import { startOf, type Place } from './place'

const hour = 3_600_000
/** More than one day of the largest office; the job list has the rest. */
const maxJobs = 1_000

export interface Day {
  visits: Job[]
  waiting: Job[]
  hoursOn: (date: string, workerId: string) => WorkerHours | undefined
  /** How full a worker's day is, and the drives in it. */
  loadOn: (date: string, workerId: string) => DayLoad | undefined
}

export type DayLoad = Drives['workers'][number]['days'][number]

/** Loads the days in every time zone, plus visits that began the day before. The board then cuts each visit to its local day. */
export async function loadBoard(dates: string[], franchiseId: string, signal: AbortSignal): Promise<Day> {
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`)
  const span = { from: iso(midnight(first) - 38 * hour), to: iso(midnight(last) + 36 * hour) }
  const query = { date: first, days: dates.length, ...(franchiseId && { franchiseId }) }
  const [visits, waiting, hours, drives] = await Promise.all([
    loadAll(api.admin.jobs, signal, { ...span, franchiseId }, maxJobs * dates.length),
    loadAll(api.admin.jobs, signal, { status: 'pending', franchiseId }, maxJobs),
    api.admin.dispatch.hours.get({ query: { date: first, days: dates.length }, signal }),
    api.admin.dispatch.drives.get({ query, signal }),
  ])
  const hoursOf = new Map(hours.workers.map((worker) => [`${worker.date} ${worker.workerId}`, worker]))
  const loads = new Map(
    drives.workers.flatMap(({ workerId, days }) => days.map((day) => [`${day.date} ${workerId}`, day])),
  )
  return {
    visits: visits.filter(isVisit),
    waiting,
    hoursOn: (date, workerId) => hoursOf.get(`${date} ${workerId}`),
    loadOn: (date, workerId) => loads.get(`${date} ${workerId}`),
  }
}

/** The loaded day with jobs that have changed since, until the next load has them too. */
export function withChanges(day: Day, changed: readonly Job[]): Day {
  const newer = new Map(changed.map((job) => [job.id, job]))
  const known = [...day.visits, ...day.waiting]
  const current = known.map((job) => {
    const change = newer.get(job.id)
    return change && change.revision > job.revision ? { ...job, ...change } : job
  })
  const all = [...new Map(current.map((job) => [job.id, job])).values()]
  return {
    ...day,
    visits: all.filter((job) => job.scheduledStart !== null && isVisit(job)),
    waiting: all.filter(({ status }) => status === 'pending'),
  }
}

const iso = (moment: number) => new Date(moment).toISOString()

/** Several days leave less room for each hour, so they show fewer around the work. */
const usual: Record<'one' | 'several', Hours> = {
  one: { first: 7, last: 19 },
  several: { first: 8, last: 17 },
}

/** The usual hours, extended when a visit or shift is earlier or later. */
export function hoursOf(spans: { start: number; end: number }[], days: keyof typeof usual): Hours {
  return {
    first: Math.min(usual[days].first, ...spans.map(({ start }) => Math.floor(start / 60))),
    last: Math.max(usual[days].last, ...spans.map(({ end }) => Math.min(24, Math.ceil(end / 60)))),
  }
}

interface PlaceOptions {
  tellCustomer: boolean
  /** In milliseconds. Without it, the visit keeps its duration, or gets the usual one. */
  length?: number | undefined
}

/** Schedules a job in a way that can be undone. Fails if the job has changed since it was loaded. */
export async function placeJob(
  job: Job,
  { workerId, secondWorkerId, ...when }: Place & { secondWorkerId?: string | null },
  { tellCustomer, length = lengthOf(job) ?? undefined }: PlaceOptions,
): Promise<Job> {
  const { revision } = job
  const start = startOf(when)
  const end = length === undefined ? undefined : iso(Date.parse(start) + length)
  const visit = { start, end, workerId, secondWorkerId, tellCustomer, revision, undoable: true }
  return api.admin.jobs(job.id).schedule.post(visit)
}

export const takeOff = (job: Job, tellCustomer: boolean): Promise<Job> =>
  api.admin.jobs(job.id).move.post({ to: 'pending', tellCustomer, undoable: true })
