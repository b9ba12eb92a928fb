import { timePreference } from '../../../lib/arrival-windows'
import { durationMs } from '../../../lib/visit-length'
import type { Job } from '../../../modules/jobs'
import type { Worker } from '../../../modules/workforce'
import { lengthOf } from '../jobs/visit-times'
import { wishText } from '../shared/wanted-time'
import { localTime, today } from '../shared/zone'
import type { Directory } from '../shell/directory'
import { hoursText, minutesAt, spanOf, type Span, type WorkerHours } from './hours'

/** Where somebody would put a job. */
export interface Placing {
  workerId: string | null
  /** The moment the visit begins. */
  start: string
  /** In milliseconds; left out, it stays as long as it is or as the service says. */
  length?: number | null
}

type Known = Pick<Directory, 'workers' | 'services' | 'franchiseName' | 'zoneOf'>

/** What speaks against it, for whoever would do it all the same; nothing where all is well. */
export function objectionsTo(
  job: Job,
  placing: Placing,
  known: Known,
  hours: readonly WorkerHours[],
): string[] {
  const worker = known.workers.find(({ id }) => id === placing.workerId)
  const work = hours.find(({ workerId }) => workerId === placing.workerId)
  return [
    ...againstWish(job, placing, known),
    ...(worker ? [...againstFranchise(job, worker, known), ...againstSkills(job, worker, known)] : []),
    ...(worker && work ? againstHours(worker, work, spanAt(job, placing, known, work.timeZone)) : []),
  ]
}

/** A time that stays is no news, and a day that is over cannot be kept any more. */
function againstWish(job: Job, { start }: Placing, { zoneOf }: Known): string[] {
  if (job.scheduledStart !== null && Date.parse(start) === Date.parse(job.scheduledStart)) return []
  const zone = zoneOf(job.franchiseId)
  const { date, time } = localTime(start, zone)
  const wanted = job.preferredDate?.slice(0, 10) ?? null
  if (wanted !== null && wanted < today(zone)) return []
  const wish = timePreference(job.preferredTime)
  const at = minutesAt(time)
  const isThen = typeof wish === 'string' || (at >= wish.from && at <= wish.until)
  return (wanted === null || wanted === date) && isThen ? [] : [`The customer wants ${wishText(job)}.`]
}

function againstFranchise(job: Job, worker: Worker, { franchiseName }: Known): string[] {
  if (worker.franchiseId === job.franchiseId) return []
  const [works, belongs] = [franchiseName(worker.franchiseId), franchiseName(job.franchiseId)]
  return [`${worker.name} works for ${works}, the job belongs to ${belongs}.`]
}

const keyOf = (words: string) => words.trim().toLowerCase()
const serviceOf = ({ type }: Job, { services }: Known) =>
  services.find(({ label }) => keyOf(label) === keyOf(type))

function againstSkills(job: Job, worker: Worker, known: Known): string[] {
  const has = new Set(worker.skills.map(keyOf))
  const missing = (serviceOf(job, known)?.skills ?? []).filter((skill) => !has.has(keyOf(skill)))
  return missing.length === 0 ? [] : [`${worker.name} does not have the skill: ${missing.join(', ')}.`]
}

/** By the clocks of the worker; how long it takes counts as far as it is known. */
function spanAt(job: Job, { start, length }: Placing, known: Known, timeZone: string): Span {
  const service = serviceOf(job, known)
  const ms = length ?? lengthOf(job) ?? (service ? durationMs(service, job) : null) ?? 0
  const from = minutesAt(localTime(start, timeZone).time)
  return { start: from, end: from + ms / 60_000 }
}

function againstHours(worker: Worker, work: WorkerHours, visit: Span): string[] {
  if (work.closed) return ['It is a day without visits for the whole franchise.']
  if (work.shifts.length === 0) return [`${worker.name} does not work on this day.`]
  const isInShift = work.shifts.map(spanOf).some(({ start, end }) => visit.start >= start && visit.end <= end)
  const isAway = work.timeOff.map(spanOf).some(({ start, end }) => visit.start < end && visit.end > start)
  const shifts = hoursText({ ...work, timeOff: [] })
  return [
    ...(isInShift ? [] : [`It does not lie within the shift of ${worker.name}: ${shifts}.`]),
    ...(isAway ? [`${worker.name} has time off then.`] : []),
  ]
}
