import { hour, minute, second } from './clock'

/** Delays after the first failure, the second, and so on. */
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
 * The delay after this many failed attempts, plus up to 10% depending on the event's id, so that events that
 * failed together aren't retried together. Null if there are no attempts left.
 */
export function eventRetryDelay(attempts: number, eventId: string): number | null {
  const wait = eventRetryDelays[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + eventJitter(eventId, attempts) / 10))
}

/** Between 0 and 1, and always the same for an event and attempt. */
export function eventJitter(eventId: string, attempts: number): number {
  return Number(Bun.hash.wyhash(`${eventId} ${attempts}`) % 10_000n) / 10_000
}

/** The same over three days, but the first retry waits a little, because the receiver may be restarting. */
const deliveryRetryDelays = [5 * second, ...eventRetryDelays.slice(1)]

export const maxDeliveryAttempts = deliveryRetryDelays.length + 1

/** Like `eventRetryDelay`, for events that we send to other software. */
export function deliveryRetryDelay(attempts: number, deliveryId: string): number | null {
  const wait = deliveryRetryDelays[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + eventJitter(deliveryId, attempts) / 10))
}

/** Delays after the first failure, the second, and so on. */
const messageRetryDelays = [30 * second, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 6 * hour]

export const maxMessageAttempts = messageRetryDelays.length + 1

/**
 * The delay after this many attempts, plus up to 20% at random, so that messages that failed together aren't
 * retried together. Null if there are no attempts left.
 */
export function messageRetryDelay(attempts: number, random: number): number | null {
  const wait = messageRetryDelays[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + random / 5))
}
