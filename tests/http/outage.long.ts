import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { jobs, outbox } from '../../db/schema'
import { defaultLimits } from '../../db/libsql/connection'
import { StoreUnavailable } from '../../db/store'
import { createLog } from '../../src/lib/log'
import { queueMessage } from '../../src/modules/messages'
import { startScheduler } from '../../src/scheduler'
import { startUpkeep } from '../../src/upkeep'
import { startTestApp, type TestApp } from '../support/app'
import { FixedClock } from '../support/clock'
import type { Fault } from '../support/fault-proxy'
import { startFaultyServer, untilUp, type FaultyDatabase, type FaultyServer } from '../support/libsql'
import { needing } from '../support/needs'
import { sqldBinary } from '../support/sqld'
import { addWorld, booking } from '../support/world'

const message = {
  about: 'test:after the outage',
  channel: 'email',
  template: 'test',
  recipient: 'ada@example.com',
  data: {},
} as const

/** Only the pulse ends a call: without it, these tests would time out. */
const patient = {
  callMs: 600_000,
  unitMs: 600_000,
  settleMs: 600_000,
  // Short enough that unanswered pulses don't use up the connections.
  healthMs: 2_000,
  slowMs: 50,
  // A starved machine can be silent for a second.
  pulseMs: 500,
  silentPulses: 5,
  downPulseMs: 50,
}
const browser = { accept: 'text/html,*/*' }

test('the default limits notice a silent server within two seconds', () => {
  const { slowMs, pulseMs, silentPulses } = defaultLimits
  expect(slowMs + pulseMs * silentPulses).toBeLessThanOrEqual(1_600)
})

