import { stepWords } from './step-words'
import type { Refused } from './queue'

/** Whose visit it was, why the office does not take what was done there, and that nothing of it is kept. */
export function wordsOfRefusal({ dropped, reason, isGone }: Refused): string {
  const why = isGone ? 'The office has taken this visit off your list' : reason
  const steps = dropped.map(({ to }) => `“${stepWords[to]}”`).join(' and ')
  const lost = dropped.length === 1 ? `Your step ${steps} was` : `Your steps ${steps} were`
  return `${dropped[0].customer ?? 'A visit'}: ${why}. ${lost} dropped.`
}
