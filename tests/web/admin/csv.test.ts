import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { csvLine } from '../../../src/lib/text'
import { csvOf, type Sheet } from '../../../src/web/admin/reports/sheet'

describe("a cell containing a spreadsheet's separator", () => {
  test.each(['a\tb', 'a;b', 'a,b', 'a\rb', 'a\nb'])('%p is quoted, in lists and in reports', (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`)
    const sheet = { columns: [{ head: 'Name' }], rows: [[text]] } as unknown as Sheet
    expect(csvOf(sheet)).toBe(`Name\r\n"${text}"\r\n`)
  })
})

describe('a report', () => {
  test('has plain numbers, empty cells and no formulas', () => {
    const sheet = { columns: [{ head: 'A' }], rows: [[-5, null, '=1+1']] } as unknown as Sheet
    expect(csvOf(sheet)).toBe("A\r\n-5,,'=1+1\r\n")
  })
})

describe('a line of CSV', () => {
  test('quotes values that would break it and leaves plain ones alone', () => {
    expect(csvLine(['a', 1.5, true, null, undefined, 'x,y', 'say "hi"', 'two\nlines', ' padded '])).toBe(
      'a,1.5,true,,,"x,y","say ""hi""","two\nlines"," padded "\r\n',
    )
  })

  test('turns formulas into text', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n']) {
      const cell = csvLine([`${start}cmd|' /C calc'!A0`]).replace(/^"/, '')
      expect(cell.startsWith("'")).toBe(true)
    }
  })

  test('keeps negative numbers as numbers', () => {
    expect(csvLine([-5, '-5'])).toBe("-5,'-5\r\n")
  })

  test('shows lists and objects in one cell', () => {
    expect(csvLine([['a', 'b'], { deep: [1] }, []])).toBe('"a; b","{""deep"":[1]}",\r\n')
  })

  test('never lets the first letter of a list start a formula', () => {
    expect(csvLine([['=1+1', 'b']])).toBe(`"'=1+1; b"\r\n`)
  })

  test("returns every text that isn't a formula when read back", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (cells) => {
        const shown = cells.map((cell) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell))
        expect(readLine(csvLine(cells))).toEqual(shown)
      }),
    )
  })
})

/**
 * A reader as strict as the standard: quoted cells may contain anything, plain ones no comma, quote or line
 * end.
 */
function readLine(line: string): string[] {
  const quoted = /^"((?:[^"]|"")*)"(,|\r\n$)/.exec(line)
  const cell = quoted ?? /^([^",\r\n]*)(,|\r\n$)/.exec(line)
  if (!cell) throw new Error(`not CSV: ${JSON.stringify(line)}`)
  const text = quoted ? cell[1]!.replaceAll('""', '"') : cell[1]!
  return cell[2] === ',' ? [text, ...readLine(line.slice(cell[0].length))] : [text]
}
