import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  forgetDay,
  forgetPastDays,
  keepDay,
  keptToken,
  lastMaps,
  lastSeen,
  lastWeek,
  onForget,
  startWith,
  unsentDeeds,
} from '../../src/web/work/device'

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
/** A day in Denver; the clock of the office is by default the phone's. */
const seen = (date: string, officeNow = now) => ({
  date,
  timeZone: 'America/Denver',
  now: new Date(officeNow).toISOString(),
  worker: { id: 'w-1', name: 'Marcus' },
  jobs: [{ customerName: 'Emil Stone', address: '1 Main St' }],
})
const denver = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Denver' })
const dateIn = (days: number) => denver.format(now + days * 24 * 60 * minute)
const deed = {
  key: 'k-1',
  workerId: 'w-1',
  jobId: 'job-1',
  customer: 'Emil Stone',
  to: 'en_route',
  doneAt: new Date(now).toISOString(),
}

beforeEach(() => {
  kept.clear()
  startWith(tokenUntil(now + 10 * minute))
  keepDay(seen(dateIn(0)) as never)
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
    keepDay(seen(dateIn(0), now + 11 * minute) as never)
    expect(keptToken()).toBeNull()
    expect(lastSeen.read()).toBeNull()
  })
})

test("a new link shows nobody else's day", () => {
  startWith(tokenUntil(now + 20 * minute))
  expect(lastSeen.read()).toBeNull()
  expect(unsentDeeds.read()).toHaveLength(1)
})

test('a token without an end lasts', () => {
  const token = `wrk_h.${Buffer.from('{"sub":"w-1"}').toString('base64url')}.s`
  startWith(token)
  keepDay(seen(dateIn(400), now + 400 * 24 * 60 * minute) as never)
  expect(keptToken()).toBe(token)
})

describe('a day that is over', () => {
  const later = 24 * 60 * minute
  /** As if the phone were opened a day later. */
  const aDayOn = () => kept.set('truckroll.work-clock', String(later))

  test('is forgotten with its maps and its names, also without a connection', () => {
    lastMaps.write([{ date: dateIn(0), sketch: null }])
    aDayOn()
    expect(forgetPastDays()).toBe(true)
    expect(lastSeen.read()).toBeNull()
    expect(lastMaps.read()).toEqual([])
    expect(JSON.stringify([...kept.values()])).not.toContain('Emil')
    expect(unsentDeeds.read()).toHaveLength(1)
    expect(forgetPastDays()).toBe(false)
  })

  test('makes room for the next one, if the phone has seen it', () => {
    lastWeek.write([seen(dateIn(1)), seen(dateIn(2))] as never)
    aDayOn()
    forgetPastDays()
    expect(lastSeen.read()?.date).toBe(dateIn(1))
    expect(lastWeek.read()?.map(({ date }) => date)).toEqual([dateIn(2)])
  })

  test('stays until then', () => {
    expect(forgetPastDays()).toBe(false)
    expect(lastSeen.read()).not.toBeNull()
    expect(unsentDeeds.read()).toEqual([deed as never])
  })

  test('takes along whatever other parts of the page keep', () => {
    const asked: (string | null)[] = []
    onForget((before) => asked.push(before))
    aDayOn()
    forgetPastDays()
    forgetDay()
    expect(asked).toEqual([dateIn(1), null])
  })
})
