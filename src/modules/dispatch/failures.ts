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
      return `The longest gap on ${failure.date} is ${minutes(failure.minutesShort)} too short.`
  }
}

function shiftSentence({ date, minutesShort }: Extract<Failure, { rule: 'shift' }>): string {
  if (date === null) return 'No planned day is within the preferred time.'
  if (minutesShort === null) return `Does not work on ${date}.`
  return `The shift on ${date} is ${minutes(minutesShort)} too short for it.`
}

const minutes = (count: number): string => `${count} ${count === 1 ? 'minute' : 'minutes'}`
