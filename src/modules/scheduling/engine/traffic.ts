/** How much longer drives take in each hour of a local day: 1 is normal, 1.5 half as long again. */
export interface Traffic {
  /** The minute at which the day begins. */
  start: number
  factors: readonly number[]
}

/** Fractions of a minute this small come from rounding. */
const tiny = 1e-6

/** When a drive of so many normal minutes ends. Leaving later never means arriving earlier. */
export function arrivalIn({ start, factors }: Traffic, leave: number, minutes: number): number {
  let at = leave
  let left = minutes
  for (let hour = Math.floor((leave - start) / 60); ; hour += 1) {
    const factor = factors[hour] ?? 1
    const end = start + (hour + 1) * 60
    const possible = (end - at) / factor
    if (left <= possible) return Math.ceil(at + left * factor - tiny)
    left -= possible
    at = end
  }
}

/** The latest time to leave to arrive by a given time: the reverse of `arrivalIn`. */
export function departureIn({ start, factors }: Traffic, by: number, minutes: number): number {
  let at = by
  let left = minutes
  for (let hour = Math.ceil((by - start) / 60) - 1; ; hour -= 1) {
    const factor = factors[hour] ?? 1
    const begin = start + hour * 60
    const possible = (at - begin) / factor
    if (left <= possible) return Math.floor(at - left * factor)
    left -= possible
    at = begin
  }
}
