import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { isOfferedWindow } from '../../../lib/arrival-windows'
import { dateText } from '../../../lib/calendar'
import { minute } from '../../../lib/clock'
import { conflict, must } from '../../../lib/errors'
import { promisedTime } from '../../../lib/promised-time'
import { durationMs } from '../../../lib/visit-length'
import { serviceOf } from '../../catalog'
import { findFranchise, timeZoneOf } from '../../franchises'
import {
  assertMovable,
  confirmByLink,
  moveByCustomer,
  requireJob,
  type ChainedJob,
  type Job,
  type JobRow,
} from '../../jobs'
import { boundsOf, withTimes, type Bounds } from '../world/chains'
import { readOpenJob } from '../world/open-jobs'
import { readMoveWindows } from './availability'
import { daysShown, firstDay } from './booking-page'
import type { MoveTimes } from './model'

/** When a job may start because of the jobs before and after it, which count as in the windows they were promised. */
async function boundsOfJob({ store: { read }, settings, clock }: Deps, job: JobRow): Promise<Bounds> {
  const row = must(await readOpenJob(read, job.id), 'The job')
  const times = new Map<string, { start: number; end: number }>()
  const zone = await timeZoneOf(read, settings, job.franchiseId)
  for (const { jobId } of [row.after ?? [], row.followers ?? []].flat().filter(isUnscheduled)) {
    const other = await requireJob(read, jobId)
    const promise = promisedTime(other, zone)
    if (!promise) continue
    // The first job may begin at the end of its window, and a follower at the start of its own.
    const start = jobId === row.after?.jobId ? promise.end : promise.start
    times.set(jobId, { start, end: start + (await lengthOf(read, other)) })
  }
  return boundsOf(withTimes(row, times), (await lengthOf(read, job)) / minute, clock.now())
}

const isUnscheduled = ({ status }: ChainedJob): boolean => status === 'pending'

async function lengthOf(db: Db, job: JobRow): Promise<number> {
  const service = await serviceOf(db, job.type)
  return (service && durationMs(service, job)) ?? 0
}

/** A week of arrival windows that a booking can move to, without the one it has. */
export async function readMoveTimes(deps: Deps, job: JobRow, asked: string | null): Promise<MoveTimes> {
  await assertMovable(deps.store.read, deps, job)
  const franchise = (job.franchiseId && (await findFranchise(deps.store.read, job.franchiseId))) || null
  const first = firstDay(deps, { from: asked, franchise })
  const from = dateText(first)
  const found = await readMoveWindows(deps, job, { from, days: daysShown })
  const bounds = await boundsOfJob(deps, job)
  const visit = job.scheduledStart
  const windows = (found?.windows ?? []).filter(
    ({ date, window, start, end }) =>
      (job.lapsedAt !== null || date !== job.preferredDate || window !== job.preferredTime) &&
      !(visit !== null && Date.parse(start) <= visit && visit < Date.parse(end)) &&
      Date.parse(start) >= bounds.from &&
      Date.parse(end) <= bounds.until,
  )
  return {
    windows: windows.map(({ date, window, recommended }) => ({ date, window, recommended })),
    from,
    next: dateText(first.add({ days: daysShown })),
  }
}

/** Moves a booking to an arrival window, if it is still available. */
export async function moveBooking(
  deps: Deps,
  job: JobRow,
  { date, window }: { date: string; window: string },
): Promise<Job> {
  const { windows } = await readMoveTimes(deps, job, date)
  if (!windows.some((one) => one.date === date && one.window === window))
    throw conflict("That time isn't available anymore. Choose another one.")
  return moveByCustomer(deps, job.id, { date, window, revision: job.revision })
}

/** Confirms a booking. False if it lapsed and someone else has its window by now. */
export async function confirmBooked(deps: Deps, job: JobRow): Promise<boolean> {
  if (job.lapsedAt !== null && isOfferedWindow(job) && !(await isStillFree(deps, job))) return false
  await confirmByLink(deps, job.id)
  return true
}

async function isStillFree(deps: Deps, job: JobRow): Promise<boolean> {
  const from = job.preferredDate?.slice(0, 10)
  const found = await readMoveWindows(deps, job, { from, days: 1 })
  return found?.windows.some(({ date, window }) => date === from && window === job.preferredTime) ?? false
}
