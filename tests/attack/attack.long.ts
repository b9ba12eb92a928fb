import { describe, expect, test } from 'bun:test'
import { short } from './attack'
import { attacks } from './attacks'
import { builders, expressionsInTheTree, isSlow } from './regular-expressions'

describe('the service withstands', () => {
  test.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    expect(await attack.run(short)).toEqual([])
  })
})

describe('the search for slow regular expressions', () => {
  test('reads the whole tree', () => {
    const { found, building } = expressionsInTheTree()
    expect(found.length).toBeGreaterThan(200)
    expect(building).toEqual(builders)
  })

  test('finds slow patterns and ignores fast ones', () => {
    for (const slow of [/^(?:a+)+$/, /^\s*\d*\s*,?\s*$/, /\/+$/, /(?:x|x)*y/])
      expect([slow, isSlow(slow)]).toEqual([slow, true])
    for (const quick of [/^[a-z]+$/, /\d{1,9}$/, /^a*b*$/])
      expect([quick, isSlow(quick)]).toEqual([quick, false])
  })
})
