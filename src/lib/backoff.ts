import { hour, minute, second } from './clock'

/** After the first failure, the second, and so on. */
const eventRetryDelays = [
  0,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

export const maxEventAttempts = eventRetryDelays.length + 1

/**
 * How long an event waits after so many failed attempts, up to a tenth longer by its own name, so that what
 * failed together does not come back together. Null when it was the last.
 */
export function eventRetryDelay(attempts: number, eventId: string): number | null {
  const wait = eventRetryDelays[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + eventJitter(eventId, attempts) / 10))
}

/** Between 0 and 1, the same every time for the same event and attempt. */
export function eventJitter(eventId: string, attempts: number): number {
  return Number(Bun.hash.wyhash(`${eventId} ${attempts}`) % 10_000n) / 10_000
}

/** After the first failure, the second, and so on. */
const messageRetryDelays = [30 * second, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 6 * hour]

export const maxMessageAttempts = messageRetryDelays.length + 1

/**
 * How long a message waits after so many attempts, up to a fifth longer by chance, so that what failed
 * together does not come back together. Null when it was the last.
 */
export function messageRetryDelay(attempts: number, random: number): number | null {
  const wait = messageRetryDelays[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + random / 5))
}
