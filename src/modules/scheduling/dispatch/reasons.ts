import type { TodoKind } from '../../../../db/schema/office'
import type { Change } from '../engine/explain'
import type { Failure } from '../engine/rules'

/** Why a job was given to somebody, or what keeps it from being given to anybody. */
export const reasons = [
  'best_fit',
  'only_fit',
  'good_fit',
  'as_shown',
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
  'raced',
] as const
export type Reason = (typeof reasons)[number]

/** Those that stay as they are until somebody does something about them. */
export const lasting = ['no_skill', 'out_of_area', 'no_place', 'no_duration', 'closed_day'] as const
export type Lasting = (typeof lasting)[number]
export type Urgent = 'window_closing' | 'waiting_too_long'
/** Those that may go away by themselves. */
export type Passing =
  | 'no_capacity'
  | 'awaiting_payment'
  | 'held'
  | 'low_price'
  | 'too_early'
  | 'not_placed_yet'
  | 'raced'
/** Of these, what somebody can do something about other than making room. */
export type Unready = 'awaiting_payment' | 'not_placed_yet'
export type Escalated = Lasting | Urgent | Unready
/** A price waits for headquarters as long as it takes: no run makes it more pressing. */
export type Asked = Escalated | 'low_price'

export const sentences: Record<Reason, string> = {
  best_fit: 'The least cost of all workers who could take it.',
  only_fit: 'Nobody else could take it.',
  good_fit: 'It fits well into the plan as a whole; alone it would cost less with somebody else.',
  as_shown: 'As it was shown before.',
  no_skill: 'No active worker of the franchise has the skills that the service needs.',
  out_of_area: 'The place lies outside the service area of the franchise.',
  no_place: 'The address was not found on the map.',
  no_duration: 'It is not known how long the service takes.',
  closed_day: 'The preferred date is a day without visits.',
  window_closing: 'The preferred time is less than a day away or over, and nobody can come then.',
  waiting_too_long: 'It has waited for more than two days.',
  no_capacity: 'Nobody has room for it within the planned days.',
  awaiting_payment: 'The payment named in the booking is not confirmed yet.',
  held: 'It is on hold.',
  low_price: 'The booked price is below the catalog. Accept it or set another one first.',
  too_early: 'The preferred date lies beyond the planned days.',
  not_placed_yet: 'Its address is being looked up.',
  raced: 'The job or the worker was changed in the meantime.',
}

/** Why something that is not ready cannot wait any longer. */
export const hurry: Record<Urgent, string> = {
  window_closing: 'The preferred time is less than a day away or over.',
  waiting_too_long: sentences.waiting_too_long,
}

/** What headquarters is asked to do. */
export const requests: Record<Asked, { kind: TodoKind; title: string; detail: string }> = {
  no_skill: {
    kind: 'dispatch.no-skill',
    title: 'Nobody has the skills for a job',
    detail: 'Add a worker with these skills, or change what the service needs.',
  },
  out_of_area: {
    kind: 'dispatch.out-of-area',
    title: 'A job lies outside the service area of its franchise',
    detail: 'Give it to another franchise, widen the area, or tell the customer.',
  },
  low_price: {
    kind: 'job.low-price',
    title: 'A booking is priced below the catalog',
    detail: 'It waits until then.',
  },
  no_place: {
    kind: 'job.unplaced',
    title: 'The address of a booking was not found on the map',
    detail: 'Correct the address, or set the place by hand.',
  },
  no_duration: {
    kind: 'dispatch.no-duration',
    title: 'Nobody knows how long a job takes',
    detail: 'Give its service type a duration, correct the type, or schedule it by hand.',
  },
  closed_day: {
    kind: 'dispatch.closed-day',
    title: 'A job is wished for a day without visits',
    detail: 'Agree on another date with the customer.',
  },
  window_closing: {
    kind: 'dispatch.window-closing',
    title: 'Nobody can come at the time a customer asked for',
    detail: 'Make room, or agree on another time with the customer.',
  },
  waiting_too_long: {
    kind: 'dispatch.waiting-too-long',
    title: 'A job has waited for more than two days',
    detail: 'See why it does not fit, and schedule it by hand.',
  },
  awaiting_payment: {
    kind: 'dispatch.awaiting-payment',
    title: 'A booking that should be visited soon is not paid yet',
    detail: 'Ask the customer to pay, or schedule it by hand.',
  },
  not_placed_yet: {
    kind: 'dispatch.not-placed-yet',
    title: 'A booking that should be visited soon is not on the map yet',
    detail: 'Set its place by hand, or see why addresses are not looked up.',
  },
}

