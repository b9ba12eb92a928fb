/** Points as x, y, x, y … */
export type Line = number[]

/** Leaves out points that are closer than the tolerance to the line without them. */
export function simplifyLine(line: Line, tolerance: number): Line {
  const last = line.length / 2 - 1
  if (last < 2) return line
  const keeps = new Uint8Array(last + 1)
  keeps[0] = keeps[last] = 1
  const open = [0, last]
  while (open.length > 0) {
    const to = open.pop()!
    const from = open.pop()!
    const at = farthestPoint(line, from, to, tolerance)
    if (at === -1) continue
    keeps[at] = 1
    open.push(from, at, at, to)
  }
  const simple: Line = []
  for (let point = 0; point <= last; point += 1)
    if (keeps[point] === 1) simple.push(line[point * 2]!, line[point * 2 + 1]!)
  return simple
}

/** The point between two others that is farthest from the line between them, or -1 if all are within the tolerance. */
function farthestPoint(line: Line, from: number, to: number, tolerance: number): number {
  const fromX = line[from * 2]!
  const fromY = line[from * 2 + 1]!
  const dx = line[to * 2]! - fromX
  const dy = line[to * 2 + 1]! - fromY
  const square = dx * dx + dy * dy
  let farthest = tolerance * tolerance
  let at = -1
  for (let point = from + 1; point < to; point += 1) {
    const x = line[point * 2]! - fromX
    const y = line[point * 2 + 1]! - fromY
    const share = square === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / square))
    const distance = (x - share * dx) ** 2 + (y - share * dy) ** 2
    if (distance <= farthest) continue
    farthest = distance
    at = point
  }
  return at
}

/** The parts of a line inside the square from `low` to `high` in both directions. */
export function clipLine(line: Line, low: number, high: number): Line[] {
  if (line.every((value) => value > low && value < high)) return [line]
  const parts: Line[] = []
  let part: Line | null = null
  for (let at = 0; at + 3 < line.length; at += 2) {
    const [x, y, toX, toY] = [line[at]!, line[at + 1]!, line[at + 2]!, line[at + 3]!]
    const cut = clipSegment(x, y, toX, toY, low, high)
    if (cut === null) {
      part = null
      continue
    }
    const [enters, leaves] = cut
    if (part === null || enters > 0) {
      part = [x + enters * (toX - x), y + enters * (toY - y)]
      parts.push(part)
    }
    part.push(x + leaves * (toX - x), y + leaves * (toY - y))
    if (leaves < 1) part = null
  }
  return parts
}

/** Where a segment enters and leaves the square, as shares of its length, or null if it stays outside. */
function clipSegment(
  x: number,
  y: number,
  toX: number,
  toY: number,
  low: number,
  high: number,
): [enters: number, leaves: number] | null {
  let [enters, leaves] = [0, 1]
  for (const [at, to] of [
    [x, toX],
    [y, toY],
  ] as const) {
    if (at === to) {
      if (at < low || at > high) return null
      continue
    }
    const [one, other] = [(low - at) / (to - at), (high - at) / (to - at)]
    enters = Math.max(enters, Math.min(one, other))
    leaves = Math.min(leaves, Math.max(one, other))
  }
  return enters < leaves ? [enters, leaves] : null
}
