import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nextTurn } from '../../db/store'
import { createLog } from '../../src/lib/log'
import { HitFile } from '../../src/limits/file'
import { MemoryLimiter } from '../../src/limits/memory'
import { temporaryFolder } from '../support/temp'
import { SettableClock, minute } from './schedule'

const folder = temporaryFolder('limits')
const newPath = () => join(folder, String(++paths), 'limits.db')
let paths = 0
let path: string
let clock: SettableClock
let logged: string[]
beforeEach(() => {
  path = newPath()
  clock = new SettableClock()
  logged = []
})

const open: MemoryLimiter[] = []
afterEach(async () => {
  for (const limiter of open.splice(0)) await limiter.close()
})

const fileAt = (at: string, maxRows?: number) => {
  const log = createLog('info', clock, (text) => void logged.push(text))
  const warn: typeof log.warn = (message, fields) => {
    log.warn(message, fields)
    log.flush()
  }
  return new HitFile(at, { ...log, warn }, maxRows)
}

/** The limiter of a process that starts now. */
function start(at = path, maxRows?: number): MemoryLimiter {
  const limiter = new MemoryLimiter(clock, { saved: fileAt(at, maxRows) })
  open.push(limiter)
  return limiter
}

async function stop(limiter: MemoryLimiter): Promise<void> {
  open.splice(open.indexOf(limiter), 1)
  await limiter.close()
}

/** The data folder as `kill -9` leaves it at this moment. */
function killed(): string {
  const copy = newPath()
  cpSync(dirname(path), dirname(copy), { recursive: true })
  return copy
}

function rows(): number {
  const connection = new Database(killed())
  const { count } = connection.query('SELECT count(*) AS count FROM requests').get() as { count: number }
  connection.close()
  return count
}

const key = 'GET /api/geocode 203.0.113.7'
const verdicts = (limiter: MemoryLimiter, times: number) =>
  Array.from({ length: times }, () => limiter.hit(key, 3).allowed)

