import type { MapTile } from '../../../modules/geo'
import { isFree, scale, type Colors, type Label } from './tile-pen'

/** Thin, because they are approximate. */
const widthAt = (zoom: number): number => (zoom < 6 ? 1 : zoom < 9 ? 1.5 : 2)

/** Pixels between two numbers, and between two of the same. */
const roomAround = 80
const roomBetween = 300

type Tile = Pick<MapTile, 'highways'>

/** Approximate highways, where nobody has imported streets. */
export function drawHighways(
  pen: CanvasRenderingContext2D,
  { highways }: Tile,
  colors: Colors,
  zoom: number,
): void {
  pen.lineWidth = widthAt(zoom)
  pen.strokeStyle = colors.highway
  for (const { line } of highways) {
    pen.beginPath()
    for (const { x, y } of pointsOf(line)) pen.lineTo(x, y)
    pen.stroke()
  }
}

interface HighwayNumber {
  name: string
  x: number
  y: number
}

/** Where to write the highways' numbers: once in a tile at most, near the middle of the line, and over no other text. */
export function placeNumbers(
  tiles: readonly (Tile & { left: number; top: number })[],
  taken: Label[],
): HighwayNumber[] {
  const lines = tiles.flatMap(({ highways, left, top }) =>
    highways.map(({ name, line }) => ({ name, line, left, top })),
  )
  const placed: HighwayNumber[] = []
  // The great highways come before beltways, which have longer names, and long lines before short ones.
  for (const { name, line, left, top } of lines.toSorted(
    (a, b) => a.name.length - b.name.length || b.line.length - a.line.length,
  )) {
    const width = name.length * 6 + 14
    const spot = fromTheMiddle(pointsOf(line))
      .map(({ x, y }) => ({ x: x + left, y: y + top }))
      .find(({ x, y }) => {
        const isNear = (other: HighwayNumber) =>
          Math.hypot(other.x - x, other.y - y) < (other.name === name ? roomBetween : roomAround)
        return isFree({ x, y, width }, taken) && !placed.some(isNear)
      })
    if (!spot) continue
    placed.push({ name, ...spot })
    taken.push({ ...spot, width })
  }
  return placed
}

function pointsOf(line: readonly number[]): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at + 1 < line.length; at += 2) {
    x += (line[at] ?? 0) * scale
    y += (line[at + 1] ?? 0) * scale
    points.push({ x, y })
  }
  return points
}

function fromTheMiddle<T>(all: readonly T[]): T[] {
  const middle = (all.length - 1) / 2
  return all
    .map((one, at) => ({ one, away: Math.abs(at - middle) }))
    .toSorted((a, b) => a.away - b.away)
    .map(({ one }) => one)
}
