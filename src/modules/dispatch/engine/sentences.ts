import type { Change } from './change'

const sentences: Record<Change['kind'], (amount: string) => string> = {
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
  return sentences[change.kind](amountOf(change))
}

function amountOf(change: Change): string {
  if (change.kind === 'skills_learned') return change.skills.join(', ')
  if (change.kind === 'worker_activated') return ''
  return `${change.by} ${change.by === 1 ? change.unit.slice(0, -1) : change.unit}`
}
