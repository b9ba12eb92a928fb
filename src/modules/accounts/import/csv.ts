import { isUtf8 } from 'node:buffer'
import { nextTurn } from '../../../../db/store'
import { invalid } from '../../../lib/errors'

/** The bytes handled between two looks at waiting requests. */
const sliceBytes = 64 * 1024
/** No row of a spreadsheet is longer. A longer one has a quotation mark that is never closed. */
const longestRow = 1024 * 1024

/** Excel and older software write Windows-1252, which is never valid UTF-8 once it has an accent. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** The text of a file in slices, without its byte order mark and with one kind of line break. */
export async function* readText(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(bytes))
  let held = ''
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const text = held + decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true })
    // The other half of a line break may be in the next slice.
    held = text.endsWith('\r') ? '\r' : ''
    yield withLineFeeds(held === '' ? text : text.slice(0, -1))
    await nextTurn()
  }
  yield withLineFeeds(held + decoder.decode())
}

const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** The rows of a CSV file, header first, without empty ones. */
export async function* readCsv(bytes: Uint8Array): AsyncGenerator<string[]> {
  // Loaded when somebody imports a file, which most processes never see.
  const { default: papa } = await import('papaparse')
  let parser: InstanceType<typeof papa.Parser> | undefined
  let rest = ''
  let rows = 0
  const parse = (isLast: boolean): string[][] => {
    parser ??= new papa.Parser({ delimiter: delimiterOf(rest), newline: '\n' })
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as ParsedSlice
    rest = isLast ? '' : rest.slice(meta.cursor)
    if (rest.length > longestRow || (isLast && errors.some(({ code }) => code === 'MissingQuotes')))
      throw invalid(
        `A quotation mark in row ${rows + data.length} is never closed. Fix it in a spreadsheet and save the file again.`,
      )
    rows += data.length
    return data.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  }
  for await (const text of readText(bytes)) {
    rest += text
    if (rows === 0) rest = rest.replace(/^sep=.\n/, '')
    if (rest.length >= sliceBytes / 2) yield* parse(false)
  }
  if (rest !== '') yield* parse(true)
}

interface ParsedSlice {
  data: string[][]
  errors: { code: string }[]
  meta: { cursor: number }
}

/** Commas, semicolons, tabs or bars: the one that the header has most of outside of quotation marks. */
function delimiterOf(text: string): string {
  const header = text.replaceAll(/"[^"]*"/g, '').split('\n', 1)[0] ?? ''
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: header.split(sign).length }))
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).sign
}
