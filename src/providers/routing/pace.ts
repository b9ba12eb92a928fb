/** A stretch of a drive, by the straight distance it covers. */
export interface Stretch {
  /** It ends this many metres from the start. */
  until: number
  /** Straight metres: a bending road makes them fewer. */
  metresPerMinute: number
}

/** How straight distances and times of drives go together. */
export interface Pace {
  /** About how long a drive between two points takes that lie so many metres apart. */
  minutesFor(metres: number): number
  /** About how far from the start, in a straight line, one is after so many minutes. */
  metresWithin(minutes: number): number
}

const stretch = (until: number, kmPerHour: number, circuity: number): Stretch => ({
  until,
  metresPerMinute: (kmPerHour * 1000) / 60 / circuity,
})

/**
 * A drive begins on streets, goes on along main roads and, if it is long, on highways, and roads bend
 * less the farther one goes. The figures are judgement, not fitted to any map: hence an estimate.
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
  return {
    minutesFor(metres) {
      let at = legs.length - 1
      while (at > 0 && legs[at]!.fromMetres > metres) at -= 1
      const leg = legs[at]!
      return leg.fromMinutes + (metres - leg.fromMetres) / leg.metresPerMinute
    },
    metresWithin(minutes) {
      const leg = legs.findLast(({ fromMinutes }) => fromMinutes <= minutes) ?? legs[0]!
      return leg.fromMetres + (minutes - leg.fromMinutes) * leg.metresPerMinute
    },
  }
}

export const usualPace = createPace(usualStretches)
export const { minutesFor, metresWithin } = usualPace