describe('a restart', () => {
  test("doesn't open a full window", async () => {
    const before = start()
    expect(verdicts(before, 4)).toEqual([true, true, true, false])
    await stop(before)
    clock.wait(30_000)
    const after = start()
    expect(after.hit(key, 3)).toEqual({ allowed: false, remaining: 0, resetMs: 30_000 })
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
    expect(after.size).toBe(2_000)
    expect(Array.from({ length: 10 }, () => after.hit('a 1999', 10).allowed)).toEqual([
      ...Array.from({ length: 9 }, () => true),
      false,
    ])
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

  test('keeps the bound on windows', async () => {
    const before = start()
    for (let visitor = 0; visitor < 50; visitor++) before.hit(`a ${visitor}`, 3)
    await stop(before)
    const after = new MemoryLimiter(clock, { saved: fileAt(path), maxWindows: 10 })
    open.push(after)
    expect(after.size).toBe(10)
  })

  test('with a file of an earlier version starts with empty windows', async () => {
    mkdirSync(dirname(path), { recursive: true })
    const earlier = new Database(path)
    earlier.run('PRAGMA journal_mode = WAL')
    earlier.run('CREATE TABLE rate_windows (key TEXT PRIMARY KEY, last INTEGER, hits TEXT) WITHOUT ROWID')
    earlier.run('INSERT INTO rate_windows VALUES (?, ?, ?)', [key, clock.now(), String(clock.now())])
    earlier.close()
    const limiter = start()
    expect(verdicts(limiter, 4)).toEqual([true, true, true, false])
    expect(readFileSync(path).includes('rate_windows')).toBe(false)
    expect(verdicts(start(killed()), 1)).toEqual([false])
    expect(logged).toEqual([])
  })
})

describe('a crash', () => {
  test('after any request forgets none of those that were let through', () => {
    const limiter = start()
    for (let sent = 1; sent <= 3; sent++) {
      verdicts(limiter, 1)
      expect(verdicts(start(killed()), 4)).toEqual([1, 2, 3, 4].map((next) => next <= 3 - sent))
    }
  })

  test('forgets neither of the two windows that an IPv6 request counts in', () => {
    const limiter = start()
    const ask = (from: MemoryLimiter, own: string) => from.hit(own, 2, { key: 'network', limit: 3 }).allowed
    expect([ask(limiter, 'a'), ask(limiter, 'a'), ask(limiter, 'b')]).toEqual([true, true, true])
    const after = start(killed())
    expect(ask(after, 'c')).toBe(false)
    expect(after.hit('a', 2).allowed).toBe(false)
    expect(after.hit('b', 2)).toMatchObject({ allowed: true, remaining: 0 })
  })
})

describe('the saved requests', () => {
  test('are those that were let through, because refused ones write nothing', () => {
    const limiter = start()
    verdicts(limiter, 3)
    const log = readFileSync(`${path}-wal`)
    for (let sent = 0; sent < 100; sent++) expect(verdicts(limiter, 1)).toEqual([false])
    expect(rows()).toBe(3)
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true)
  })

  test('are deleted after a minute, a bite at a time', async () => {
    const limiter = start()
    for (let visitor = 0; visitor < 2_500; visitor++) limiter.hit(`a ${visitor}`, 3)
    clock.wait(minute - 1)
    limiter.hit('somebody else', 3)
    limiter.sweep()
    expect(rows()).toBe(2_501)
    clock.wait(1)
    limiter.sweep()
    expect(rows()).toBe(1_501)
    await nextTurn()
    expect(rows()).toBe(501)
    await nextTurn()
    expect(rows()).toBe(1)
    expect(start(killed()).size).toBe(1)
  })

  test('of a crowd take no more room than their bound, and the latest stay', async () => {
    const limiter = start(path, 2_000)
    for (let visitor = 0; visitor < 20_000; visitor++) {
      limiter.hit(`GET /api/vitals ${visitor}`, 3)
      if (visitor % 1_000 === 0) limiter.sweep()
    }
    for (let bites = 0; bites < 10; bites++) await nextTurn()
    expect(rows()).toBe(2_000)
    expect(statSync(path).size + statSync(`${path}-wal`).size).toBeLessThan(2_000_000)
    const after = start(killed())
    expect(after.size).toBe(2_000)
    expect(after.hit('GET /api/vitals 19999', 1).allowed).toBe(false)
  })
})

describe('requests are counted all the same', () => {
  const expectCounted = (limiter: MemoryLimiter) =>
    expect(verdicts(limiter, 4)).toEqual([true, true, true, false])

  test('while the disk is full, which the log says once a minute, and are saved again afterwards', () => {
    const file = fileAt(path)
    const limiter = new MemoryLimiter(clock, { saved: file })
    open.push(limiter)
    const limitPages = (count: number) => file.connection?.run(`PRAGMA max_page_count = ${count}`)
    limitPages(1)
    for (let visitor = 0; visitor < 500; visitor++) expect(limiter.hit(`a ${visitor}`, 1).allowed).toBe(true)
    for (let visitor = 0; visitor < 500; visitor++) expect(limiter.hit(`a ${visitor}`, 1).allowed).toBe(false)
    limiter.sweep()
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain("rate limits can't be saved, so a restart may forget them")
    clock.wait(minute)
    limiter.hit('a 0', 1)
    expect(logged).toHaveLength(2)
    limitPages(1_000_000)
    expectCounted(limiter)
    expect(verdicts(start(killed()), 1)).toEqual([false])
    expect(logged).toHaveLength(2)
  })

  test('while another program holds the file, which is used as soon as it is free', () => {
    start(path)
    const limiter = start(path)
    expect(logged).toHaveLength(1)
    expectCounted(limiter)
    void stop(open[0]!)
    limiter.sweep()
    limiter.hit('later', 1)
    expect(start(killed()).hit('later', 1).allowed).toBe(false)
  })

  test('when there can be no file', () => {
    mkdirSync(path, { recursive: true })
    const limiter = start()
    expectCounted(limiter)
    expect(logged).toHaveLength(1)
    rmSync(path, { recursive: true })
    limiter.sweep()
    limiter.hit('later', 1)
    expect(start(killed()).hit('later', 1).allowed).toBe(false)
  })

  test.each(['limits.db', 'limits.db-wal'])('after a crash that damaged %s', (name) => {
    verdicts(start(), 3)
    path = killed()
    writeFileSync(join(dirname(path), name), 'not a database '.repeat(1_000))
    const limiter = start()
    verdicts(limiter, 4)
    limiter.hit('later', 1)
    expect(start(killed()).hit('later', 1).allowed).toBe(false)
  })

  test('after a power cut that lost the table', () => {
    mkdirSync(dirname(path), { recursive: true })
    const lost = new Database(path)
    lost.run('PRAGMA user_version = 1')
    lost.close()
    expectCounted(start())
    expect(verdicts(start(killed()), 1)).toEqual([false])
  })

  test('when the file breaks while it is used, and a new one takes its place', () => {
    const limiter = start()
    // More than SQLite keeps in memory.
    for (let visitor = 0; visitor < 15_000; visitor++) limiter.hit(`${'a'.repeat(200)} ${visitor}`, 3)
    for (const name of [path, `${path}-wal`])
      writeFileSync(name, new Uint8Array(statSync(name).size).fill(7), { flag: 'r+' })
    clock.wait(minute)
    limiter.sweep()
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('the file of the rate limits is damaged and will be replaced')
    limiter.sweep()
    expectCounted(limiter)
    expect(existsSync(path)).toBe(true)
    expect(verdicts(start(killed()), 1)).toEqual([false])
  })

  test('after the limiter was closed, by requests that are still under way', async () => {
    const limiter = start()
    await stop(limiter)
    expectCounted(limiter)
  })
})
