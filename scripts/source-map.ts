const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Where a part of a bundled file begins, and the source it comes from. Lines and columns start at 0. */
type Part = [line: number, column: number, source: number, sourceLine: number]

/**
 * The parts of a bundled file that come from one line of one source each. A segment of a source map is a column, a
 * source, a line and a column there, as differences from the segment before.
 */
export function sourceLines(mappings: string): Part[] {
  const parts: Part[] = []
  let [source, sourceLine] = [0, 0]
  for (const [line, segments] of mappings.split(';').entries()) {
    let column = 0
    for (const segment of segments.split(',')) {
      const [columns = 0, sources, lines = 0] = decode(segment)
      column += columns
      if (sources === undefined) continue
      source += sources
      sourceLine += lines
      const before = parts.at(-1)
      if (before?.[2] !== source || before[3] !== sourceLine) parts.push([line, column, source, sourceLine])
    }
  }
  return parts
}

/** Base 64 with five bits a digit: the sixth says that another digit follows, and the lowest bit is the sign. */
function decode(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = digits.indexOf(digit)
    value |= (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}
