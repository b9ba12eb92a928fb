import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../../src/app'
import { isFromThisMachine } from '../../../src/http/request'
import { queuesQuery } from '../../../src/modules/operations/exposition/stored'
import { Exposition } from '../../../src/modules/operations/exposition/text'
import { queueMessage } from '../../../src/modules/messages'
import { runTask } from '../../../src/modules/operations/scheduled-tasks/run'
import { Histogram } from '../../../src/telemetry/histogram'
import { startTestApp, type TestApp } from '../../support/app'
import { parseMetrics, type Family } from '../../support/prometheus'

const token = 'metrics-token-0123456789abcdef'
let service: TestApp
beforeEach(async () => {
  service = await startTestApp({ METRICS_TOKEN: token })
})
afterEach(() => service.close())

const scrape = async (): Promise<Map<string, Family>> => {
  const answer = await service.call('GET', '/metrics', { token })
  expect(answer.status).toBe(200)
  return parseMetrics(answer.text)
}
const valueOf = (families: Map<string, Family>, name: string, labels: Record<string, string> = {}) =>
  [...families.values()]
    .flatMap(({ samples }) => samples)
    .find((one) => one.name === name && Bun.deepEquals(one.labels, labels))?.value

const counted = ({ deps }: TestApp) =>
  deps.requests.totals().reduce((sum, { seconds }) => sum + (seconds.cumulative().at(-1) ?? 0), 0)

