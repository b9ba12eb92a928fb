import type { TimeGrid } from './grid'

/**
 * A closed, counter-clockwise line in rows and columns of a grid: x, y, x, y …, without repeating the first
 * point.
 */
export type Line = Float64Array

/**
 * A cell without a road counts as reached this much later than the contour, so it is half a cell or more
 * away.
 */
const unreachedLater = 1

/**
 * The outer line around the part of a grid reached within some minutes. Cells that touch at a corner are
 * connected, so the part around the start is the only one.
 */
export function traceContour(grid: TimeGrid, limit: number): Line {
  const { minutes, rows, columns } = grid
  const next = new Int32Array(rows * columns * 2).fill(-1)
  for (let row = 0; row < rows - 1; row += 1)
    for (let column = 0, at = row * columns; column < columns - 1; column += 1, at += 1) {
      const shape =
        (minutes[at]! <= limit ? 1 : 0) |
        (minutes[at + 1]! <= limit ? 2 : 0) |
        (minutes[at + columns + 1]! <= limit ? 4 : 0) |
        (minutes[at + columns]! <= limit ? 8 : 0)
      if (shape !== 0 && shape !== 15) join(next, shape, at, columns)
    }
  return outermost(next, (side) => crossing(minutes, columns, limit, side))
}

/** Numbers the sides of cells: twice the corner for the side to its right, plus one for the side above it. */
const right = (corner: number): number => corner * 2
const up = (corner: number): number => corner * 2 + 1

/** The line's steps through one square of four corners, with the reached ones on its left. */
function join(next: Int32Array, shape: number, at: number, columns: number): void {
  const [bottom, east, top, west] = [right(at), up(at + 1), right(at + columns), up(at)]
  switch (shape) {
    case 1:
      next[bottom] = west
      break
    case 2:
      next[east] = bottom
      break
    case 3:
      next[east] = west
      break
    case 4:
      next[top] = east
      break
    case 5:
      next[bottom] = east
      next[top] = west
      break
    case 6:
      next[top] = bottom
      break
    case 7:
      next[top] = west
      break
    case 8:
      next[west] = top
      break
    case 9:
      next[bottom] = top
      break
    case 10:
      next[west] = bottom
      next[east] = top
      break
    case 11:
      next[east] = top
      break
    case 12:
      next[west] = east
      break
    case 13:
      next[bottom] = east
      break
    case 14:
      next[west] = bottom
      break
  }
}

function crossing(
  minutes: Float32Array,
  columns: number,
  limit: number,
  side: number,
): [x: number, y: number] {
  const corner = side >> 1
  const isUp = (side & 1) === 1
  const [a, b] = [minutes[corner]! - limit, minutes[isUp ? corner + columns : corner + 1]! - limit]
  const [here, there] = [a === Infinity ? unreachedLater : a, b === Infinity ? unreachedLater : b]
  const share = here / (here - there)
  const [x, y] = [corner % columns, Math.floor(corner / columns)]
  return isUp ? [x, y + share] : [x + share, y]
}

/** The lowest side is on the outer line, because lines around holes are inside it. */
function outermost(next: Int32Array, place: (side: number) => [number, number]): Line {
  const start = next.findIndex((side) => side !== -1)
  const line: number[] = []
  for (let side = start; side !== -1;) {
    const [x, y] = place(side)
    line.push(x, y)
    side = next[side] === start ? -1 : next[side]!
  }
  return Float64Array.from(line)
}

/** Corners closer to the straight line than this part of a cell are removed. */
const tolerance = 0.25

/** A straight piece of an outline that replaces the corners between two points of the traced line. */
interface Piece {
  line: number
  from: number
  to: number
}

/**
 * Removes corners from outlines. If that makes lines cross, some corners are put back: the traced lines never
 * cross, so larger contours still contain the smaller ones.
 */
