/** The date and the hour in a time zone. `Temporal` would do it, but many phones don't have it yet. */
const parts = (at: number, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )

/** Such as `2026-03-02`. */
export function localDay(at: number, timeZone: string): string {
  const { year, month, day } = parts(at, timeZone)
  return `${year}-${month}-${day}`
}

const dayMs = 24 * 60 * 60_000
const lookEveryMs = 15 * 60_000

/** How long to wait before looking whether the day is over. Clocks change at night, so nobody waits for hours. */
export function untilNextLook(at: number, timeZone: string): number {
  const { hour, minute, second } = parts(at, timeZone)
  const sinceMidnight = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000
  return Math.min(dayMs - sinceMidnight, lookEveryMs)
}
