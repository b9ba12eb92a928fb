import { isOfferedWindow } from '../../../lib/arrival-windows'
import { day, minute } from '../../../lib/clock'
import { isUnpaid } from '../../../lib/job-states'
import { durationMs } from '../../../lib/visit-length'
import type { ServiceType } from '../../catalog'
import type { OpenJob, Placement } from '../engine/world'
import type { Branch } from './branches'
import type { ArrivalPreference } from './calendar'
import { boundsOf, orderNote, within, type Bounds } from './chains'
import { placeOf, skillKey } from './crew'
import type { OpenRow } from './open-jobs'
import {
  hurry,
  lasting,
  passedTime,
  sentences,
  type Escalated,
  type Lasting,
  type Passing,
  type Reason,
  type Urgent,
} from './reasons'

/** A job waiting for a visit, in the planner's terms. */
export interface Waiting {
  row: OpenRow
  branch: Branch
  service: ServiceType | undefined
  wish: ArrivalPreference
  job: OpenJob
  /** When it may start because of the jobs before and after it. */
  bounds: Bounds
}

/** HQ uses priorities from -10 to 10, the planner from 0 to 100. */
const perRank = 10
const shortTime = day
const longWait = 2 * day
/** A request for a later day doesn't count as waiting before that day can be planned. */
const plannedAhead = 5 * day

export function waitingJob(row: OpenRow, branch: Branch, service: ServiceType | undefined): Waiting {
  const wish = branch.wishes.of(row)
  const place = placeOf(row.lat, row.lng)
  const length = service ? durationMs(service, row) : null
  const bounds = boundsOf(row, (length ?? 0) / minute, branch.wishes.now)
  const job: OpenJob = {
    id: row.id,
    franchiseId: row.franchiseId,
    place,
    durationMinutes: length === null ? null : length / minute,
    bufferMinutes: service?.bufferMinutes ?? 0,
    skills: (service?.skills ?? []).map(skillKey),
    inServiceArea: place !== null && branch.serves(place, row.inZip === 1),
    windows: within(wish.windows, bounds),
    priority: row.priority * perRank,
    waitingSince: row.createdAt,
    valueCents: row.totalCents,
    lastWorkerId: row.lastWorkerId,
    preferredWorkerId: row.preferredWorkerId,
    isForTwo: (row.technicians ?? service?.technicians) === 2,
  }
  return { row, branch, service, wish, job, bounds }
}

/** Why a job isn't planned now, or null if it is. */
export function setAside({ row, wish }: Waiting): Passing | Lasting | Urgent | null {
  if (row.held) return 'held'
  if (row.catalogPriceCents !== null) return 'low_price'
  if (wish.state === 'early') return 'too_early'
  if (wish.state === 'closed') return 'closed_day'
  // Comes before a passed time, because that would only be a consequence.
  if (row.placeState === 'waiting') return 'not_placed_yet'
  if (isAwaitingPayment(row)) return 'awaiting_payment'
  return wish.state === 'passed' ? 'window_closing' : null
}

/**
 * A job that gets its visit once it is paid for or geocoded. Its place is reserved until then, or the same
 * window would be offered again and again. Null if there is nothing to reserve.
 */
export function reserved(waiting: Waiting): Waiting | null {
  const reason = setAside(waiting)
  const isForAWhile = reason === 'awaiting_payment' || reason === 'not_placed_yet' || reason === 'low_price'
  return isForAWhile && waiting.wish.state === 'open' && isOfferedWindow(waiting.row) ? atBase(waiting) : null
}

/** While its address is being looked up, a job counts as being at its franchise's base. */
export function atBase(waiting: Waiting): Waiting {
  const { row, branch, job } = waiting
  if (row.placeState !== 'waiting' || job.place !== null || branch.base === null) return waiting
  return { ...waiting, job: { ...job, place: branch.base, inServiceArea: true } }
}

/**
 * A booking that names a payment waits until the processor confirms it. One that is paid later names none, or
 * a card on file that is charged afterwards.
 */
function isAwaitingPayment(row: OpenRow): boolean {
  const { paymentId, paymentStatus, totalCents } = row
  if (paymentId === null || totalCents === 0 || paymentStatus === 'card_on_file') return false
  return isUnpaid(row) && row.paidCents === 0
}

/** These wait for a person or a set time. */
const neverUrgent: ReadonlySet<Passing> = new Set(['held', 'low_price', 'too_early', 'open_day', 'raced'])

