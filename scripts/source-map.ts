const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * The mappings of a source map that say which line something comes from, without the words within a line. Each
 * segment is a column, a source, a line and a column there, as differences from the segment before.
 */
export function linesOnly(mappings: string): string {
  let read = { source: 0, line: 0, column: 0 }
  let written = read
  return mappings
    .split(';')
    .map((segments) => {
      let column = 0
      let writtenColumn = 0
      let isFirst = true
      return segments
        .split(',')
        .flatMap((segment) => {
          const [columns = 0, source, line = 0, sourceColumns = 0] = decode(segment)
          column += columns
          if (source === undefined) return []
          read = { source: read.source + source, line: read.line + line, column: read.column + sourceColumns }
          if (!isFirst && read.source === written.source && read.line === written.line) return []
          const kept = [
            column - writtenColumn,
            read.source - written.source,
            read.line - written.line,
            read.column - written.column,
          ]
          isFirst = false
          writtenColumn = column
          written = read
          return [kept.map(encode).join('')]
        })
        .join(',')
    })
    .join(';')
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

function encode(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    const bits = rest & 31
    rest >>= 5
    text += digits[rest > 0 ? bits | 32 : bits]
  } while (rest > 0)
  return text
}