describe('who may read the metrics:', () => {
  test('anyone with the metrics token, and nobody with another one', async () => {
    expect((await service.call('GET', '/metrics', { token })).status).toBe(200)
    const others = [undefined, 'wrong', await service.hqToken(), service.deps.secrets.cronSecret]
    for (const other of others) {
      const answer = await service.call('GET', '/metrics', other === undefined ? {} : { token: other })
      expect(answer.status).toBe(401)
      expect(answer.text).not.toContain('truckroll_')
    }
  })

  test('a program on this machine, unless a proxy passes it on for somebody else', async () => {
    const { server } = createApp(service.deps).listen({ port: 0, hostname: '127.0.0.1' })
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${server?.port}/metrics`, { headers })
    const plain = await ask()
    expect(plain.status).toBe(200)
    expect(plain.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(plain.headers.get('cache-control')).toBe('no-store')
    parseMetrics(await plain.text())
    const others: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=203.0.113.7' },
      { host: 'book.example.com' },
      { authorization: 'Bearer wrong' },
    ]
    for (const headers of others) expect((await ask(headers)).status).toBe(401)
    await server?.stop(true)
  })

  test('without a token in the settings, no token opens them', async () => {
    const other = await startTestApp()
    expect((await other.call('GET', '/metrics', { token: '' })).status).toBe(401)
    expect((await other.call('GET', '/metrics', { token: 'undefined' })).status).toBe(401)
    await other.close()
  })

  test.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.5', false],
    [null, false],
  ])('the peer %p counts as this machine: %p', (peer, expected) => {
    const request = new Request('http://x/', { headers: { host: 'localhost:3000' } })
    expect(isFromThisMachine(request, peer)).toBe(expected)
  })
})

describe('the metrics', () => {
  test('count requests by pattern and status, and put everything unknown into one bucket', async () => {
    await service.call('GET', '/api/vitals')
    await service.call('GET', '/api/vitals')
    await service.call('GET', '/api/admin/jobs/0193a1b2-0000-7000-8000-000000000000')
    for (const path of ['/a', '/b', '/c']) await service.call('GET', path)
    await service.call('DELETE', '/d')
    // Requests are counted one turn after their answer.
    while (counted(service) < 7) await Bun.sleep(1)
    const found = await scrape()
    const total = 'truckroll_http_requests_total'
    expect(valueOf(found, total, { method: 'GET', route: '/api/vitals', status: '200' })).toBe(2)
    expect(valueOf(found, total, { method: 'GET', route: '/api/admin/jobs/:id', status: '401' })).toBe(1)
    expect(valueOf(found, total, { method: 'any', route: 'unknown', status: '404' })).toBe(4)
    const count = 'truckroll_http_request_duration_seconds_count'
    expect(valueOf(found, count, { method: 'GET', route: '/api/vitals' })).toBe(2)
    const routes = found.get(total)?.samples.map(({ labels }) => labels.route) ?? []
    expect(new Set(routes)).toEqual(new Set(['/api/vitals', '/api/admin/jobs/:id', 'unknown']))
  })

  test('show commits, queues and their ages', async () => {
    const { deps, clock } = service
    const before = valueOf(await scrape(), 'truckroll_store_commit_units_sum') ?? 0
    await Promise.all([1, 2, 3].map(() => deps.store.write(async () => {})))
    await deps.store.write((tx) =>
      queueMessage(tx, clock.now(), {
        about: 'a test',
        channel: 'email',
        template: 'test',
        recipient: 'ada@example.com',
        data: {},
      }),
    )
    clock.advance(90_000)
    const found = await scrape()
    expect(valueOf(found, 'truckroll_webhook_deliveries', { state: 'queued' })).toBe(0)
    expect(valueOf(found, 'truckroll_alert_calls')).toBe(0)
    expect(valueOf(found, 'truckroll_store_commit_units_sum')).toBe(before + 4)
    expect(valueOf(found, 'truckroll_store_commit_units_bucket', { le: '2' })).toBeGreaterThanOrEqual(1)
    expect(valueOf(found, 'truckroll_outbox_messages', { state: 'queued' })).toBe(1)
    expect(valueOf(found, 'truckroll_outbox_overdue_seconds', { channel: 'email' })).toBe(90)
    expect(valueOf(found, 'truckroll_outbox_overdue_seconds', { channel: 'sms' })).toBe(0)
    expect(valueOf(found, 'truckroll_payment_events', { state: 'dead' })).toBe(0)
    expect(valueOf(found, 'truckroll_store_up')).toBe(1)
    expect(valueOf(found, 'truckroll_store_units_queued')).toBe(0)
  })

  test('show how scheduled tasks ended, and when each last succeeded', async () => {
    const { deps, clock } = service
    const run = (name: string, work: () => Promise<{ answer: null; counts: Record<string, number> }>) =>
      runTask(deps, 'webhook-retry', { name, trigger: 'cli' }, work)
    await run('one', async () => ({ answer: null, counts: {} }))
    await expect(run('two', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const found = await scrape()
    const count = 'truckroll_task_run_duration_seconds_count'
    expect(valueOf(found, count, { task: 'webhook-retry', outcome: 'done' })).toBe(1)
    expect(valueOf(found, count, { task: 'webhook-retry', outcome: 'failed' })).toBe(1)
    expect(valueOf(found, count, { task: 'auto-dispatch', outcome: 'failed' })).toBe(0)
    const last = 'truckroll_task_last_success_timestamp_seconds'
    expect(valueOf(found, last, { task: 'webhook-retry' })).toBe(clock.now() / 1000)
    expect(valueOf(found, last, { task: 'auto-dispatch' })).toBeUndefined()
  })

  test('still come when the store is down, and say so', async () => {
    const { deps } = service
    const { store } = deps
    deps.store = { ...store, health: async () => ({ up: false, latencyMs: 1 }) }
    const found = await scrape()
    expect(valueOf(found, 'truckroll_store_up')).toBe(0)
    expect(found.has('truckroll_outbox_messages')).toBe(false)
    expect(valueOf(found, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
    deps.store = store
  })

  test('read queues by their indexes', async () => {
    const { read } = service.deps.store
    const steps = await read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${queuesQuery}`)
    const scans = steps.filter(({ detail }) => /^SCAN (?!CONSTANT|\(subquery)/.test(detail))
    expect(scans.filter(({ detail }) => !/USING (?:COVERING )?INDEX/.test(detail))).toEqual([])
    expect(steps.filter(({ detail }) => detail.includes('TEMP B-TREE'))).toEqual([])
  })

  test('name no person, path or token', async () => {
    await service.call('GET', '/invoice/secret-invoice-token?email=ada@example.com')
    await service.call('GET', '/ada@example.com')
    const { text } = await service.call('GET', '/metrics', { token })
    expect(text).not.toMatch(/ada@|secret-invoice|203\.0\.113/)
    expect(text).not.toContain(token)
  })
})

test('labels and descriptions are escaped', () => {
  const out = new Exposition()
  out.gauge('a', 'back\\slash\nline', [[{ label: 'quote " back \\ line \n' }, 1.5]])
  expect(out.text()).toBe(
    '# HELP a back\\\\slash\\nline\n# TYPE a gauge\na{label="quote \\" back \\\\ line \\n"} 1.5\n',
  )
  expect(parseMetrics(out.text()).get('a')?.samples[0]?.labels.label).toBe('quote " back \\ line \n')
})

test('a value on a bound belongs to its bucket', () => {
  const histogram = new Histogram([1, 2])
  for (const value of [0.5, 1, 1.5, 2, 9]) histogram.observe(value)
  expect(histogram.cumulative()).toEqual([2, 4, 5])
  expect(histogram.sum).toBe(14)
})
