import type { Failure } from './engine/rules'

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
