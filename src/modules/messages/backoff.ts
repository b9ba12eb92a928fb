import { hour, minute, second } from '../../lib/clock'

/** After the first failure, the second, and so on. */
const waits = [30 * second, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 6 * hour]

export const mostAttempts = waits.length + 1

/**
 * How long a message waits after so many attempts, up to a fifth longer by chance, so that what failed
 * together does not come back together. Null when it was the last.
 */
export function waitAfter(attempts: number, random: number): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + random / 5))
}