needing(
  sqldBinary() !== null,
  'sqld',
  'set SQLD_BINARY',
)('while the database server', () => {
  let server: FaultyServer
  let database: FaultyDatabase
  let service: TestApp
  let token: string
  let said: string[] = []
  let bookings = 0
  let logged = ''

  beforeAll(async () => {
    server = await startFaultyServer()
    database = await server.open(patient, { warn: (message) => void said.push(message) })
    const log = createLog('info', new FixedClock(), (text) => void (logged += text))
    const opened = { store: database.store, close: async () => {} }
    service = await startTestApp({}, { opened, log })
    await addWorld(service)
    token = await service.hqToken()
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })
  afterEach(async () => {
    database.proxy.plan = () => 'pass'
    await untilUp(database.store)
    said = []
  })

  const book = (headers: Record<string, string> = {}) =>
    service.call('POST', '/api/jobs/create', { body: booking, headers, from: `203.0.113.${++bookings}` })

  const faults: [string, () => Promise<void> | void][] = [
    ['refuses connections', () => database.proxy.refuse()],
    ['never answers', () => void (database.proxy.plan = () => 'hang')],
    ['resets every answer in the middle', () => void (database.proxy.plan = () => 'cut midway')],
    ['stops in the middle of every answer', () => void (database.proxy.plan = () => 'stall midway')],
    [
      'is behind a gateway that answers for it',
      () => void (database.proxy.plan = () => ({ status: 502, body: '{}' })),
    ],
  ]
  for (const [what, begin] of faults)
    describe(what, () => {
      test('reads and writes get 503, and work again when it is back', async () => {
        await begin()
        const requests = [
          service.call('GET', '/api/services'),
          service.call('GET', '/api/admin/jobs', { token }),
          book(),
          book({ 'idempotency-key': crypto.randomUUID() }),
        ]
        for (const answer of await Promise.all(requests)) expectAway(answer)
        expect(database.store.isDown()).toBe(true)
        // From now on, nobody waits at all.
        expectAway(await book())
        expect(said.filter((line) => line.includes('Requests get 503'))).toHaveLength(1)
        if (what === 'refuses connections') await database.proxy.listen()
        database.proxy.plan = () => 'pass'
        await untilUp(database.store)
        expect(said.at(-1)).toContain('answers again')
        expect(await book()).toMatchObject({ status: 201 })
      })
    })

  describe('never answers', () => {
    test('pages say that we will be right back, in English and Spanish', async () => {
      await silence()
      for (const path of ['/book', '/my', '/work', '/admin', '/i/some-token']) {
        const page = await service.call('GET', path, { headers: browser })
        expect(page.status).toBe(503)
        expect(page.headers.get('retry-after')).toBe('5')
        expect(page.text).toContain('We’ll be right back')
        expect(page.text).toContain('<meta http-equiv="refresh" content="15"')
      }
      const spanish = await service.call('GET', '/book?lang=es', { headers: browser })
      expect(spanish.text).toContain('Volvemos enseguida')
    })

    test("a form's answer explains how to send it again and doesn't reload", async () => {
      await silence()
      const page = await service.call('POST', '/book/confirm', {
        raw: new URLSearchParams({ key: 'k' }),
        headers: browser,
      })
      expect(page.status).toBe(503)
      expect(page.text).toContain('go back and send the form again')
      expect(page.text).not.toContain('http-equiv')
    })

    test('the process is up but not ready', async () => {
      await silence()
      expect(await service.call('GET', '/healthz')).toMatchObject({ status: 200 })
      const ready = await service.call('GET', '/readyz')
      expect(ready).toMatchObject({
        status: 503,
        body: { ok: false, error: "The database isn't answering." },
      })
      expect(ready.headers.get('retry-after')).toBe('1')
      expect(await service.call('GET', '/api/vitals')).toMatchObject({ status: 200 })
    })
  })

  test('is away, background work waits without a line for each try, and goes on afterwards', async () => {
    const { deps } = service
    await silence()
    logged = ''
    const upkeep = startUpkeep(deps)
    const scheduler = startScheduler({
      ...deps,
      config: { ...deps.config, cron: { ...deps.config.cron, enabled: false } },
    })
    await deps.background.idle()
    database.proxy.plan = () => 'pass'
    await untilUp(database.store)
    // The sender looks again every few seconds.
    const id = await onceUp(() => deps.store.write((tx) => queueMessage(tx, deps.clock.now(), message)))
    const rows = () => deps.store.read.select().from(outbox).where(eq(outbox.id, id))
    while ((await onceUp(rows))[0]?.state !== 'sent') await Bun.sleep(50)
    for (const started of [upkeep, scheduler]) started.stop()
    await deps.background.idle()
    deps.log.flush()
    expect(logged).not.toContain('"level":"error"')
  })

  test('loses the answer to a COMMIT, the caller learns that the outcome is unknown, and a repeat books once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const before = await service.deps.store.read.select().from(jobs)
    // The first COMMIT claims the key; the second one books.
    let commits = 0
    database.proxy.plan = (body): Fault => {
      if (body.includes('"COMMIT"')) commits++
      if (commits < 2) return 'pass'
      return body.includes('"COMMIT"') ? 'cut after' : 'hang'
    }
    const lost = await book(headers)
    expect(lost.status).toBe(503)
    expect(lost.body.error).toContain("couldn't confirm whether this was saved")
    expect(lost.headers.get('retry-after')).toBe('5')
    database.proxy.plan = () => 'pass'
    await untilUp(database.store)
    const again = await book(headers)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replay')).toBe('true')
    expect(await service.deps.store.read.select().from(jobs)).toHaveLength(before.length + 1)
  })

  test('keeps a writer waiting for its lock, nobody counts it as gone', async () => {
    const { store, proxy } = await server.open({
      ...patient,
      callMs: 60_000,
      settleMs: 60_500,
      slowMs: 5,
      pulseMs: 5,
      silentPulses: 5_000,
    })
    let arrived = 0
    proxy.plan = (body) => {
      if (body.includes('SELECT 1')) arrived++
      return body.includes('held back') && arrived < 20 ? 'hang' : 'pass'
    }
    const waiting = store.read.all(sql`SELECT 2 AS "held back"`).catch((error: unknown) => error)
    while (arrived < 20) await Bun.sleep(1)
    expect(store.isDown()).toBe(false)
    await proxy.refuse()
    await waiting
    await proxy.listen()
    await untilUp(store)
  })

  /** All the waiting work comes at once after an outage, which can silence the server of a busy machine again. */
  async function onceUp<T>(work: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        await untilUp(database.store)
      }
  }

  async function silence(): Promise<void> {
    database.proxy.plan = () => 'hang'
    await service.call('GET', '/api/services')
    expect(database.store.isDown()).toBe(true)
  }
})

function expectAway({ status, headers, body }: Awaited<ReturnType<TestApp['call']>>): void {
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('5')
  expect(body).toEqual({ ok: false, error: expect.stringContaining("can't reach our database") })
}
