import { day, minute } from '../../lib/clock'
import { isUnpaid } from '../../lib/job-states'
import type { ServiceType } from '../jobs/duration'
import { durationMs } from '../jobs/visit-length'
import type { Branch } from './branches'
import { placeOf, skillKey } from './crew'
import type { OpenJob } from './engine/world'
import { isOfferedWindow } from './offered-windows'
import type { OpenRow } from './open-jobs'
import type { Lasting, Passing, Urgent } from './reasons'
import type { Wish } from './wish'

/** A job that waits for a visit, in the words of the planner. */
export interface Waiting {
  row: OpenRow
  branch: Branch
  service: ServiceType | undefined
  wish: Wish
  job: OpenJob
}

/** HQ ranks jobs from -10 to 10, the planner from 0 to 100. */
const perRank = 10
const shortTime = day
const longWait = 2 * day
/** A wish for a later day is not waiting before its day can be planned. */
const plannedAhead = 5 * day

export function waitingJob(row: OpenRow, branch: Branch, service: ServiceType | undefined): Waiting {
  const wish = branch.wishes.of(row)
  const place = placeOf(row.lat, row.lng)
  const length = service ? durationMs(service, row) : null
  const job: OpenJob = {
    id: row.id,
    franchiseId: row.franchiseId,
    place,
    durationMinutes: length === null ? null : length / minute,
    bufferMinutes: service?.bufferMinutes ?? 0,
    skills: (service?.skills ?? []).map(skillKey),
    inServiceArea: place !== null && branch.serves(place, row.inZip === 1),
    windows: wish.windows,
    priority: row.priority * perRank,
    waitingSince: row.createdAt,
    lastWorkerId: row.lastWorkerId,
  }
  return { row, branch, service, wish, job }
}

/** Why a job is not planned now, or null where it is. */
export function setAside({ row, wish }: Waiting): Passing | Lasting | Urgent | null {
  if (row.held) return 'held'
  if (wish.state === 'early') return 'too_early'
  if (wish.state === 'closed') return 'closed_day'
  // Before the time that is over: nobody could come because of it.
  if (row.placeState === 'waiting') return 'not_placed_yet'
  if (isAwaitingPayment(row)) return 'awaiting_payment'
  return wish.state === 'passed' ? 'window_closing' : null
}

/**
 * A job that gets its visit once it is paid for or found on the map. What it was promised is kept for it
 * until then, or the same window would be promised again and again. Null where there is nothing to keep.
 */
export function reserved(waiting: Waiting): Waiting | null {
  const reason = setAside(waiting)
  const isForAWhile = reason === 'awaiting_payment' || reason === 'not_placed_yet'
  return isForAWhile && waiting.wish.state === 'open' && isOfferedWindow(waiting.row) ? atBase(waiting) : null
}

/** As long as its address is being looked up, a job is taken to lie where its franchise does. */
export function atBase(waiting: Waiting): Waiting {
  const { row, branch, job } = waiting
  if (row.placeState !== 'waiting' || job.place !== null || branch.base === null) return waiting
  return { ...waiting, job: { ...job, place: branch.base, inServiceArea: true } }
}

/**
 * A booking that names a payment is visited once the processor has confirmed it. One that is paid later
 * names none, or a card on file that is charged afterwards.
 */
function isAwaitingPayment(row: OpenRow): boolean {
  const { paymentId, paymentStatus, totalCents } = row
  if (paymentId === null || totalCents === 0 || paymentStatus === 'card_on_file') return false
  return isUnpaid(row)
}

/** Waiting on is of no use when the time is short; then a person is asked. */
export function urgencyOf({ row, wish }: Waiting, reason: Passing, now: number): Urgent | null {
  if (reason === 'held' || reason === 'too_early' || reason === 'raced') return null
  const closes = wish.windows?.reduce((last, { until }) => Math.max(last, until), 0) ?? Infinity
  if (row.preferredDate !== null && closes - now < shortTime) return 'window_closing'
  const since = row.preferredDate === null ? row.waitsSince : Math.max(row.waitsSince, closes - plannedAhead)
  return now - since > longWait ? 'waiting_too_long' : null
}
