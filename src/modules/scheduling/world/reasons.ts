import type { TodoKind } from '../../../../db/schema/office'
import type { Change } from '../engine/explain'
import type { Failure } from '../engine/rules'

/** Why a job was assigned to someone, or why it can't be. */
export const reasons = [
  'best_fit',
  'only_fit',
  'good_fit',
  'as_shown',
  'as_chosen',
  'saves_driving',
  'makes_room',
  'covers',
  'no_skill',
  'out_of_area',
  'no_place',
  'no_duration',
  'closed_day',
  'window_closing',
  'waiting_too_long',
  'no_capacity',
  'awaiting_payment',
  'held',
  'low_price',
  'too_early',
  'not_placed_yet',
  'waits_for_job',
  'open_day',
  'raced',
] as const
export type Reason = (typeof reasons)[number]

/** Reasons that stay until someone acts. */
export const lasting = ['no_skill', 'out_of_area', 'no_place', 'no_duration', 'closed_day'] as const
export type Lasting = (typeof lasting)[number]
export type Urgent = 'window_closing' | 'waiting_too_long'
/** Reasons that may go away over time. */
export type Passing =
  | 'no_capacity'
  | 'awaiting_payment'
  | 'held'
  | 'low_price'
  | 'too_early'
  | 'not_placed_yet'
  | 'waits_for_job'
  | 'open_day'
  | 'raced'
/** Reasons someone can act on without making room. */
export type Unready = 'awaiting_payment' | 'not_placed_yet' | 'waits_for_job'
export type Escalated = Lasting | Urgent | Unready
/** A low price waits for HQ as long as it takes; it never becomes urgent. */
export type Asked = Escalated | 'low_price'

export const sentences: Record<Reason, string> = {
  best_fit: 'Best fit of all available technicians.',
  only_fit: 'No other technician can take it.',
  good_fit:
    'Good fit: another technician would suit this job better alone, but this works best for the whole day.',
  as_shown: 'Assigned as shown in the dispatch plan.',
  as_chosen: 'You placed it here.',
  saves_driving: 'Moved to save driving.',
  makes_room: 'Moved to make room for another job.',
  covers: 'Taken over from a technician who is out or late.',
  no_skill: 'No active technician of the franchise has the required skills.',
  out_of_area: "The address is outside the franchise's service area.",
  no_place: "We couldn't find the address on the map.",
  no_duration: 'The service has no duration.',
  closed_day: 'The franchise is closed on the preferred date.',
  window_closing: 'The preferred time is less than a day away, and nobody is free then.',
  waiting_too_long: 'It has been waiting for more than two days.',
  no_capacity: 'Nobody has room for it in the next few days.',
  awaiting_payment: "The payment named in the booking isn't confirmed yet.",
  held: 'It is on hold.',
  low_price: 'The customer booked below the catalog price. Accept the price or change it first.',
  too_early: 'The preferred date is too far ahead to schedule yet.',
  not_placed_yet: "We're still looking up its address.",
  waits_for_job: "It comes after another job that isn't scheduled yet.",
  open_day: "The customer left the day open, so it waits for the day's last run.",
  raced: 'The job or the technician changed in the meantime.',
}

/** Why a job that isn't ready can't wait any longer. */
export const hurry: Record<Urgent, string> = {
  window_closing: 'The preferred time is less than a day away.',
  waiting_too_long: sentences.waiting_too_long,
}

export const passedTime = 'The preferred time has passed.'

/** The to-do that HQ gets for each reason. */
export const requests: Record<Asked, { kind: TodoKind; title: string; detail: string }> = {
  no_skill: {
    kind: 'dispatch.no-skill',
    title: 'No technician has the skills for a job',
    detail: 'Add the skills to a technician, or change what the service requires.',
  },
  out_of_area: {
    kind: 'dispatch.out-of-area',
    title: "A job is outside its franchise's service area",
    detail: "Assign it to another franchise, extend the area or tell the customer you can't come.",
  },
  low_price: {
    kind: 'job.low-price',
    title: 'Booked below the catalog price',
    detail: "We won't schedule it until then.",
  },
  no_place: {
    kind: 'job.unplaced',
    title: "We couldn't find the address of a booking",
    detail: 'Correct the address, or set its location on the map.',
  },
  no_duration: {
    kind: 'dispatch.no-duration',
    title: 'A job has no duration',
    detail: 'Give its service a duration, choose another service or schedule the job yourself.',
  },
  closed_day: {
    kind: 'dispatch.closed-day',
    title: "A customer asked for a day you're closed",
    detail: 'Agree on another date with the customer.',
  },
  window_closing: {
    kind: 'dispatch.window-closing',
    title: 'Nobody is free at the time a customer asked for',
    detail: 'Make room, or agree on another time with the customer.',
  },
  waiting_too_long: {
    kind: 'dispatch.waiting-too-long',
    title: 'A job has been waiting for more than two days',
    detail: "Check why it doesn't fit, then schedule it yourself.",
  },
  awaiting_payment: {
    kind: 'dispatch.awaiting-payment',
    title: "A booking that's due soon isn't paid yet",
    detail: 'Ask the customer to pay, or schedule it yourself.',
  },
  not_placed_yet: {
    kind: 'dispatch.not-placed-yet',
    title: "A booking that's due soon has no location yet",
    detail: "Set its location on the map, or check why addresses aren't being found.",
  },
  waits_for_job: {
    kind: 'dispatch.waits-for-job',
    title: "A job that's due soon comes after one that isn't scheduled",
    detail: 'Schedule the other job first, or take this one out of the order.',
  },
}

