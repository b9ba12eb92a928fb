import { describe, expect, test } from 'bun:test'
import { keyedHash, sameSecret } from '../../src/lib/secret'

describe('a secret', () => {
  test('matches only itself', () => {
    expect(sameSecret('0123456789abcdef', '0123456789abcdef')).toBe(true)
    for (const given of [
      '',
      '0',
      '0123456789abcde',
      '0123456789abcdef ',
      '0123456789ABCDEF',
      '0123456789abcdeg',
    ])
      expect(sameSecret(given, '0123456789abcdef')).toBe(false)
  })

  test("that isn't set matches nothing, not even an empty one", () => {
    for (const unset of [null, undefined, ''])
      for (const given of ['', 'null', 'undefined', 'x']) expect(sameSecret(given, unset)).toBe(false)
  })
})

describe('a keyed hash', () => {
  test('is the same for the same key and parts, and for no others', () => {
    const hash = keyedHash('key', 'code', 'jordan@example.com', '123456')
    expect(keyedHash('key', 'code', 'jordan@example.com', '123456')).toBe(hash)
    expect(hash).toMatch(/^[\da-f]{64}$/)
    const others = [
      keyedHash('other', 'code', 'jordan@example.com', '123456'),
      keyedHash('key', 'link', 'jordan@example.com', '123456'),
      keyedHash('key', 'code', 'jordan@example.com123456', ''),
      keyedHash('key', 'code', 'jordan@example.com', '12345', '6'),
    ]
    expect(new Set([hash, ...others]).size).toBe(5)
  })
})