/** The first rule that a worker fails, as a person would say it. */
export function failureSentence(failure: Failure): string {
  switch (failure.rule) {
    case 'active':
      return 'Is not active.'
    case 'franchise':
      return 'Works for another franchise.'
    case 'skills':
      return `Lacks the skills: ${failure.missing.join(', ')}.`
    case 'service_area':
      return 'The place lies outside the service area.'
    case 'shift':
      return shiftSentence(failure)
    case 'time_off':
      return `Is away at that time on ${failure.date}.`
    case 'daily_cap':
      return `Has ${failure.booked} of at most ${failure.limit} ${failure.of} on ${failure.date}.`
    case 'route':
      return routeSentence(failure)
  }
}

function shiftSentence({ date, minutesShort, why }: Extract<Failure, { rule: 'shift' }>): string {
  if (date === null) return 'No planned day is within the preferred time.'
  if (why === 'none') return `Does not work on ${date}.`
  if (why === 'over' || minutesShort === null)
    return `What is left of the shift on ${date} is too late for it.`
  if (why === 'starts_late') return `The shift on ${date} starts ${minutes(minutesShort)} too late for it.`
  if (why === 'ends_early') return `The shift on ${date} ends ${minutes(minutesShort)} too early for it.`
  return `The shift on ${date} is ${minutes(minutesShort)} too short for it.`
}

function routeSentence({ date, why, minutesShort }: Extract<Failure, { rule: 'route' }>): string {
  if (why === 'no_road') return 'There is no road to it.'
  if (why === 'drive') return `Would arrive ${minutes(minutesShort)} too late on ${date}, coming from home.`
  return `The longest gap on ${date} is ${minutes(minutesShort)} too short.`
}

const minutes = (count: number): string => `${count} ${count === 1 ? 'minute' : 'minutes'}`

const changeSentences: Record<Change['kind'], (amount: string) => string> = {
  shift_ends_later: (amount) => `fits if the shift ends ${amount} later`,
  shift_starts_earlier: (amount) => `fits if the shift starts ${amount} earlier`,
  window_closes_later: (amount) => `fits if the customer's window closes ${amount} later`,
  window_opens_earlier: (amount) => `fits if the customer's window opens ${amount} earlier`,
  visit_shorter: (amount) => `fits if the visit is ${amount} shorter`,
  time_off_starts_later: (amount) => `fits if the time off starts ${amount} later`,
  time_off_ends_earlier: (amount) => `fits if the time off ends ${amount} earlier`,
  more_minutes_per_day: (amount) => `fits if the day may be ${amount} longer`,
  more_jobs_per_day: (amount) => `fits if the day may have ${amount} more`,
  skills_learned: (amount) => `fits with the skills: ${amount}`,
  worker_activated: () => 'fits if the worker is active',
}

/** A change as a person would say it: "fits if the shift ends 20 minutes later". */
export function changeSentence(change: Change): string {
  return changeSentences[change.kind](amountOf(change))
}

function amountOf(change: Change): string {
  if (change.kind === 'skills_learned') return change.skills.join(', ')
  if (change.kind === 'worker_activated') return ''
  return `${change.by} ${change.by === 1 ? change.unit.slice(0, -1) : change.unit}`
}
