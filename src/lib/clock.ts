/** The only teller of time, so that a test can be any day it likes. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const isoTime = (at: number): string => new Date(at).toISOString()
export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at))

/** Years before and after these have a sign in front when they are written, so nobody may name them. */
export const [firstMoment, lastMoment] = [
  Date.parse('0000-01-01T00:00Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
]

const units: Record<string, number> = { s: second, m: minute, h: hour, d: day }

/** `90s`, `30m`, `12h`, `7d` in milliseconds; null for anything else. */
export function parseDuration(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? []
  const length = units[unit]
  return length === undefined ? null : Number(count) * length
}
