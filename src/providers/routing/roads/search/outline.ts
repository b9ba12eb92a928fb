import type { Line } from './contour'

/** Corners closer to the straight line than this share of a cell are left out. */
const tolerance = 0.25

/** A straight piece of an outline that stands for the corners from one to another one of the traced line. */
interface Piece {
  line: number
  from: number
  to: number
}

/**
 * Outlines with fewer corners. Where leaving corners out makes two lines cross, or one cross itself, more
 * of them are kept: the lines as traced never cross, so larger contours still hold the smaller ones.
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

/** The method of Douglas and Peucker from two corners far apart. */
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

/** Pieces that cross another one and still have corners to give back. */
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

/** Whether two pieces cross within both; sharing an end is no crossing. */
function cross(a: Box, b: Box): boolean {
  const side = (x: number, y: number, of: Box): number =>
    Math.sign((of.x2 - of.x1) * (y - of.y1) - (of.y2 - of.y1) * (x - of.x1))
  return side(b.x1, b.y1, a) * side(b.x2, b.y2, a) < 0 && side(a.x1, a.y1, b) * side(a.x2, a.y2, b) < 0
}