/** The first rule that a worker fails, as a sentence. */
export function failureSentence(failure: Failure): string {
  switch (failure.rule) {
    case 'active':
      return "Isn't active."
    case 'franchise':
      return 'Works for another franchise.'
    case 'skills':
      return `Doesn't have the skills: ${failure.missing.join(', ')}.`
    case 'service_area':
      return 'The address is outside the service area.'
    case 'shift':
      return shiftSentence(failure)
    case 'time_off':
      return `Has time off then on ${dateInWords(failure.date)}.`
    case 'daily_cap':
      return capSentence(failure)
    case 'route':
      return routeSentence(failure)
  }
}

function capSentence({ date, of, booked, limit }: Extract<Failure, { rule: 'daily_cap' }>): string {
  const share =
    of === 'jobs' ? `${booked} of ${limit} jobs` : `${minutes(booked)} of ${minutes(limit)} of work`
  return `Already has ${share} on ${dateInWords(date)}.`
}

function shiftSentence({ date, minutesShort, why }: Extract<Failure, { rule: 'shift' }>): string {
  if (date === null) return 'None of the next few days matches the preferred time.'
  if (why === 'none') return `Doesn't work on ${dateInWords(date)}.`
  if (why === 'over' || minutesShort === null)
    return `The rest of the shift on ${dateInWords(date)} is too late for it.`
  if (why === 'starts_late')
    return `The shift on ${dateInWords(date)} starts ${minutes(minutesShort)} too late.`
  if (why === 'ends_early')
    return `The shift on ${dateInWords(date)} ends ${minutes(minutesShort)} too early.`
  return `The shift on ${dateInWords(date)} is ${minutes(minutesShort)} too short.`
}

function routeSentence({ date, why, minutesShort }: Extract<Failure, { rule: 'route' }>): string {
  if (why === 'no_road') return 'No road leads there.'
  if (why === 'lunch') return `Wouldn't have time for lunch on ${dateInWords(date)}.`
  if (why === 'drive')
    return `Would arrive ${minutes(minutesShort)} too late on ${dateInWords(date)}, driving from home.`
  return `The longest gap on ${dateInWords(date)} is ${minutes(minutesShort)} too short.`
}

/** `20 minutes`, or `1 hr 30 min` from an hour on. */
export function minutes(count: number): string {
  if (count < 60) return `${count} ${count === 1 ? 'minute' : 'minutes'}`
  return `${Math.floor(count / 60)} hr${count % 60 === 0 ? '' : ` ${count % 60} min`}`
}

/** `Tue`. */
export const weekday = (moment: number, timeZone: string): string =>
  new Date(moment).toLocaleDateString('en-US', { weekday: 'short', timeZone })

const weekdayAndDate = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** `Tue, Mar 3`, since plans only reach a few days ahead. */
const dateInWords = (date: string): string => weekdayAndDate.format(Date.parse(`${date}T12:00:00Z`))

const changeSentences: Record<Change['kind'], (amount: string) => string> = {
  shift_ends_later: (amount) => `fits if the shift ends ${amount} later`,
  shift_starts_earlier: (amount) => `fits if the shift starts ${amount} earlier`,
  window_closes_later: (amount) => `fits if the arrival window ends ${amount} later`,
  window_opens_earlier: (amount) => `fits if the arrival window starts ${amount} earlier`,
  visit_shorter: (amount) => `fits if the visit is ${amount} shorter`,
  time_off_starts_later: (amount) => `fits if the time off starts ${amount} later`,
  time_off_ends_earlier: (amount) => `fits if the time off ends ${amount} earlier`,
  more_minutes_per_day: (amount) => `fits if the daily limit is ${amount} higher`,
  more_jobs_per_day: (amount) => `fits if the daily limit is ${amount} higher`,
  skills_learned: (amount) => `fits with these skills: ${amount}`,
  worker_activated: () => 'fits if the technician is active',
}

/** A change as a sentence: "fits if the shift ends 20 minutes later". */
export function changeSentence(change: Change): string {
  return changeSentences[change.kind](amountOf(change))
}

function amountOf(change: Change): string {
  if (change.kind === 'skills_learned') return change.skills.join(', ')
  if (change.kind === 'worker_activated') return ''
  return change.unit === 'minutes' ? minutes(change.by) : `${change.by} ${change.by === 1 ? 'job' : 'jobs'}`
}
