import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { MemoryLimiter } from '../../src/limits/memory'
import { SettableClock, Witness, compareWithRule, minute, schedules } from './schedule'

const allowed = (limiter: MemoryLimiter, key: string, limit: number) => limiter.hit(key, limit).allowed

describe('over ten thousand random schedules', () => {
  test('never more than the limit pass in any minute, and the next is always refused', async () => {
    await fc.assert(
      fc.asyncProperty(schedules(), async (schedule) => {
        const clock = new SettableClock()
        await compareWithRule(new MemoryLimiter(clock), clock, schedule, 'run')
      }),
      { numRuns: 10_000 },
    )
  })

  test('a clock set back opens no window early and keeps none closed', () => {
    fc.assert(
      fc.property(schedules({ setBacks: true }), ({ limit, steps }) => {
        const clock = new SettableClock()
        const limiter = new MemoryLimiter(clock)
        const witness = new Witness(limit)
        for (const { wait, setBack, client } of steps) {
          clock.wait(wait)
          clock.setBack(setBack)
          if (allowed(limiter, `run ${client}`, limit)) witness.note(client, clock.elapsed)
        }
        witness.assertNeverTooMany()
        clock.wait(minute)
        for (let sent = 0; sent < limit; sent++) expect(allowed(limiter, 'run 0', limit)).toBe(true)
        expect(allowed(limiter, 'run 0', limit)).toBe(false)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('a window', () => {
  test('reopens a minute after the request that filled it, to the millisecond', () => {
    const clock = new SettableClock()
    const limiter = new MemoryLimiter(clock)
    expect([1, 2, 3].map(() => allowed(limiter, 'a', 2))).toEqual([true, true, false])
    clock.wait(minute - 1)
    expect(allowed(limiter, 'a', 2)).toBe(false)
    clock.wait(1)
    expect([1, 2, 3].map(() => allowed(limiter, 'a', 2))).toEqual([true, true, false])
  })

  test("doesn't stay closed for a client that keeps trying", () => {
    const clock = new SettableClock()
    const limiter = new MemoryLimiter(clock)
    allowed(limiter, 'a', 1)
    for (let second = 1; second < 60; second++) {
      clock.wait(1000)
      expect(limiter.hit('a', 1)).toEqual({ allowed: false, remaining: 0, resetMs: minute - second * 1000 })
    }
    clock.wait(1000)
    expect(allowed(limiter, 'a', 1)).toBe(true)
  })

  test('slides: requests become available one by one, in the order they were made', () => {
    const clock = new SettableClock()
    const limiter = new MemoryLimiter(clock)
    for (let sent = 0; sent < 3; sent++) {
      allowed(limiter, 'a', 3)
      clock.wait(10_000)
    }
    expect(limiter.hit('a', 3)).toMatchObject({ allowed: false, resetMs: 30_000 })
    clock.wait(30_000)
    expect([1, 2].map(() => allowed(limiter, 'a', 3))).toEqual([true, false])
    clock.wait(10_000)
    expect([1, 2].map(() => allowed(limiter, 'a', 3))).toEqual([true, false])
  })
})

describe('a crowd', () => {
  test("of a million addresses doesn't grow the memory past its bound", () => {
    const clock = new SettableClock()
    const limiter = new MemoryLimiter(clock, { maxWindows: 10_000 })
    let largest = 0
    for (let visitor = 0; visitor < 1_000_000; visitor++) {
      if (visitor % 100 === 0) clock.wait(1)
      limiter.hit(`GET /api/vitals ${visitor}`, 20)
      largest = Math.max(largest, limiter.size)
    }
    expect(largest).toBe(10_000)
  })

  test('that has left is forgotten without a further request', () => {
    const clock = new SettableClock()
    const limiter = new MemoryLimiter(clock)
    for (let visitor = 0; visitor < 50_000; visitor++) limiter.hit(`a ${visitor}`, 20)
    expect(limiter.size).toBe(50_000)
    clock.wait(minute)
    limiter.hit('somebody else', 20)
    expect(limiter.size).toBe(1)
  })

  test("doesn't open the window of a client who is still there", () => {
    const clock = new SettableClock()
    const limiter = new MemoryLimiter(clock, { maxWindows: 100 })
    for (let sent = 0; sent < 5; sent++) allowed(limiter, 'regular', 5)
    for (let visitor = 0; visitor < 10_000; visitor++) {
      limiter.hit(`a ${visitor}`, 5)
      expect(allowed(limiter, 'regular', 5)).toBe(false)
    }
  })
})

describe('a wider window', () => {
  test("refuses when it's full, and then the narrower one counts nothing", () => {
    const clock = new SettableClock()
    const limiter = new MemoryLimiter(clock)
    const around = { key: 'network', limit: 3 }
    const hit = (key: string) => limiter.hit(key, 2, around).allowed
    expect([hit('a'), hit('a'), hit('a')]).toEqual([true, true, false])
    // Requests the narrower window refused aren't counted in the wider one.
    expect([hit('b'), hit('b'), hit('c')]).toEqual([true, false, false])
    clock.wait(minute)
    expect([hit('c'), hit('c'), hit('b'), hit('b')]).toEqual([true, true, true, false])
  })
})
