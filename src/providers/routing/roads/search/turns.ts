import { mark } from '../compile/road'

/**
 * Tenths of a second a turn takes, by its angle in 256 parts of a circle clockwise. A turn across the
 * traffic takes longer than one with it, going straight on next to nothing.
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

/** What a turn weighs beyond its time where one has to give way, in eighths of a tenth of a second. */
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

/** Turning round where the road ends. */
export const turningRound = 200
export const trafficLights = 20
/** Paying at a booth, or finding the way onto a toll road. */
export const toll = 150
/** A gate takes its time, and one rather goes another way. */
export const gate = { time: 300, reluctance: 3_000 }

/** What entering a kind of road weighs beyond its time, so that nobody cuts through a yard, in tenths of a second. */
const reluctance: [mark: number, tenths: number][] = [
  [mark.destination, 6_000],
  [mark.service, 750],
  [mark.living, 4_000],
  [mark.track, 3_000],
  [mark.alley, 50],
  [mark.toll, toll],
]

/** By the marks that a road has and the one before it had not. */
export const enteringCosts = Uint16Array.from({ length: 64 }, (_, marks) =>
  reluctance.reduce((sum, [bit, tenths]) => sum + ((marks & bit) === 0 ? 0 : tenths), 0),
)
