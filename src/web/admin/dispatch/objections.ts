import { timePreference } from '../../../lib/arrival-windows'
import { durationMs } from '../../../lib/visit-length'
import type { Job } from '../../../modules/jobs'
import type { Worker } from '../../../modules/workforce'
import { now } from '../../client/clock'
import { formatDuration, formatMoment } from '../../client/format'
import { againstOrder } from '../jobs/order-words'
import { lengthOf } from '../jobs/visit-times'
import { preferredTimeText, toldWindowText } from '../shared/wanted-time'
import { localTime, today } from '../shared/zone'
import type { Directory } from '../shell/directory'
import { hoursText, minutesAt, spanOf, type Span, type WorkerHours } from './hours'

/** A proposed worker and time for a job. */
export interface Placing {
  workerId: string | null
  /** The second technician, if the visit has one. */
  secondWorkerId?: string | null
  start: string
  /** In milliseconds. Without it, the current duration counts, or else the service's usual one. */
  length?: number | null
}

type Known = Pick<Directory, 'workers' | 'services' | 'franchiseName' | 'zoneOf'>

/** Reasons not to schedule a visit this way, shown before a dispatcher does it anyway. */
export function objectionsTo(
  job: Job,
  placing: Placing,
  known: Known,
  hours: readonly WorkerHours[],
): string[] {
  const worker = known.workers.find(({ id }) => id === placing.workerId)
  const second = known.workers.find(({ id }) => id === placing.secondWorkerId)
  const againstTime = (one: Worker | undefined) => {
    const work = hours.find(({ workerId }) => workerId === one?.id)
    return one && work ? againstHours(one, work, spanAt(job, placing, known, work.timeZone)) : []
  }
  return [
    ...againstPast(job, placing, known),
    ...againstPreference(job, placing, known),
    ...againstToldWindow(job, placing, known),
    ...againstChain(job, placing, known),
    ...(worker ? [...againstFranchise(job, worker, known), ...againstSkills(job, worker, known)] : []),
    ...againstTime(worker),
    ...(second ? againstFranchise(job, second, known) : []),
    ...againstTime(second),
    ...(worker && !second && job.technicians === 2 ? ['This job needs two technicians.'] : []),
  ]
}

/** A visit that should have begun, and a time that has passed. */
function againstPast(
  { status, scheduledStart, franchiseId }: Job,
  { start }: Placing,
  { zoneOf }: Known,
): string[] {
  const isOver = status === 'scheduled' && scheduledStart !== null && Date.parse(scheduledStart) < now()
  const due = isOver ? [`This visit was due ${formatMoment(scheduledStart, zoneOf(franchiseId))}.`] : []
  return Date.parse(start) < now() ? [...due, 'This time has already passed.'] : due
}

/** Ignores visits that keep their time, and preferred days that have passed. */
function againstPreference(job: Job, { start }: Placing, { zoneOf }: Known): string[] {
  if (job.scheduledStart !== null && Date.parse(start) === Date.parse(job.scheduledStart)) return []
  const zone = zoneOf(job.franchiseId)
  const { date, time } = localTime(start, zone)
  const wanted = job.preferredDate?.slice(0, 10) ?? null
  if (wanted !== null && wanted < today(zone)) return []
  const preference = timePreference(job.preferredTime)
  const at = minutesAt(time)
  const isThen = typeof preference === 'string' || (at >= preference.from && at <= preference.until)
  return (wanted === null || wanted === date) && isThen
    ? []
    : [`The customer asked for ${preferredTimeText(job)}.`]
}

/** A visit that leaves the arrival window its customer was told. */
function againstToldWindow(job: Job, { start }: Placing, { zoneOf }: Known): string[] {
  const told = toldWindowText(job, zoneOf(job.franchiseId))
  const isStill = toldWindowText({ ...job, scheduledStart: start }, zoneOf(job.franchiseId)) !== ''
  return told === '' || isStill ? [] : [`The customer was told ${told}.`]
}

function againstFranchise(job: Job, worker: Worker, { franchiseName }: Known): string[] {
  if (worker.franchiseId === job.franchiseId) return []
  const [works, belongs] = [franchiseName(worker.franchiseId), franchiseName(job.franchiseId)]
  return [`${worker.name} works for ${works}, but this job belongs to ${belongs}.`]
}

const keyOf = (words: string) => words.trim().toLowerCase()
const serviceOf = ({ type }: Job, { services }: Known) =>
  services.find(({ label }) => keyOf(label) === keyOf(type))

function againstSkills(job: Job, worker: Worker, known: Known): string[] {
  const has = new Set(worker.skills.map(keyOf))
  const missing = (serviceOf(job, known)?.skills ?? []).filter((skill) => !has.has(keyOf(skill)))
  if (missing.length === 0) return []
  const skills = missing.length === 1 ? 'this skill' : 'these skills'
  return [`${worker.name} doesn't have ${skills}: ${missing.join(', ')}.`]
}

/** Ignores visits that keep their time and length. */
function againstChain(job: Job, placing: Placing, known: Known): string[] {
  const start = Date.parse(placing.start)
  const end = start + lengthAt(job, placing, known)
  const isSame = [job.scheduledStart, job.scheduledEnd].every(
    (moment, at) => moment !== null && Date.parse(moment) === [start, end][at],
  )
  return isSame ? [] : againstOrder(job, { start, end }, known.zoneOf(job.franchiseId))
}

/** In milliseconds. An unknown duration counts as zero. */
function lengthAt(job: Job, { length }: Placing, known: Known): number {
  const service = serviceOf(job, known)
  return length ?? lengthOf(job) ?? (service ? durationMs(service, job) : null) ?? 0
}

/** The visit in the worker's local time. */
function spanAt(job: Job, placing: Placing, known: Known, timeZone: string): Span {
  const from = minutesAt(localTime(placing.start, timeZone).time)
  return { start: from, end: from + lengthAt(job, placing, known) / 60_000 }
}

function againstHours(worker: Worker, work: WorkerHours, visit: Span): string[] {
  if (work.closed) return ['The franchise is closed that day.']
  if (work.shifts.length === 0) return [`${worker.name} isn't working that day.`]
  const isInShift = work.shifts.map(spanOf).some(({ start, end }) => visit.start >= start && visit.end <= end)
  const isAway = work.timeOff.map(spanOf).some(({ start, end }) => visit.start < end && visit.end > start)
  const shifts = hoursText({ ...work, timeOff: [] })
  const over = overtimeOf(work, visit)
  return [
    ...(isInShift
      ? []
      : [
          over === null
            ? `This is outside ${worker.name}'s shift: ${shifts}.`
            : `${overtimeText(over)} of overtime for ${worker.name}.`,
        ]),
    ...(isAway ? [`${worker.name} is off at that time.`] : []),
  ]
}

const overtimeText = (minutes: number): string =>
  minutes < 60 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : formatDuration(minutes)

/** The minutes after the last shift, if the visit begins in it and ends within the overtime that is allowed. */
function overtimeOf({ shifts, overtimeMinutes }: WorkerHours, visit: Span): number | null {
  const last = shifts
    .map(spanOf)
    .toSorted((a, b) => a.end - b.end)
    .at(-1)
  const isInside = last && visit.start >= last.start && visit.start < last.end
  return isInside && visit.end <= last.end + overtimeMinutes ? visit.end - last.end : null
}
