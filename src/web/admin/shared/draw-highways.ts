import type { MapTile } from '../../../modules/geo'
import { drawShield, isFree, isInside, scale, type Colors, type Label } from './tile-pen'

/** Thin, because they are approximate. */
const widthAt = (zoom: number): number => (zoom < 6 ? 1 : zoom < 9 ? 1.5 : 2)

/** Pixels between two numbers, and between a number and the edge of a tile. */
const roomAround = 90
const edge = 36

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

/** Each highway's number once in a tile, as near to the middle of its line as there is room. */
export function writeHighwayNumbers(
  pen: CanvasRenderingContext2D,
  { highways }: Tile,
  colors: Colors,
  taken: Label[],
): void {
  const numbers: { name: string; x: number; y: number }[] = []
  for (const name of byImportance(highways)) {
    const width = name.length * 6 + 12
    const spots = highways
      .filter((highway) => highway.name === name)
      .flatMap(({ line }) => fromTheMiddle(pointsOf(line)))
    const spot = spots.find(
      ({ x, y }) =>
        isInside(x, y, edge) &&
        isFree({ x, y, width }, taken) &&
        numbers.every((other) => Math.hypot(other.x - x, other.y - y) > roomAround),
    )
    if (!spot) continue
    numbers.push({ name, ...spot })
    taken.push({ ...spot, width })
  }
  for (const number of numbers) drawShield(pen, number, colors)
}

/** The great highways before beltways, and the longest of those first. */
function byImportance(highways: Tile['highways']): string[] {
  const lengths = new Map<string, number>()
  for (const { name, line } of highways) lengths.set(name, (lengths.get(name) ?? 0) + line.length)
  return [...lengths]
    .toSorted(([a, long], [b, longer]) => a.length - b.length || longer - long)
    .map(([name]) => name)
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
