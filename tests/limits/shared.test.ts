import { afterAll, describe, expect, test } from 'bun:test'
import { count } from 'drizzle-orm'
import * as fc from 'fast-check'
import { rateHits } from '../../db/schema'
import { SharedLimiter } from '../../src/limits/shared'
import { openBeside, openTestStore, testServer } from '../support/store'
import { SettableClock, compareWithRule, minute, schedules } from './schedule'

const opened = await openTestStore()
const { store, address } = opened
const other = await openBeside(address)
afterAll(async () => {
  await other.close()
  await opened.close()
})

const rows = async () => (await store.read.select({ rows: count() }).from(rateHits))[0]?.rows ?? 0
const hits = async (limiter: SharedLimiter, key: string, limit: number, times: number) => {
  const verdicts: boolean[] = []
  for (let sent = 0; sent < times; sent++) verdicts.push((await limiter.hit(key, limit)).allowed)
  return verdicts
}

test('over random schedules never more than the limit pass in any minute, and the next is always refused', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(schedules({ maxSteps: 20 }), async (schedule) => {
      const clock = new SettableClock()
      await compareWithRule(new SharedLimiter(store, clock), clock, schedule, `schedule ${++run}`)
    }),
    { numRuns: testServer ? 20 : 200 },
  )
})

describe('two processes', () => {
  test('share one window', async () => {
    const clock = new SettableClock()
    const [one, two] = [new SharedLimiter(store, clock), new SharedLimiter(other, clock)]
    expect(await hits(one, 'shared', 4, 2)).toEqual([true, true])
    expect(await hits(two, 'shared', 4, 3)).toEqual([true, true, false])
    expect(await hits(one, 'shared', 4, 1)).toEqual([false])
    clock.wait(minute)
    expect(await hits(two, 'shared', 4, 1)).toEqual([true])
  })

  test('allow no more than the limit when both are asked at once', async () => {
    const clock = new SettableClock()
    const limiters = [new SharedLimiter(store, clock), new SharedLimiter(other, clock)]
    const verdicts = await Promise.all(
      Array.from({ length: 30 }, (_, sent) => limiters[sent % 2]!.hit('race', 10)),
    )
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
  })

  test('know of each other even when one starts later', async () => {
    const clock = new SettableClock()
    await hits(new SharedLimiter(store, clock), 'restart', 3, 3)
    expect(await hits(new SharedLimiter(other, clock), 'restart', 3, 1)).toEqual([false])
  })
})

describe('a clock set back', () => {
  test('opens no window and keeps none closed', async () => {
    const clock = new SettableClock()
    const limiter = new SharedLimiter(store, clock)
    await hits(limiter, 'set back', 2, 2)
    clock.setBack(3_600_000)
    expect(await hits(limiter, 'set back', 2, 1)).toEqual([false])
    clock.wait(minute)
    expect(await hits(limiter, 'set back', 2, 3)).toEqual([true, true, false])
  })

  test('before a restart closes no window for an hour', async () => {
    const clock = new SettableClock()
    await hits(new SharedLimiter(store, clock), 'restart later', 2, 2)
    clock.setBack(3_600_000)
    expect(await hits(new SharedLimiter(store, clock), 'restart later', 2, 3)).toEqual([true, true, false])
  })
})

describe('the shared table', () => {
  test('has hardly more rows than its bound, however large the crowd', async () => {
    const clock = new SettableClock()
    clock.wait(10 * minute)
    const limiter = new SharedLimiter(store, clock, 200)
    for (let visitor = 0; visitor < 2_000; visitor += 50) {
      const crowd = Array.from({ length: 50 }, (_, index) => limiter.hit(`crowd ${visitor + index}`, 20))
      await Promise.all(crowd)
      expect(await rows()).toBeLessThanOrEqual(200 + 50 + 50)
    }
  })

  test('drops the rows of past minutes', async () => {
    const clock = new SettableClock()
    clock.wait(20 * minute)
    const limiter = new SharedLimiter(store, clock)
    await hits(limiter, 'yesterday', 50, 50)
    clock.wait(minute)
    await hits(limiter, 'today', 50, 1)
    expect(await rows()).toBe(1)
  })
})

test("a wider window refuses when it's full, and then neither counts", async () => {
  const clock = new SettableClock()
  const limiter = new SharedLimiter(store, clock)
  const hit = async (key: string) =>
    (await limiter.hit(`around ${key}`, 2, { key: 'around network', limit: 3 })).allowed
  expect([await hit('a'), await hit('a'), await hit('a')]).toEqual([true, true, false])
  expect([await hit('b'), await hit('b'), await hit('c')]).toEqual([true, false, false])
  clock.wait(minute)
  expect([await hit('c'), await hit('c'), await hit('b'), await hit('b')]).toEqual([true, true, true, false])
})
