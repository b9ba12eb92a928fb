/** The only source of the time, so tests can choose any day. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Replaces the waits of background work: a test's clock stands still, so nothing should wait for it. */
  rest?: (ms: number) => Promise<void>
}

export const systemClock: Clock = { now: () => Date.now() }

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const isoTime = (at: number): string => new Date(at).toISOString()
export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at))

/** Years outside this range are written with a sign, so they are refused. */
export const [firstMoment, lastMoment] = [
  Date.parse('0000-01-01T00:00Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
]

const units: Record<string, number> = { s: second, m: minute, h: hour, d: day }

/** Converts `90s`, `30m`, `12h` or `7d` to milliseconds, and returns null for anything else. */
export function parseDuration(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? []
  const length = units[unit]
  return length === undefined ? null : Number(count) * length
}
