import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const document = readFileSync(join(root, 'docs/asvs.md'), 'utf8')

/** The levels of ASVS 5.0.0: one digit per requirement of a section, in its order. */
const levels: Record<string, string> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

const wanted = new Map(
  Object.entries(levels).flatMap(([section, digits]) =>
    digits.split('').map((level, at): [string, string] => [`${section}.${at + 1}`, level]),
  ),
)

const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\d) +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, number = '', level = '', words = '', held = '']) => ({ number, level, words, held }),
)
const named = rows.flatMap(({ number, held }) =>
  [...held.matchAll(/`(tests\/[\w./-]+)`: “([^”]+)”/g)].map(([, file = '', name = '']) => ({
    number,
    file,
    name,
  })),
)
const isOpen = ({ held }: { held: string }) => held.startsWith('Open: ')
const isForeign = ({ held }: { held: string }) => held.startsWith('Does not apply: ')

/** Whether a test in the file has that name, exactly as written. */
function hasTest(file: string, name: string): boolean {
  const path = join(root, file)
  if (!existsSync(path)) return false
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const call = String.raw`(?:\btest(?:\.\w+)*\(|\]\)\(|\)\)\(|\w\)\(|testEach\(\s*world,)\s*`
  return new RegExp(`${call}(['"\`])${quoted}\\1`).test(readFileSync(path, 'utf8'))
}

describe('docs/asvs.md', () => {
  test('knows how many requirements the standard has', () => {
    const count = (level: string) => [...wanted.values()].filter((other) => other === level).length
    expect([count('1'), count('2'), count('3')]).toEqual([70, 183, 92])
  })

  test('lists every requirement of levels 1 and 2 once, in order, with its level', () => {
    const expected = [...wanted].filter(([, level]) => level !== '3')
    expect(rows.map(({ number, level }) => [number, level])).toEqual(expected)
  })

  test("says of each requirement which test covers it, why it doesn't apply, or why it's open", () => {
    const held = new Set(named.map(({ number }) => number))
    const silent = rows.filter(
      (row) => !held.has(row.number) && !((isOpen(row) || isForeign(row)) && row.held.length >= 30),
    )
    expect(silent.map(({ number }) => number)).toEqual([])
    expect(rows.filter(({ words }) => words.length < 8)).toEqual([])
  })

  test('names only tests that exist', () => {
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter(({ file, name }) => !hasTest(file, name))).toEqual([])
  })

  test('leaves no level 1 requirement open, and at most five of level 2', () => {
    const open = rows.filter(isOpen)
    expect(open.filter(({ level }) => level === '1')).toEqual([])
    expect(open.length).toBeLessThanOrEqual(5)
  })

  test('notices a missing test', () => {
    expect(hasTest('tests/docs/asvs.test.ts', 'names only tests that exist')).toBe(true)
    expect(hasTest('tests/docs/asvs.test.ts', 'names only tests')).toBe(false)
    expect(hasTest('tests/docs/asvs.test.ts', 'docs/asvs.md')).toBe(false)
    expect(hasTest('tests/docs/no-such.test.ts', 'names only tests that exist')).toBe(false)
  })
})
