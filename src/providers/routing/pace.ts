/** A segment of a drive, measured by straight-line distance. */
export interface Stretch {
  /** The distance from the start at which this segment ends, in meters. */
  until: number
  /** Straight-line meters per minute; bends in the road make them fewer. */
  metresPerMinute: number
}

/** Relates straight-line distances to drive times. */
export interface Pace {
  /** The approximate drive time between two points this many meters apart. */
  minutesFor(metres: number): number
  /** The approximate straight-line distance reached after this many minutes. */
  metresWithin(minutes: number): number
}

const stretch = (until: number, kmPerHour: number, circuity: number): Stretch => ({
  until,
  metresPerMinute: (kmPerHour * 1000) / 60 / circuity,
})

/**
 * A drive starts on streets, continues on main roads and, if it is long, on highways, and longer drives bend
 * less. The numbers are judgment, not fitted to a map, so this is only an estimate.
 */
export const usualStretches: readonly Stretch[] = [
  stretch(2_000, 32, 1.42),
  stretch(8_000, 46, 1.38),
  stretch(30_000, 68, 1.3),
  stretch(80_000, 86, 1.24),
  stretch(Infinity, 98, 1.2),
]

interface Leg {
  fromMetres: number
  fromMinutes: number
  metresPerMinute: number
}

export function createPace(stretches: readonly Stretch[]): Pace {
  const legs = stretches.reduce<Leg[]>((done, { metresPerMinute }, at) => {
    const before = done.at(-1)
    const fromMetres = stretches[at - 1]?.until ?? 0
    const fromMinutes = before
      ? before.fromMinutes + (fromMetres - before.fromMetres) / before.metresPerMinute
      : 0
    return [...done, { fromMetres, fromMinutes, metresPerMinute }]
  }, [])
  const [first] = legs
  if (!first) throw new Error('A pace needs at least one segment')
  return {
    minutesFor(metres) {
      for (let at = legs.length - 1; at > 0; at -= 1) {
        const leg = legs[at]
        if (leg && leg.fromMetres <= metres)
          return leg.fromMinutes + (metres - leg.fromMetres) / leg.metresPerMinute
      }
      return metres / first.metresPerMinute
    },
    metresWithin(minutes) {
      const leg = legs.findLast(({ fromMinutes }) => fromMinutes <= minutes) ?? first
      return leg.fromMetres + (minutes - leg.fromMinutes) * leg.metresPerMinute
    },
  }
}

export const usualPace = createPace(usualStretches)
export const { minutesFor, metresWithin } = usualPace
