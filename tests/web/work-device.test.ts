import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { forgetDay, keptToken, lastSeen, setClockBy, startWith, unsentDeeds } from '../../src/web/work/device'

const kept = new Map<string, string>()
const place = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
Object.defineProperty(globalThis, 'localStorage', { value: place, configurable: true })
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before)
  else Reflect.deleteProperty(globalThis, 'localStorage')
})

const minute = 60_000
const tokenUntil = (at: number) =>
  `wrk_h.${Buffer.from(JSON.stringify({ exp: at / 1_000 })).toString('base64url')}.s`
const now = Math.floor(Date.now() / 1_000) * 1_000
const day = {
  worker: { id: 'w-1', name: 'Marcus' },
  jobs: [{ customerName: 'Emil Stone', address: '1 Main St' }],
}
const deed = {
  key: 'k-1',
  workerId: 'w-1',
  jobId: 'job-1',
  customer: 'Emil Stone',
  to: 'en_route',
  doneAt: '',
}

beforeEach(() => {
  kept.clear()
  startWith(tokenUntil(now + 10 * minute))
  setClockBy(new Date(now).toISOString())
  lastSeen.write(day as never)
  unsentDeeds.write([deed as never])
})

describe('a phone with a revoked token', () => {
  test('forgets the day, and keeps unsent steps without a name', () => {
    forgetDay()
    const left = JSON.stringify([...kept.values()])
    for (const secret of ['Emil', 'Main St', 'Marcus', 'wrk_']) expect(left).not.toContain(secret)
    const { customer: _, ...nameless } = deed
    expect(unsentDeeds.read()).toEqual([nameless as never])
    expect(keptToken()).toBeNull()
  })
})

describe('a phone without a connection', () => {
  test('shows the day while the token is valid', () => {
    expect(keptToken()).toBe(tokenUntil(now + 10 * minute))
    expect(lastSeen.read()).not.toBeNull()
  })

  test("forgets it when the token has expired, by the server's clock", () => {
    setClockBy(new Date(now + 11 * minute).toISOString())
    expect(keptToken()).toBeNull()
    expect(lastSeen.read()).toBeNull()
  })
})

test("a new link shows nobody else's day", () => {
  startWith(tokenUntil(now + 20 * minute))
  expect(lastSeen.read()).toBeNull()
  expect(unsentDeeds.read()).toHaveLength(1)
})
