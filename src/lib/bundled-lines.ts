import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/**
 * The sources of a bundled file. Bun would read a source map at every start and keep it in memory, so this is a
 * format of our own, which takes a few small reads per failure.
 */
interface BundledLines {
  sources: string[]
  /** Parts of the bundled file in their order: line, column, source and the line there. All start at 0. */
  parts: number[][]
}

const numbersPerPart = 4
const bytesPerPart = numbersPerPart * Int32Array.BYTES_PER_ELEMENT
const partsBeside = (file: string): string => `${file}.lines`
const sourcesBeside = (file: string): string => `${file}.sources`

/** The files to write beside a bundled file. */
export const filesBeside = (
  file: string,
  { sources, parts }: BundledLines,
): Record<string, string | Int32Array> => ({
  [partsBeside(file)]: Int32Array.from(parts.flat()),
  [sourcesBeside(file)]: sources.join('\n'),
})

/** A line of a stack trace, with the source in place of the bundled file. */
export const sourceFrame = (frame: string): string =>
  frame.replace(
    /([^\s()]{1,500}\.js):(\d{1,9}):(\d{1,9})/,
    (place, file: string, line: string, column: string) =>
      findSource(file, Number(line) - 1, Number(column) - 1) ?? place,
  )

function findSource(file: string, line: number, column: number): string | null {
  try {
    const [, , source = -1, sourceLine = 0] = findPart(partsBeside(file), line, column)
    const path = readFileSync(sourcesBeside(file), 'utf8').split('\n')[source]
    return path === undefined ? null : `${path}:${sourceLine + 1}`
  } catch {
    // It isn't a bundled file, or a later install has removed the bundle of a service that is still running.
    return null
  }
}

/** The last part that begins at or before a place, by halves. */
function findPart(path: string, line: number, column: number): Int32Array {
  const file = openSync(path, 'r')
  try {
    const read = (nth: number) => {
      const part = new Int32Array(numbersPerPart)
      readSync(file, part, { position: nth * bytesPerPart })
      return part
    }
    let [first, end] = [0, fstatSync(file).size / bytesPerPart]
    while (end - first > 1) {
      const middle = (first + end) >> 1
      const [atLine = 0, atColumn = 0] = read(middle)
      if (atLine < line || (atLine === line && atColumn <= column)) first = middle
      else end = middle
    }
    return read(first)
  } finally {
    closeSync(file)
  }
}
