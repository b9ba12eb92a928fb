import { mark } from '../compile/road'
import { vertexMark, type RoadArrays } from '../graph'

/**
 * Tenths of a second per turn, by its angle in 1/256 of a circle clockwise. Turning across traffic takes
 * longest, and going straight almost nothing.
 */
export function turnTimes(leftHand: boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, part) => {
    const angle = part > 128 ? part - 256 : part
    const withTraffic = angle >= 0 !== leftHand
    const [steep, late] = withTraffic ? [1 / bias, bias] : [bias, 1 / bias]
    const seconds = slowestTurn / (1 + Math.exp(6.5 * late - (13 * steep * Math.abs(angle)) / 128))
    return Math.round(seconds * 10)
  })
}

const slowestTurn = 7.5
const bias = 1.075

/** The extra cost of a turn where drivers have to yield, in eighths of a tenth of a second. */
export function turnPrices(leftHand: boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, part) => {
    const angle = (Math.abs(part > 128 ? part - 256 : part) * 180) / 128
    const withTraffic = part <= 128 !== leftHand
    if (angle < 15) return 5
    if (angle < 45) return 8
    if (angle < 120) return withTraffic ? 10 : 25
    return withTraffic ? 15 : 35
  })
}

/** Turning around where the road ends. */
export const turningRound = 200
export const trafficLights = 20
/** Paying at a booth, or getting onto a toll road. */
export const toll = 150
/** A gate takes time, and drivers prefer another route. */
export const gate = { time: 300, reluctance: 3_000 }

/** The extra cost of entering a kind of road, in tenths of a second, so no route cuts through a yard. */
const reluctance: [mark: number, tenths: number][] = [
  [mark.destination, 6_000],
  [mark.service, 750],
  [mark.living, 4_000],
  [mark.track, 3_000],
  [mark.alley, 50],
  [mark.toll, toll],
]

/** Indexed by the marks a road has and the previous one didn't. */
export const enteringCosts = Uint16Array.from({ length: 64 }, (_, marks) =>
  reluctance.reduce((sum, [bit, tenths]) => sum + ((marks & bit) === 0 ? 0 : tenths), 0),
)

/** Forbidden turns by the arc they come from. */
export function bansOf({
  bannedFrom,
  bannedTo,
}: Pick<RoadArrays, 'bannedFrom' | 'bannedTo'>): Map<number, Set<number>> {
  const bans = new Map<number, Set<number>>()
  for (let at = 0; at < bannedFrom.length; at += 1) {
    const known = bans.get(bannedFrom[at]!)
    if (known) known.add(bannedTo[at]!)
    else bans.set(bannedFrom[at]!, new Set([bannedTo[at]!]))
  }
  return bans
}

/** Marks of vertices where drivers wait. */
export const waits = vertexMark.signals | vertexMark.booth | vertexMark.gate

export function waitingTime(marks: number): number {
  let time = 0
  if ((marks & vertexMark.signals) !== 0) time += trafficLights
  if ((marks & vertexMark.booth) !== 0) time += toll
  if ((marks & vertexMark.gate) !== 0) time += gate.time
  return time
}
