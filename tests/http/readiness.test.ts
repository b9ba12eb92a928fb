import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../src/app'
import { Readiness } from '../../src/http/readiness'
import { createLog } from '../../src/lib/log'
import { send, startTestApp, type TestApp } from '../support/app'

let service: TestApp
beforeEach(async () => {
  service = await startTestApp()
})
afterEach(() => service.close())

test('a running process is up and ready, for HEAD as well', async () => {
  expect(await service.call('GET', '/healthz')).toMatchObject({
    status: 200,
    body: { ok: true, data: { status: 'up' } },
  })
  expect(await service.call('GET', '/readyz')).toMatchObject({
    status: 200,
    body: { ok: true, data: { status: 'ready' } },
  })
  for (const path of ['/healthz', '/readyz'])
    expect(await service.call('HEAD', path)).toMatchObject({ status: 200, text: '' })
})

test('a process that shuts down is up but not ready', async () => {
  service.deps.state.of(Readiness).drain()
  expect(await service.call('GET', '/healthz')).toMatchObject({ status: 200 })
  expect(await service.call('GET', '/readyz')).toMatchObject({
    status: 503,
    body: { ok: false, error: 'This process is shutting down.' },
  })
})

test('a process whose database lacks a migration is not ready', async () => {
  await service.deps.store.write((tx) =>
    tx.run(sql`DELETE FROM __drizzle_migrations WHERE id = (SELECT max(id) FROM __drizzle_migrations)`),
  )
  expect(await service.call('GET', '/readyz')).toMatchObject({
    status: 503,
    body: { error: "The database's migrations aren't done." },
  })
})

test('probes are never limited, and the log has them only in detail', async () => {
  let text = ''
  const log = createLog('info', service.clock, (more) => void (text += more))
  const app = createApp({ ...service.deps, log })
  for (let count = 0; count < 700; count++) expect((await send(app, 'GET', '/healthz', {})).status).toBe(200)
  await send(app, 'GET', '/api/vitals', {})
  while (!text.includes('/api/vitals')) {
    await new Promise((resolve) => setImmediate(resolve))
    log.flush()
  }
  expect(text).not.toContain('healthz')
})
