import type { Job } from '../../../modules/jobs'
import { formatDuration, formatTime } from '../../client/format'

/** Why a visit stands out on the board. */
export interface Trouble {
  kind: 'late' | 'risk'
  /** Short enough for a block: `20 min late`. */
  text: string
  /** For a block without room for that: `+20 min`. */
  short: string
  /** The whole sentence. */
  detail: string
}

/** Minutes of driving from one visit to the next, by both job ids. */
export type DriveBetween = (from: string, to: string) => number

const minute = 60_000
/** A few minutes are no news to anyone, and drive times aren't exact. */
const grace = { late: 5 * minute, risk: 10 * minute }
/** Visits that nobody needs to start anymore. */
const over = new Set<Job['status']>(['completed', 'cancelled', 'no_show'])

/** How long a technician stays busy after the end of a visit, in milliseconds. */
export const bufferOf = ({ scheduledEnd, busyUntil }: Pick<Job, 'scheduledEnd' | 'busyUntil'>): number =>
  scheduledEnd === null || busyUntil === null
    ? 0
    : Math.max(0, Date.parse(busyUntil) - Date.parse(scheduledEnd))

const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/**
 * The visits of one worker's day that are late, or that will be: each starts at its time, or once the visit before it is
 * over and the drive is done. A visit that hasn't begun by its time begins now at the earliest.
 */
export function troublesOf(
  visits: readonly Job[],
  drive: DriveBetween,
  now: number,
  timeZone: string,
): Map<string, Trouble> {
  const troubles = new Map<string, Trouble>()
  const inOrder = visits
    .filter(({ scheduledStart, status }) => scheduledStart !== null && status !== 'cancelled')
    .toSorted((a, b) => (timeOf(a.scheduledStart) ?? 0) - (timeOf(b.scheduledStart) ?? 0))
  let before: Before | null = null
  for (const job of inOrder) {
    const start = timeOf(job.scheduledStart) ?? 0
    const end = timeOf(job.scheduledEnd) ?? start
    const buffer = bufferOf(job)
    if (over.has(job.status)) {
      const freeAt = timeOf(job.completedAt) ?? start
      before = { id: job.id, name: job.customerName, freeAt, buffer: 0 }
      continue
    }
    const began = job.status === 'in_progress' ? (timeOf(job.startedAt) ?? start) : null
    const arrival: number = before === null ? start : before.freeAt + drive(before.id, job.id) * minute
    const soonest = began ?? Math.max(start, arrival, now)
    const trouble = troubleOf({ job, start, end, began, arrival, now, before, timeZone })
    if (trouble) troubles.set(job.id, trouble)
    const done = Math.max(soonest + (end - start), began === null ? 0 : now)
    before = { id: job.id, name: job.customerName, freeAt: done + buffer, buffer }
  }
  return troubles
}

/** How late a visit is by its own times alone, where the rest of the technician's day isn't known. */
export const latenessOf = (job: Job, now: number, timeZone: string): Trouble | undefined =>
  troublesOf([job], () => 0, now, timeZone).get(job.id)

/** The visit before, and when the worker can leave it. */
interface Before {
  id: string
  name: string
  freeAt: number
  buffer: number
}

interface Standing {
  job: Job
  start: number
  end: number
  began: number | null
  /** When the worker can be there, coming from the visit before. */
  arrival: number
  now: number
  before: Before | null
  timeZone: string
}

function troubleOf({ job, start, end, began, arrival, now, before, timeZone }: Standing): Trouble | null {
  if (began !== null) {
    const more = now - Math.max(end, began + (end - start))
    if (more < grace.late) return null
    const text = `${span(more)} over`
    return {
      kind: 'late',
      text,
      short: shortSpan(more),
      detail: `The visit is taking ${span(more)} longer than planned.`,
    }
  }
  const clock = (moment: number) => formatTime(new Date(moment).toISOString(), timeZone)
  const isOnTheWay = job.status === 'en_route'
  if (now - start >= grace.late) {
    const at = clock(start)
    const detail = isOnTheWay
      ? `The visit was due at ${at}. The technician is on the way.`
      : `The visit was due at ${at} and hasn't started.`
    return { kind: 'late', text: `${span(now - start)} late`, short: shortSpan(now - start), detail }
  }
  const delay = arrival - start
  if (delay < grace.risk || before === null) return null
  const drive = arrival - before.freeAt
  const more = [
    before.buffer > 0 && `${span(before.buffer)} of buffer`,
    drive > 0 && `${span(drive)} of driving`,
  ].filter(Boolean)
  const detail =
    `It will start around ${clock(arrival)}, about ${span(delay)} late: ` +
    `the visit before it (${before.name}) takes until ${clock(before.freeAt - before.buffer)}` +
    `${more.length === 0 ? '' : `, plus ${more.join(' and ')}`}.`
  return { kind: 'risk', text: `~${span(delay)} late`, short: shortSpan(delay), detail }
}

/** `20 min`, `1 hr 5 min`, or `2 days` for visits that were forgotten. */
function span(ms: number): string {
  const minutes = Math.round(ms / minute)
  if (minutes < 24 * 60) return formatDuration(minutes)
  const days = Math.floor(minutes / (24 * 60))
  return days === 1 ? '1 day' : `${days} days`
}

/** `+20 min`, `+2 hr`, `+3 d`. */
function shortSpan(ms: number): string {
  const minutes = Math.round(ms / minute)
  if (minutes < 100) return `+${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 24 ? `+${hours} hr` : `+${Math.floor(minutes / (24 * 60))} d`
}
