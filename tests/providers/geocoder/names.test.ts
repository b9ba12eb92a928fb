import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { NameIndex, packNames, storedNames } from '../../../src/providers/geocoder/gazetteer/name-index'
import { plain } from '../../../src/providers/geocoder/gazetteer/names'

describe('normalized names', () => {
  test.each([
    ['Coeur d’Alene', 'coeur dalene'],
    ["Coeur d'Alene", 'coeur dalene'],
    ['Winston-Salem', 'winston salem'],
    ['St. Louis', 'saint louis'],
    ['  Saint   Louis ', 'saint louis'],
    ['Ft Wayne', 'fort wayne'],
    ['São Paulo', 'sao paulo'],
    ['Łódź', 'lodz'],
    ['Tromsø', 'tromso'],
    ['Weißenfels', 'weissenfels'],
    ['İstanbul', 'istanbul'],
    ['"; DROP TABLE', 'drop table'],
    ['🚚', ''],
    ['Constructor', 'constructor'],
  ])('%s becomes %p', (name, spelt) => {
    expect(plain(name)).toBe(spelt)
  })

  test("contain only letters and digits, whatever is typed, and don't change when normalized again", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const spelt = plain(text)
        expect(spelt).toMatch(/^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u)
        expect(plain(spelt)).toBe(spelt)
      }),
      { numRuns: 500 },
    )
  })
})

describe('similar names', () => {
  const index = (...names: string[]) =>
    new NameIndex(packNames(storedNames(names.map((text, place) => ({ text, place, region: place % 2 })))))
  const found = (names: NameIndex, text: string, most: number, regions: Set<number> | null = null) =>
    names.similar(text, most, regions).map(({ name, edits }) => `${names.textOf(name)} ${edits}`)

  test('differ by one letter more, less or changed, or two swapped', () => {
    const names = index('chicago', 'chico', 'houston')
    for (const typed of ['chicgo', 'chicaago', 'chivago', 'cihcago'])
      expect(found(names, typed, 1)).toContain('chicago 1')
    expect(found(names, 'huoston', 1)).toEqual(['houston 1'])
    expect(found(names, 'boston', 1)).toEqual([])
    expect(found(names, 'boston', 2)).toEqual(['houston 2'])
    expect(found(names, 'sanfrancisco', 2)).toEqual([])
  })

  test('can be limited to some regions', () => {
    const names = index('springfield', 'springfeild')
    expect(found(names, 'springfield', 2)).toEqual(['springfield 0', 'springfeild 1'])
    expect(found(names, 'springfield', 2, new Set([1]))).toEqual(['springfeild 1'])
  })

  test('match the textbook distance', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', ' ', 'é', '1'),
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 20 }),
        name,
        fc.constantFrom(1, 2),
        (names, text, most) => {
          const expected = names.map((other) => editsBetween(text, other)).filter((edits) => edits <= most)
          const actual = index(...names).similar(text, most, null)
          expect(actual.map(({ edits }) => edits).toSorted(ascending)).toEqual(expected.toSorted(ascending))
        },
      ),
      { numRuns: 500 },
    )
  })

  test("aren't searched for names longer than the index measures", () => {
    const long = 'a'.repeat(200)
    expect(found(index(long, 'a'), long, 2)).toEqual([])
  })
})

const ascending = (a: number, b: number): number => a - b

/** Optimal string alignment over bytes, in its plainest form. */
function editsBetween(a: string, b: string): number {
  const [from, to] = [Buffer.from(a), Buffer.from(b)]
  const table = Array.from({ length: from.length + 1 }, (_, i) =>
    Array.from({ length: to.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= from.length; i += 1)
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1
      let edits = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        edits = Math.min(edits, table[i - 2]![j - 2]! + 1)
      table[i]![j] = edits
    }
  return table[from.length]![to.length]!
}
