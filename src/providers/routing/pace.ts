/** A stretch of a drive, by the straight distance it covers. */
interface Stretch {
  /** It ends this many metres from the start. */
  until: number
  kmPerHour: number
  /** How much longer the road is than the straight line. */
  circuity: number
}

/**
 * A drive begins on streets, goes on along main roads and, if it is long, on highways. Roads bend less
 * the farther one goes: in the United States from about 1.4 times the straight line in town to 1.2.
 */
const stretches: readonly Stretch[] = [
  { until: 2_000, kmPerHour: 32, circuity: 1.42 },
  { until: 8_000, kmPerHour: 46, circuity: 1.38 },
  { until: 30_000, kmPerHour: 68, circuity: 1.3 },
  { until: 80_000, kmPerHour: 86, circuity: 1.24 },
  { until: Infinity, kmPerHour: 98, circuity: 1.2 },
]

interface Leg {
  fromMetres: number
  fromMinutes: number
  metresPerMinute: number
}

const legs: readonly Leg[] = stretches.reduce<Leg[]>((done, { kmPerHour, circuity }, at) => {
  const before = done.at(-1)
  const fromMetres = stretches[at - 1]?.until ?? 0
  const fromMinutes = before
    ? before.fromMinutes + (fromMetres - before.fromMetres) / before.metresPerMinute
    : 0
  return [...done, { fromMetres, fromMinutes, metresPerMinute: (kmPerHour * 1000) / 60 / circuity }]
}, [])

/** About how long a drive between two points takes that lie so many metres apart. */
export function minutesFor(metres: number): number {
  let at = legs.length - 1
  while (at > 0 && legs[at]!.fromMetres > metres) at -= 1
  const leg = legs[at]!
  return leg.fromMinutes + (metres - leg.fromMetres) / leg.metresPerMinute
}

/** About how far from the start, in a straight line, one is after so many minutes. */
export function metresWithin(minutes: number): number {
  const leg = legs.findLast(({ fromMinutes }) => fromMinutes <= minutes) ?? legs[0]!
  return leg.fromMetres + (minutes - leg.fromMinutes) * leg.metresPerMinute
}
