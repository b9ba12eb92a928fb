import { isOfferedWindow } from '../../../lib/arrival-windows'
import { minute } from '../../../lib/clock'
import { isUnderWay, planned } from '../../../lib/job-states'
import type { ChainedJob } from '../../jobs'
import { separateWindows } from '../engine/time'
import type { ArrivalWindow, OpenJob } from '../engine/world'
import type { Link } from '../planner/in-order'
import type { OpenRow, VisitRow } from './open-jobs'
import { weekday } from './reasons'

/** The span in which a job may start because of the jobs before and after it, both ends inclusive. */
export type Bounds = ArrivalWindow

type Chained = Pick<OpenRow, 'after' | 'followers'>

const isAhead = ({ status }: Pick<ChainedJob, 'status'>): boolean =>
  (planned as readonly string[]).includes(status)

/** When a job is or was done, or null if nobody knows yet or it never will be. */
function doneAt({ status, start, end, startedAt, completedAt }: ChainedJob, now: number): number | null {
  if (status === 'completed') return completedAt ?? end
  if (start === null || end === null || !isAhead({ status })) return null
  if (!isUnderWay(status)) return end
  // A visit that runs late takes as long as planned from the moment it began or will begin.
  return Math.max(end, (startedAt ?? Math.max(start, now)) + (end - start), now)
}

/** The bounds set by the jobs that have a time. */
export function boundsOf({ after, followers }: Chained, durationMinutes: number, now: number): Bounds {
  const done = after && doneAt(after, now)
  const starts = (followers ?? [])
    .filter(isAhead)
    .map(({ start, gapMinutes }) => (start ?? Infinity) - (gapMinutes + durationMinutes) * minute)
  return {
    from: after && done !== null ? done + after.gapMinutes * minute : 0,
    until: Math.min(Number.MAX_SAFE_INTEGER, ...starts),
  }
}

type Visit = Chained & Pick<VisitRow, 'start' | 'end'>

/**
 * The bounds of a scheduled visit that a plan may move together with the ones around it. It comes no earlier while the
 * job before it may move too.
 */
export function boundsOfVisit(row: Visit, now: number): Bounds {
  const { from, until } = boundsOf(row, (row.end - row.start) / minute, now)
  return { from: row.after && isAhead(row.after) ? Math.max(from, row.start) : from, until }
}

/** Whether a job before or after a visit has no time yet. Then the visit stays where it is. */
export const isHalfScheduled = ({ after, followers }: Chained): boolean =>
  [after, ...(followers ?? [])].some((other) => other?.status === 'pending')

/** The parts of the windows inside the bounds. */
export function within(windows: OpenJob['windows'], { from, until }: Bounds): OpenJob['windows'] {
  if (from === 0 && until === Number.MAX_SAFE_INTEGER) return windows
  return separateWindows(
    (windows ?? [{ from: 0, until: Number.MAX_SAFE_INTEGER }]).map((window) => ({
      from: Math.max(window.from, from),
      until: Math.min(window.until, until),
    })),
  )
}

interface Row {
  row: OpenRow
}

/** The waiting job that has to be scheduled first. */
export const waitsFor = ({ row: { after } }: Row): ChainedJob | null =>
  after?.status === 'pending' ? after : null

/**
 * Takes out the jobs that come after a job which this plan doesn't place. Those keep the room of a window that their
 * customers chose, and nothing else.
 */
export function separateBlocked<One extends Row>(waiting: readonly One[]): { ready: One[]; blocked: One[] } {
  let ready = [...waiting]
  const blocked: One[] = []
  for (;;) {
    const ids = new Set(ready.map(({ row }) => row.id))
    const isBlocked = (one: One) => !ids.has(waitsFor(one)?.jobId ?? one.row.id)
    const out = ready.filter(isBlocked)
    if (out.length === 0) return { ready, blocked }
    blocked.push(...out)
    ready = ready.filter((one) => !isBlocked(one))
  }
}

export const keepsItsWindow = ({ row }: Row): boolean => isOfferedWindow(row)

/** The orders among jobs that are planned together. */
export const linksAmong = (ready: readonly Row[]): Link[] =>
  ready.flatMap((one) => {
    const first = waitsFor(one)
    return first ? [{ jobId: one.row.id, afterId: first.jobId, gapMinutes: first.gapMinutes }] : []
  })

/** The row once the jobs around it have these times. */
export function withTimes<R extends OpenRow>(
  row: R,
  times: ReadonlyMap<string, { start: number; end: number }>,
): R {
  const timed = (one: ChainedJob): ChainedJob => {
    const time = times.get(one.jobId)
    return time ? { ...one, status: 'scheduled', start: time.start, end: time.end } : one
  }
  return { ...row, after: row.after && timed(row.after), followers: row.followers?.map(timed) ?? null }
}

/** `Comes after Gutter repair on Tue.`, or null. */
export function orderNote({ after, followers }: Chained, timeZone: string): string | null {
  const on = ({ service, start }: ChainedJob) =>
    start === null ? `${service}, which isn't scheduled yet` : `${service} on ${weekday(start, timeZone)}`
  const notes = [
    ...(after && (after.status === 'pending' || isAhead(after)) ? [`Comes after ${on(after)}.`] : []),
    ...(followers ?? []).filter(isAhead).map((one) => `Comes before ${on(one)}.`),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}
