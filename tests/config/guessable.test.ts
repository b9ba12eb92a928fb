import { describe, expect, test } from 'bun:test'
import { isGuessable } from '../../src/config/guessable'

describe('an easily guessed secret is refused:', () => {
  test.each([
    'x'.repeat(64),
    'changeme-changeme-changeme',
    'Ch4ngeMe-Ch4ngeMe!2026',
    'P@ssw0rdP@ssw0rd2024',
    'abcdefghijklmnopqrstuvwxyz',
    '0123456789abcdef0123456789abcdef',
    '00000000000000000000000000000001',
    '12345678901234567890',
    '1111222233334444',
    'qwertyuiopasdfghjklzxcvbnm',
    'abababababababababababab',
    'deadbeefdeadbeefdeadbeefdeadbeef',
    'correct-horse-battery-staple',
    'correcthorsebatterystaple',
    'my-super-secret-jwt-key-for-truckroll',
    'truckroll-production-cron-secret',
    'ThisIsOurProductionSecret2026',
    'acme plumbing denver colorado',
    'the-token-your-server-issued',
    'whsec_test_secret_secret',
  ])('%s', (secret) => expect(isGuessable(secret)).toBe(true))
})

describe('a random secret', () => {
  /** The same on every run, and as random as it gets. */
  const bytes = (seed: number, count: number) =>
    Buffer.from(new Bun.CryptoHasher('sha512').update(`seed ${seed}`).digest()).subarray(0, count)
  const forms: [string, (seed: number) => string][] = [
    ['openssl rand -hex 16', (seed) => bytes(seed, 16).toString('hex')],
    ['openssl rand -hex 32', (seed) => bytes(seed, 32).toString('hex')],
    ['openssl rand -base64 24', (seed) => bytes(seed, 24).toString('base64')],
    ['openssl rand -base64 32', (seed) => bytes(seed, 32).toString('base64')],
    ['base64url of 32 bytes', (seed) => bytes(seed, 32).toString('base64url')],
    ['a webhook secret', (seed) => `whsec_${bytes(seed, 24).toString('base64')}`],
  ]

  test.each(forms)('%s is always accepted', (_, make) => {
    const refused = Array.from({ length: 500 }, (__, seed) => make(seed)).filter(isGuessable)
    expect(refused).toEqual([])
  })
})
