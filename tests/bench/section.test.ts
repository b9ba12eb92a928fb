import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceSection, writeSection } from '../../bench/support/section'

const DOCUMENT = `# Benchmarks

Read me first.

<!-- bench:store:start -->

old numbers

<!-- bench:store:end -->

<!-- bench:other:start -->

stays

<!-- bench:other:end -->
`

describe('a named section', () => {
  test('is replaced between its markers, and nothing else changes', () => {
    expect(replaceSection(DOCUMENT, 'bench:store', 'new $& numbers\n')).toBe(
      DOCUMENT.replace('old numbers', () => 'new $& numbers'),
    )
  })

  test("stays the same when it's written twice", () => {
    const once = replaceSection(DOCUMENT, 'bench:third', 'third')
    expect(replaceSection(once, 'bench:third', 'third')).toBe(once)
  })

  test('is added at the end of a document without one', () => {
    const added = replaceSection('# Benchmarks\n', 'bench:store', 'numbers')
    expect(added).toBe('# Benchmarks\n\n<!-- bench:store:start -->\n\nnumbers\n\n<!-- bench:store:end -->\n')
  })

  test.each([
    ['its end is missing', DOCUMENT.replace('<!-- bench:store:end -->', '')],
    ['its start is missing', DOCUMENT.replace('<!-- bench:store:start -->', '')],
    ['it appears twice', DOCUMENT + DOCUMENT],
    ['it ends before it starts', '<!-- bench:store:end -->\n<!-- bench:store:start -->'],
  ])('is left alone when %s', (_case, damaged) => {
    expect(() => replaceSection(damaged, 'bench:store', 'new')).toThrow('bench:store')
  })
})

describe('a new document', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'section-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('starts with its title', () => {
    const file = join(folder, 'docs/benchmarks.md')
    writeSection(file, 'Benchmarks', 'bench:store', 'first')
    writeSection(file, 'Benchmarks', 'bench:store', 'second')
    const written = readFileSync(file, 'utf8')
    expect(written).toStartWith('# Benchmarks\n')
    expect(written).toContain('second')
    expect(written).not.toContain('first')
  })
})
