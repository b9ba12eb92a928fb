import type { Outline } from './letters'

type Point = [x: number, y: number]
type Edge = [from: Point, to: Point]

/** Where a shape lies on the picture, in pixels. */
export interface Placed {
  shape: Outline
  x: number
  y: number
  scale: number
}

const curveSteps = 8
/** Rows looked at per pixel; along a row the share is exact. */
const rowsPerPixel = 4

/** How much of each pixel a shape covers, from 0 to 1. */
export function coverageOf({ shape, x, y, scale }: Placed, size: number): Float32Array {
  const edges = edgesOf(shape.path, ([left, top]) => [x + left * scale, y + top * scale])
  const covered = new Float32Array(size * size)
  for (let row = 0; row < size * rowsPerPixel; row++) {
    const at = (row + 0.5) / rowsPerPixel
    const line = covered.subarray(Math.floor(at) * size, (Math.floor(at) + 1) * size)
    for (const [from, to] of spansAt(edges, at)) addSpan(line, from, to)
  }
  return covered
}

/** The stretches of a row that are inside, where lines in opposite directions cancel each other. */
function spansAt(edges: readonly Edge[], at: number): [number, number][] {
  const crossings: { x: number; turn: number }[] = []
  for (const [[x1, y1], [x2, y2]] of edges) {
    if (y1 <= at === y2 <= at) continue
    crossings.push({ x: x1 + ((at - y1) / (y2 - y1)) * (x2 - x1), turn: y1 < y2 ? 1 : -1 })
  }
  crossings.sort((one, other) => one.x - other.x)
  const spans: [number, number][] = []
  let turns = 0
  let start = 0
  for (const { x, turn } of crossings) {
    if (turns === 0) start = x
    turns += turn
    if (turns === 0) spans.push([start, x])
  }
  return spans
}

function addSpan(line: Float32Array, from: number, to: number): void {
  const last = Math.min(line.length - 1, Math.ceil(to) - 1)
  for (let pixel = Math.max(0, Math.floor(from)); pixel <= last; pixel++) {
    const share = Math.min(to, pixel + 1) - Math.max(from, pixel)
    line[pixel] = (line[pixel] ?? 0) + share / rowsPerPixel
  }
}

/** Reads the commands M, L, H, V, Q and Z of a path. */
function edgesOf(path: string, place: (point: Point) => Point): Edge[] {
  const edges: Edge[] = []
  let [start, here]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ]
  const lineTo = (to: Point) => {
    edges.push([place(here), place(to)])
    here = to
  }
  for (const [, command, numbers = ''] of path.matchAll(/([MLHVQZ])([^MLHVQZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = (numbers.match(/-?\d+/g) ?? []).map(Number)
    if (command === 'M') start = here = [a, b]
    else if (command === 'L') lineTo([a, b])
    else if (command === 'H') lineTo([a, here[1]])
    else if (command === 'V') lineTo([here[0], a])
    else if (command === 'Z') lineTo(start)
    else for (const point of curve(here, [a, b], [c, d])) lineTo(point)
  }
  return edges
}

const curve = (from: Point, bend: Point, to: Point): Point[] =>
  Array.from({ length: curveSteps }, (_, step) => {
    const t = (step + 1) / curveSteps
    const along = (axis: 0 | 1) =>
      (1 - t) ** 2 * from[axis] + 2 * (1 - t) * t * bend[axis] + t ** 2 * to[axis]
    return [along(0), along(1)]
  })
