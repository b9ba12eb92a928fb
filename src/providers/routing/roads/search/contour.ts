import type { TimeGrid } from './grid'

/** A closed line in rows and columns of a grid, counter-clockwise: x, y, x, y …, the first place not repeated. */
export type Line = Float64Array

/** A cell that no road leads to counts as reached this much later than the contour: half a cell or more away. */
const unreachedLater = 1

/**
 * The outer line round the part of a grid that is reached within some minutes, traced from cell to cell.
 * Cells that touch at a corner belong together, so the part with the start in it is all there is.
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

/** Sides of cells: twice the corner for the one to its right, and one more for the one above it. */
const right = (corner: number): number => corner * 2
const up = (corner: number): number => corner * 2 + 1

/** Steps of the line through one square of four corners, the reached ones on its left. */
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

/** The lowest side of all is on the outer line: lines round holes lie within it. */
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
