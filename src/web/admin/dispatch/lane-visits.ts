import type { Job } from '../../../modules/jobs'
import type { DispatchAction } from '../../../modules/scheduling'
import type { Worker } from '../../../modules/workforce'
import { localTime, type LocalTime } from '../shared/zone'
import { minutesAt, type Span } from './hours'

/** The other technician of a visit for two. */
export interface Partner {
  id: string
  isLead: boolean
}

export interface LaneVisit {
  job: Job
  workerId: string | null
  partner: Partner | null
  planned: boolean
  /** The time zone of the row. */
  timeZone: string
  date: string
  /** Minutes since midnight. */
  start: number
  end: number
}

/** Leaves out canceled jobs, and jobs billed without a visit. */
export const isVisit = ({ status, completedAt }: Job): boolean =>
  status !== 'cancelled' && !(status === 'completed' && completedAt === null)

export const isMovable = ({ status }: Job): boolean => status === 'pending' || status === 'scheduled'

/** The time zone of the row that shows a job with this worker. A row has one time zone. */
export type ZoneOfRow = (workerId: string | null, job: Job) => string

/** The part of a visit on that day, in local minutes since midnight. Null if there is none. */
export function minutesOn(date: string, start: string, end: string | null, timeZone: string): Span | null {
  const begins = localTime(start, timeZone)
  if (begins.date !== date) return end === null ? null : restOn(date, begins, localTime(end, timeZone))
  const from = minutesAt(begins.time)
  const length = end === null ? 60 : Math.max(15, (Date.parse(end) - Date.parse(start)) / 60_000)
  return { start: from, end: Math.min(24 * 60, from + length) }
}

/** The rest of a visit on the day after it began. A visit takes a day at most. */
function restOn(date: string, begins: LocalTime, ends: LocalTime): Span | null {
  const until = minutesAt(ends.time)
  return begins.date < date && ends.date === date && until > 0 ? { start: 0, end: until } : null
}

export function visitsOn(date: string, jobs: readonly Job[], zoneOfRow: ZoneOfRow): LaneVisit[] {
  return jobs.flatMap((job) => {
    const { scheduledStart, scheduledEnd, workerId, secondWorkerId = null } = job
    if (scheduledStart === null) return []
    return rowsOf(workerId, secondWorkerId).flatMap((row) => {
      const timeZone = zoneOfRow(row.workerId, job)
      const span = minutesOn(date, scheduledStart, scheduledEnd, timeZone)
      return span === null ? [] : [{ job, ...row, timeZone, date, planned: false, ...span }]
    })
  })
}

/** A visit for two is in the rows of both. */
function rowsOf(lead: string | null, second: string | null): Pick<LaneVisit, 'workerId' | 'partner'>[] {
  if (lead === null || second === null) return [{ workerId: lead, partner: null }]
  return [
    { workerId: lead, partner: { id: second, isLead: false } },
    { workerId: second, partner: { id: lead, isLead: true } },
  ]
}

/** The visits that a previewed dispatch plan proposes. */
export function plannedOn(
  date: string,
  planned: readonly DispatchAction[],
  jobs: readonly Job[],
  zoneOfRow: ZoneOfRow,
): LaneVisit[] {
  return planned.flatMap(({ jobId, worker, second, start, end }) => {
    const job = jobs.find(({ id }) => id === jobId)
    if (!job || worker === null || start === null) return []
    return rowsOf(worker, second).flatMap((row) => {
      const timeZone = zoneOfRow(row.workerId, job)
      const span = minutesOn(date, start, end, timeZone)
      return span === null ? [] : [{ job, ...row, timeZone, date, planned: true, ...span }]
    })
  })
}

interface LaneGroup {
  franchiseId: string | null
  workers: Worker[]
}

/** Active workers, plus inactive ones who still have a visit, grouped by franchise. */
export function groupWorkers(
  workers: readonly Worker[],
  franchiseId: string,
  busy: ReadonlySet<string | null>,
): LaneGroup[] {
  const shown = workers
    .filter(({ id, active }) => active || busy.has(id))
    .filter((worker) => franchiseId === '' || worker.franchiseId === franchiseId || busy.has(worker.id))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return [...Map.groupBy(shown, (worker) => worker.franchiseId)]
    .map(([id, crew]) => ({ franchiseId: id, workers: crew }))
    .toSorted((a, b) => (a.franchiseId ?? '').localeCompare(b.franchiseId ?? ''))
}

interface Stackable {
  date?: string
  start: number
  end: number
}

/** Stacks overlapping visits: each one takes the first free row. By day, all visits of a day overlap. */
export function stack<T extends Stackable>(
  spans: readonly T[],
  byDay = false,
): { rows: number; placed: (T & { row: number })[] } {
  const freeFrom = new Map<string, number[]>()
  const placed = spans
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((span) => {
      const free = freeFrom.get(span.date ?? '') ?? []
      freeFrom.set(span.date ?? '', free)
      const found = free.findIndex((moment) => moment <= span.start)
      const row = found === -1 ? free.length : found
      free[row] = byDay ? Infinity : span.end
      return { ...span, row }
    })
  return { rows: Math.max(1, ...[...freeFrom.values()].map(({ length }) => length)), placed }
}

/** The first row in which a span covers no other visit, or null if there is none. */
export function freeRow(
  span: Stackable,
  rows: number,
  others: readonly (Stackable & { row: number })[],
  byDay = false,
): number | null {
  const isFree = (row: number) =>
    !others.some(
      (other) =>
        other.row === row &&
        other.date === span.date &&
        (byDay || (other.start < span.end && other.end > span.start)),
    )
  return Array.from({ length: rows }, (_, row) => row).find(isFree) ?? null
}
