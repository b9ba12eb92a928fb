import { hour, minute } from '../../lib/clock'

/** After the first failure, the second, and so on. */
const waits = [0, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

export const mostAttempts = waits.length + 1

/**
 * How long an event waits after so many failed attempts, up to a tenth longer by its own name, so that what
 * failed together does not come back together. Null when it was the last.
 */
export function waitAfter(attempts: number, eventId: string): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + jitter(eventId, attempts) / 10))
}

/** Between 0 and 1, the same every time for the same event and attempt. */
export function jitter(eventId: string, attempts: number): number {
  return Number(Bun.hash.wyhash(`${eventId} ${attempts}`) % 10_000n) / 10_000
}