export function simplify(lines: readonly Line[]): Line[] {
  let pieces = lines.flatMap((line, number) => firstPieces(line, number))
  for (;;) {
    const tangled = findCrossings(lines, pieces)
    if (tangled.size === 0) break
    pieces = pieces.flatMap((piece) => (tangled.has(piece) ? split(lines[piece.line]!, piece) : [piece]))
  }
  return lines.map((line, number) => {
    const corners = pieces.filter((piece) => piece.line === number)
    return Float64Array.from(corners.flatMap(({ from }) => [xOf(line, from), yOf(line, from)]))
  })
}

const countOf = (line: Line): number => line.length / 2
const xOf = (line: Line, at: number): number => line[(at % countOf(line)) * 2]!
const yOf = (line: Line, at: number): number => line[(at % countOf(line)) * 2 + 1]!

/** The Douglas-Peucker algorithm, starting from two corners far apart. */
function firstPieces(line: Line, number: number): Piece[] {
  const count = countOf(line)
  if (count === 0) return []
  const half = count >> 1
  const pieces: Piece[] = []
  const open: Piece[] = [
    { line: number, from: half, to: count },
    { line: number, from: 0, to: half },
  ]
  for (let piece = open.pop(); piece; piece = open.pop()) {
    const [farthest, distance] = farthestCorner(line, piece)
    if (distance <= tolerance) pieces.push(piece)
    else open.push({ ...piece, from: farthest }, { ...piece, to: farthest })
  }
  return pieces
}

function farthestCorner(line: Line, { from, to }: Piece): [at: number, distance: number] {
  const [x, y] = [xOf(line, from), yOf(line, from)]
  const [dx, dy] = [xOf(line, to) - x, yOf(line, to) - y]
  const length = Math.hypot(dx, dy)
  let [farthest, most] = [(from + to) >> 1, 0]
  for (let at = from + 1; at < to; at += 1) {
    const [px, py] = [xOf(line, at) - x, yOf(line, at) - y]
    const distance = length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length
    if (distance > most) [farthest, most] = [at, distance]
  }
  return [farthest, most]
}

function split(line: Line, piece: Piece): Piece[] {
  const [at] = farthestCorner(line, piece)
  return [
    { ...piece, to: at },
    { ...piece, from: at },
  ]
}

/** Pieces that cross another one and can still get corners back. */
function findCrossings(lines: readonly Line[], pieces: Piece[]): Set<Piece> {
  const boxes = pieces.map((piece) => boxOf(lines[piece.line]!, piece)).toSorted((a, b) => a.west - b.west)
  const tangled = new Set<Piece>()
  let active: Box[] = []
  for (const box of boxes) {
    active = active.filter((other) => other.east >= box.west)
    for (const other of active)
      if (other.north >= box.south && other.south <= box.north && cross(box, other))
        for (const { piece } of [box, other]) if (piece.to - piece.from > 1) tangled.add(piece)
    active.push(box)
  }
  return tangled
}

interface Box {
  piece: Piece
  x1: number
  y1: number
  x2: number
  y2: number
  west: number
  east: number
  south: number
  north: number
}

function boxOf(line: Line, piece: Piece): Box {
  const [x1, y1] = [xOf(line, piece.from), yOf(line, piece.from)]
  const [x2, y2] = [xOf(line, piece.to), yOf(line, piece.to)]
  return {
    piece,
    x1,
    y1,
    x2,
    y2,
    west: Math.min(x1, x2),
    east: Math.max(x1, x2),
    south: Math.min(y1, y2),
    north: Math.max(y1, y2),
  }
}

/** Whether two pieces cross; sharing an end doesn't count. */
function cross(a: Box, b: Box): boolean {
  const side = (x: number, y: number, of: Box): number =>
    Math.sign((of.x2 - of.x1) * (y - of.y1) - (of.y2 - of.y1) * (x - of.x1))
  return side(b.x1, b.y1, a) * side(b.x2, b.y2, a) < 0 && side(a.x1, a.y1, b) * side(a.x2, a.y2, b) < 0
}
