import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openWindowArchive } from '../../src/limits/archive'
import { MemoryLimiter, type WindowArchive } from '../../src/limits/memory'
import { temporaryFolder } from '../support/temp'
import { SettableClock, minute } from './schedule'

const folder = temporaryFolder('limits')
let path: string
let clock: SettableClock
let runs = 0
beforeEach(() => {
  path = join(folder, String(++runs), 'limits.db')
  clock = new SettableClock()
})

const open: MemoryLimiter[] = []
afterEach(async () => {
  for (const limiter of open.splice(0)) await limiter.close()
})

/** The limiter of a process that starts now. */
function start(maxWindows = 100_000): MemoryLimiter {
  const limiter = new MemoryLimiter(clock, { archive: openWindowArchive(path), maxWindows })
  open.push(limiter)
  return limiter
}

async function stop(limiter: MemoryLimiter): Promise<void> {
  open.splice(open.indexOf(limiter), 1)
  await limiter.close()
}

function rows(): number {
  const connection = new Database(path, { readonly: true })
  const { count } = connection.query('SELECT count(*) AS count FROM rate_windows').get() as { count: number }
  connection.close()
  return count
}

const verdicts = (limiter: MemoryLimiter, times: number) =>
  Array.from({ length: times }, () => limiter.hit('GET /api/geocode 203.0.113.7', 3).allowed)

describe('a restart', () => {
  test("doesn't open a full window", async () => {
    const before = start()
    expect(verdicts(before, 4)).toEqual([true, true, true, false])
    await stop(before)
    clock.wait(30_000)
    const after = start()
    expect(after.hit('GET /api/geocode 203.0.113.7', 3)).toEqual({
      allowed: false,
      remaining: 0,
      resetMs: 30_000,
    })
    clock.wait(30_000)
    expect(verdicts(after, 4)).toEqual([true, true, true, false])
  })

  test('remembers each request at its own moment', async () => {
    let limiter = start()
    for (let sent = 0; sent < 3; sent++) {
      verdicts(limiter, 1)
      await stop(limiter)
      clock.wait(10_000)
      limiter = start()
    }
    expect(verdicts(limiter, 1)).toEqual([false])
    clock.wait(30_000)
    expect(verdicts(limiter, 2)).toEqual([true, false])
  })

  test('remembers every client, even with few requests', async () => {
    const before = start()
    for (let visitor = 0; visitor < 2_000; visitor++) before.hit(`a ${visitor}`, 10)
    await stop(before)
    const after = start()
    expect(Array.from({ length: 10 }, () => after.hit('a 1999', 10).allowed)).toEqual([
      ...Array.from({ length: 9 }, () => true),
      false,
    ])
  })

  test('after a crash still knows what was saved before it', () => {
    const before = start()
    verdicts(before, 3)
    before.flush()
    expect(verdicts(start(), 1)).toEqual([false])
  })

  test('after the clock was set back an hour neither opens a window nor keeps it closed', async () => {
    const before = start()
    verdicts(before, 3)
    await stop(before)
    clock.setBack(3_600_000)
    const after = start()
    expect(verdicts(after, 1)).toEqual([false])
    clock.wait(minute)
    expect(verdicts(after, 4)).toEqual([true, true, true, false])
  })

  test('forgets requests older than a minute', async () => {
    const before = start()
    for (let visitor = 0; visitor < 500; visitor++) before.hit(`a ${visitor}`, 3)
    await stop(before)
    expect(rows()).toBe(500)
    clock.wait(minute)
    expect(start().size).toBe(0)
    expect(rows()).toBe(0)
  })
})

describe('the stored limits', () => {
  test('are written gradually for most clients, and at once for those close to their limit', () => {
    const limiter = start()
    for (let visitor = 0; visitor < 1_200; visitor++) limiter.hit(`a ${visitor}`, 10)
    for (let hit = 0; hit < 4; hit++) limiter.hit('b', 10)
    limiter.flush()
    expect(rows()).toBe(501)
    expect(start().hit('b', 4).allowed).toBe(false)
    limiter.flush()
    limiter.flush()
    expect(rows()).toBe(1_201)
  })

  test("don't grow past the memory bound with a million addresses", () => {
    const limiter = start(1_000)
    let largest = 0
    for (let visitor = 0; visitor < 1_000_000; visitor++) {
      limiter.hit(`GET /api/vitals ${visitor}`, 3)
      // As the timer would, a few thousand requests apart.
      if (visitor % 50_000 !== 0) continue
      limiter.flush()
      largest = Math.max(largest, rows())
    }
    limiter.flush()
    expect(Math.max(largest, rows())).toBe(1_000)
    expect(limiter.size).toBe(1_000)
  })

  test('drop expired windows', () => {
    const limiter = start()
    for (let visitor = 0; visitor < 500; visitor++) limiter.hit(`a ${visitor}`, 3)
    limiter.flush()
    clock.wait(minute)
    limiter.hit('somebody else', 3)
    limiter.flush()
    expect(rows()).toBe(1)
  })

  test('keep no row of a window that opened and expired between two writes', () => {
    const limiter = start(1)
    const flushAfter = (...keys: string[]) => {
      for (const key of keys) limiter.hit(key, 3)
      limiter.flush()
      return rows()
    }
    expect(flushAfter('a')).toBe(1)
    expect(flushAfter('b', 'a', 'b')).toBe(1)
    expect(flushAfter('a', 'b', 'c', 'a')).toBe(1)
  })

  test("only lose their memory across restarts when they can't be written", async () => {
    const full: WindowArchive = {
      load: () => [],
      save() {
        throw new Error('database or disk is full')
      },
      close() {},
    }
    const limiter = new MemoryLimiter(clock, { archive: full })
    expect(verdicts(limiter, 4)).toEqual([true, true, true, false])
    limiter.flush()
    expect(verdicts(limiter, 1)).toEqual([false])
    await limiter.close()
  })
})
