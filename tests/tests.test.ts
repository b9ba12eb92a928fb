import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const files = [...new Bun.Glob('**/*.{test,browser,long}.{ts,tsx}').scanSync(import.meta.dir)].map(
  (path) => ({
    path,
    text: readFileSync(join(import.meta.dir, path), 'utf8'),
  }),
)

describe('tests', () => {
  test('have no time limits of their own, which a busy machine would miss', () => {
    const limit = /^\s*[)}],(?: \{ *timeout|\s+[\d_]{4,},?\s*\)| \w*[lL]imit\w*\)| \w*[tT]imeout\w*\))/m
    expect(files.filter(({ text }) => limit.test(text)).map(({ path }) => path)).toEqual([])
  })
})
