import { join } from 'node:path'
import { projection, tileExtent, type Tile } from '../../lib/tiles'
import type { MapTile } from './model'

/** The Interstates in `scripts/places/interstates.txt` as coordinates, made by `bun run build:interstates`. */
export const interstatesFile = join(import.meta.dir, 'interstates.jsonl')

/** The name, then for each point its latitude, its longitude, and 1 if they are exact or else 0. */
export type PackedInterstate = [name: string, points: number[]]
export const interstateScale = 10_000

/** From farther away, highways would cover the country. */
const firstHighways = 3
/** Beltways and spurs have three digits, and are too small for distant tiles. */
const firstBeltways = 7
/** Any nearer, people would see that a line leads through a town's center and the road doesn't. */
const lastRough = 9
const lastExact = 11
/** Coordinates of a tile that a line reaches beyond it, so that its ends can't be seen. */
const border = 64
/** The distance in a tile's coordinates between points of a bend. */
const step = 40
const mostSteps = 12
/** Points nearer to each other than this don't change a line. */
const leastStep = 6

interface Interstate {
  name: string
  points: Int32Array
}

interface Spot {
  x: number
  y: number
  isExact: boolean
}

type Highway = MapTile['highways'][number]

let reading: Promise<Interstate[]> | null = null

/** Takes 60 KB, which the first map without streets loads. A failure isn't remembered. */
function readInterstates(): Promise<Interstate[]> {
  reading ??= Bun.file(interstatesFile).text().then(unpackInterstates)
  reading.catch(() => (reading = null))
  return reading
}

function unpackInterstates(text: string): Interstate[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PackedInterstate)
    .map(([name, points]) => ({ name, points: Int32Array.from(points) }))
}

/** The approximate Interstates in a tile, as smooth lines. */
export async function highwaysIn(tile: Tile): Promise<Highway[]> {
  if (tile.z < firstHighways || tile.z > lastExact) return []
  const project = projection(tile)
  const all = await readInterstates()
  return all
    .filter(({ name }) => tile.z >= firstBeltways || !/\d{3}/.test(name))
    .flatMap(({ name, points }) => {
      const spots: Spot[] = []
      for (let at = 0; at + 2 < points.length; at += 3) {
        const [lat = 0, lng = 0, exact] = points.subarray(at, at + 3)
        const [x, y] = project(lat / interstateScale, lng / interstateScale)
        spots.push({ x, y, isExact: exact === 1 })
      }
      return piecesIn(spots, tile.z > lastRough).map((line) => ({ name, line: packed(line) }))
    })
    .filter(({ line }) => line.length >= 4)
}

/** The parts of a line that touch the tile. */
function piecesIn(spots: readonly Spot[], onlyExact: boolean): Spot[][] {
  const pieces: Spot[][] = []
  let isOpen = false
  for (const [at, from] of spots.entries()) {
    const to = spots[at + 1]
    if (!to || !touches(from, to) || (onlyExact && !(from.isExact && to.isExact))) {
      isOpen = false
      continue
    }
    if (!isOpen) pieces.push([from])
    isOpen = true
    pieces.at(-1)?.push(...bend(spots[at - 1] ?? from, from, to, spots[at + 2] ?? to))
  }
  return pieces
}

const touches = (from: Spot, to: Spot): boolean =>
  Math.max(from.x, to.x) >= -border &&
  Math.min(from.x, to.x) <= tileExtent + border &&
  Math.max(from.y, to.y) >= -border &&
  Math.min(from.y, to.y) <= tileExtent + border

/** The points after `from` on the curve to `to`, which leaves and arrives in the direction of the line around it. */
function bend(before: Spot, from: Spot, to: Spot, after: Spot): Spot[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const steps = Math.max(1, Math.min(mostSteps, Math.round(length / step)))
  const leaving = direction(before, to, length)
  const arriving = direction(from, after, length)
  return Array.from({ length: steps }, (_, index) => {
    const t = (index + 1) / steps
    const [t2, t3] = [t * t, t * t * t]
    const [start, out, end, into] = [2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, 3 * t2 - 2 * t3, t3 - t2]
    const on = (axis: 'x' | 'y') =>
      start * from[axis] + out * leaving[axis] + end * to[axis] + into * arriving[axis]
    return { x: on('x'), y: on('y'), isExact: to.isExact }
  })
}

/** As long as the hop itself, so that a short hop beside a long one has no loop. */
function direction(from: Spot, to: Spot, length: number): { x: number; y: number } {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const all = Math.hypot(x, y) || 1
  return { x: (x / all) * length, y: (y / all) * length }
}

/** The first x and y, then the steps. */
function packed(line: readonly Spot[]): number[] {
  const numbers: number[] = []
  let [lastX, lastY] = [0, 0]
  for (const [at, spot] of line.entries()) {
    const [x, y] = [Math.round(spot.x), Math.round(spot.y)]
    const isNear = Math.abs(x - lastX) < leastStep && Math.abs(y - lastY) < leastStep
    if (at > 0 && at < line.length - 1 && isNear) continue
    numbers.push(x - lastX, y - lastY)
    ;[lastX, lastY] = [x, y]
  }
  return numbers
}