/** When time is short, waiting doesn't help, so HQ gets a to-do. */
export function urgencyOf({ row, wish }: Waiting, reason: Passing, now: number): Urgent | null {
  if (neverUrgent.has(reason)) return null
  const closes = wish.windows?.reduce((last, { until }) => Math.max(last, until), 0) ?? Infinity
  if (row.preferredDate !== null && closes - now < shortTime) return 'window_closing'
  const since = row.preferredDate === null ? row.waitsSince : Math.max(row.waitsSince, closes - plannedAhead)
  return now - since > longWait ? 'waiting_too_long' : null
}

/** The decision about a job. */
export type Verdict = Assigned | Unassigned

export interface Assigned {
  type: 'assigned'
  waiting: Waiting
  placement: Placement
  /** True if the dispatcher chose the place, not the plan. */
  isChosen?: true
}

export type Unassigned =
  | { type: 'escalated'; waiting: Waiting; reason: Escalated; detail: string }
  | { type: 'skipped'; waiting: Waiting; reason: Passing; detail: string }

/** A job that isn't planned now, or that doesn't fit into the plan. */
export function leave(
  waiting: Waiting,
  found: Lasting | Passing | Urgent,
  { now, crewSize }: { now: number; crewSize: number },
): Unassigned {
  const { reason, detail } = explained(waiting, found, crewSize)
  if (isPassing(reason)) {
    const urgent = urgencyOf(waiting, reason, now)
    if (urgent === null) return { type: 'skipped', waiting, reason, detail }
    // The problem isn't room, so the to-do names the real one.
    if (reason === 'awaiting_payment' || reason === 'not_placed_yet' || reason === 'waits_for_job')
      return { type: 'escalated', waiting, reason, detail: `${hurryOf(waiting, urgent)} ${detail}` }
    return { type: 'escalated', waiting, reason: urgent, detail: `${sentences[urgent]} ${detail}` }
  }
  return { type: 'escalated', waiting, reason, detail }
}

/** The reason in a sentence, which tells a preferred time that is near from one that has passed. */
export const sentenceOf = ({ wish }: Waiting, reason: Reason): string =>
  reason === 'window_closing' && wish.state === 'passed' ? passedTime : sentences[reason]

const hurryOf = ({ wish }: Waiting, urgent: Urgent): string =>
  urgent === 'window_closing' && wish.state === 'passed' ? passedTime : hurry[urgent]

const isPassing = (reason: Lasting | Passing | Urgent): reason is Passing =>
  reason !== 'window_closing' &&
  reason !== 'waiting_too_long' &&
  !(lasting as readonly string[]).includes(reason)

/** The reason in the terms of the person who has to deal with it. */
function explained(waiting: Waiting, found: Lasting | Passing | Urgent, crewSize: number) {
  const because = (reason: Lasting | Passing | Urgent, detail = sentenceOf(waiting, reason)) => ({
    reason,
    detail,
  })
  const { branch, service, wish } = waiting
  const isAboutPeople = found === 'no_skill' || found === 'out_of_area'
  const closed = franchiseProblem(branch)
  if (isAboutPeople && closed !== null) return because('out_of_area', closed)
  if (isAboutPeople && crewSize === 0)
    return branch.id === null
      ? because('out_of_area', 'The address is outside every service area.')
      : because('no_skill', 'The franchise has no active technician.')
  if (found === 'no_skill' && service)
    return because(
      found,
      `No active technician of the franchise has all of these skills: ${service.skills.join(', ')}.`,
    )
  if (found === 'no_duration' && !service) return because(found, 'There is no service with this name.')
  if (found === 'no_capacity' && waiting.job.isForTwo) return because(found, notTogether(waiting))
  if (found !== 'no_capacity' && found !== 'waits_for_job') return because(found)
  const note = orderNote(waiting.row, branch.calendar.timeZone)
  if (found === 'waits_for_job') return because(found, note ?? sentences[found])
  const notes = [sentences[found], wish.unclear ? unclearTime : null, note]
  return because(found, notes.filter((text) => text !== null).join(' '))
}

/** `No two technicians are free together Tue–Fri.` */
function notTogether({ branch: { days }, wish: { windows } }: Waiting): string {
  const asked = days.filter(
    ({ start, end }) => windows?.some(({ from, until }) => from < end && until >= start) ?? true,
  )
  const names = asked.map(({ date }) => weekdayName.format(Date.parse(date)))
  const span = names.length > 1 ? `${names[0]}–${names.at(-1)}` : (names[0] ?? 'then')
  return `No two technicians are free together ${span}.`
}

const weekdayName = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** Why nobody from this franchise can go, whatever the job. */
export function franchiseProblem({ known, active }: Branch): string | null {
  if (!known) return "The booking names a franchise that doesn't exist."
  return active ? null : "Its franchise isn't active."
}

export const unclearTime = "We didn't understand the preferred time, so any time that day counts."
