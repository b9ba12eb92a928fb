import { afterEach, describe, expect, test } from 'bun:test'
import { loadConfig } from '../../src/config'
import { silentLog } from '../../src/lib/log'
import { runTask } from '../../src/modules/operations'
import { usualExport, type ExportLimits, type OtlpSpan } from '../../src/telemetry/otlp/exporter'
import { isSampled, nanoseconds, otlpTracer, parseTraceparent } from '../../src/telemetry/otlp/tracer'
import { startTestApp, type TestApp } from '../support/app'

interface Received {
  headers: Headers
  path: string
  resource: Record<string, unknown>
  spans: (OtlpSpan & { values: Record<string, unknown> })[]
}

type Answer = (call: number) => Response | Promise<Response>
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** A collector on this machine that answers as the test says. */
function startCollector(answer: Answer = () => new Response('{}')) {
  const received: Received[] = []
  let calls = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const call = calls++
      const { resourceSpans } = (await request.json()) as { resourceSpans: Envelope[] }
      const [{ resource, scopeSpans } = nothing] = resourceSpans
      const spans = scopeSpans.flatMap((scope) => scope.spans)
      received.push({
        headers: request.headers,
        path: new URL(request.url).pathname,
        resource: valuesOf(resource.attributes),
        spans: spans.map((span) => ({ ...span, values: valuesOf(span.attributes) })),
      })
      return answer(call)
    },
  })
  endings.push(() => server.stop(true))
  const spans = () => received.flatMap((one) => one.spans)
  return { url: `http://127.0.0.1:${server.port}`, received, spans, calls: () => calls }
}

interface Envelope {
  resource: Pick<OtlpSpan, 'attributes'>
  scopeSpans: { spans: OtlpSpan[] }[]
}
const nothing: Envelope = { resource: { attributes: [] }, scopeSpans: [] }
const valuesOf = (attributes: OtlpSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]))

const soon: ExportLimits = { ...usualExport, gatherMs: 1, callMs: 60_000, retryMs: [1, 1], closeMs: 5_000 }

async function startTraced(
  endpoint: string,
  env: Record<string, string> = {},
  limits = soon,
): Promise<TestApp> {
  const { tracing } = loadConfig({ NODE_ENV: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env })
  const service = await startTestApp(env, { tracer: otlpTracer({ ...tracing, endpoint }, silentLog, limits) })
  endings.push(() => service.close())
  return service
}

/** Waits for a condition, however slow the machine is. */
const until = async (condition: () => boolean) => {
  while (!condition()) await Bun.sleep(2)
}

const booking = {
  customerName: 'Ada Private',
  customerEmail: 'ada.private@example.com',
  customerPhone: '303-555-0142',
  address: '12 Hidden Lane, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 189,
}

describe('a traced request', () => {
  test('is one span with its pattern, status and request id, and its unit of writes is below it', async () => {
    const collector = startCollector()
    const service = await startTraced(collector.url, {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=one%20key,x-team=field',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_SERVICE_NAME: 'truckroll-denver',
    })
    const answer = await service.call('POST', '/api/jobs/create?token=in-the-query', {
      body: booking,
      headers: { 'x-request-id': 'request-1' },
    })
    expect(answer.status).toBe(201)
    await until(() => collector.spans().some(({ kind }) => kind === 2))
    const request = collector.spans().find(({ kind }) => kind === 2)
    expect(request?.name).toBe('POST /api/jobs/create')
    expect(request?.values).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/jobs/create',
      'http.response.status_code': '201',
      'truckroll.request_id': 'request-1',
    })
    expect(request?.parentSpanId).toBeUndefined()
    const units = collector.spans().filter(({ name }) => name === 'unit of writes')
    expect(units.length).toBeGreaterThan(0)
    for (const unit of units) {
      expect(unit.traceId).toBe(request?.traceId ?? '')
      expect(unit.parentSpanId).toBe(request?.spanId ?? '')
    }
    const [first] = collector.received
    expect(first?.path).toBe('/v1/traces')
    expect(first?.headers.get('x-api-key')).toBe('one key')
    expect(first?.headers.get('x-team')).toBe('field')
    expect(first?.resource).toMatchObject({
      'service.name': 'truckroll-denver',
      'deployment.environment.name': 'test',
    })
    expect(JSON.stringify(collector.received)).not.toMatch(/\bAda\b|private|Hidden|5550142|in-the-query/i)
  })

  test("continues the caller's trace, and follows the caller in not recording it", async () => {
    const collector = startCollector()
    const service = await startTraced(collector.url)
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const call = (flags: string) =>
      service.call('GET', '/api/vitals', {
        headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` },
      })
    await call('00')
    await call('01')
    await until(() => collector.spans().length > 0)
    expect(collector.spans()).toHaveLength(1)
    expect(collector.spans()[0]).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  })

  test('to an unknown path has no route, and a failure is marked', async () => {
    const collector = startCollector()
    const service = await startTraced(collector.url)
    await service.call('GET', '/secret-token-in-a-path')
    service.deps.store = { ...service.deps.store, read: null as never }
    await service.call('GET', '/api/reports?type=jobs')
    await until(() => collector.spans().length === 2)
    const [unknown, failed] = collector.spans()
    expect(unknown?.name).toBe('GET')
    expect(unknown?.values).not.toHaveProperty('http.route')
    expect(unknown?.status).toEqual({ code: 0 })
    expect(failed?.status).toEqual({ code: 2 })
    expect(JSON.stringify(collector.received)).not.toContain('secret-token')
  })
})

test('a scheduled task is a trace of its own, also when it fails', async () => {
  const collector = startCollector()
  const { deps } = await startTraced(collector.url)
  const run = (name: string, work: () => Promise<{ answer: null; counts: Record<string, number> }>) =>
    runTask(deps, 'webhook-retry', { name, trigger: 'cli' }, work)
  await run('one', async () => ({ answer: null, counts: {} }))
  await run('two', () => Promise.reject(new TypeError('ada@example.com'))).catch(() => null)
  await until(() => collector.spans().length === 2)
  const [done, failed] = collector.spans()
  expect(done).toMatchObject({ name: 'task webhook-retry', kind: 1, status: { code: 0 } })
  expect(failed).toMatchObject({ name: 'task webhook-retry', status: { code: 2 } })
  expect(failed?.values).toEqual({ 'truckroll.task': 'webhook-retry', 'error.type': 'TypeError' })
})

test('a call to a provider is a span of its kind', async () => {
  const collector = startCollector()
  const map = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json([]) })
  endings.push(() => map.stop(true))
  const service = await startTraced(collector.url, {
    GEOCODER: 'nominatim',
    GEOCODER_URL: `http://127.0.0.1:${map.port}`,
  })
  await service.deps.providers.geocoder.search('12 Hidden Lane')
  await until(() => collector.spans().length > 0)
  expect(collector.spans()[0]).toMatchObject({ name: 'nominatim search', kind: 3 })
  expect(JSON.stringify(collector.received)).not.toContain('Hidden')
})

describe('a collector that misbehaves', () => {
  const answers = (service: TestApp) => service.call('GET', '/api/vitals')

  test('with a passing failure gets the same spans again', async () => {
    const collector = startCollector((call) => new Response('', { status: call < 2 ? 503 : 200 }))
    const service = await startTraced(collector.url)
    await answers(service)
    await until(() => service.deps.telemetry.tracer.figures().exported === 1)
    expect(collector.calls()).toBe(3)
    expect(new Set(collector.spans().map(({ spanId }) => spanId)).size).toBe(1)
    expect(service.deps.telemetry.tracer.figures()).toEqual({ exported: 1, dropped: 0 })
  })

  test.each([
    [500, 1],
    [401, 1],
    [302, 1],
    [429, 3],
  ])('with status %p is asked %p times, and then the spans are dropped', async (status, calls) => {
    const headers = { location: 'http://127.0.0.1:9/elsewhere' }
    const collector = startCollector(() => new Response('', { status, headers }))
    const service = await startTraced(collector.url)
    expect((await answers(service)).status).toBe(200)
    await until(() => service.deps.telemetry.tracer.figures().dropped === 1)
    expect(collector.calls()).toBe(calls)
  })

  test('that refuses connections costs only spans', async () => {
    const service = await startTraced('http://127.0.0.1:9')
    for (let n = 0; n < 3; n++) expect((await answers(service)).status).toBe(200)
    await until(() => service.deps.telemetry.tracer.figures().dropped === 3)
  })

  test('that hangs holds up no request and no shutdown, and the queue has a limit', async () => {
    const hanging = Promise.withResolvers<Response>()
    const collector = startCollector(() => hanging.promise)
    const limits = { ...soon, mostQueued: 5, mostPerCall: 1, closeMs: 1 }
    const service = await startTraced(collector.url, {}, limits)
    for (let n = 0; n < 20; n++) expect((await answers(service)).status).toBe(200)
    const { tracer } = service.deps.telemetry
    await until(() => collector.calls() === 1 && tracer.figures().dropped > 0)
    await tracer.close()
    expect(tracer.figures().exported).toBe(0)
    hanging.resolve(new Response('{}'))
  })
})

describe('the details:', () => {
  test.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
    ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later', true],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', false],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', false],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', false],
    ['nonsense', false],
    [null, false],
  ])('the traceparent %p counts: %p', (header, counts) => {
    expect(parseTraceparent(header) !== null).toBe(counts)
  })

  test('samplers decide by the caller, by all or by share', () => {
    const low = '0'.repeat(30) + '01'
    const high = 'f'.repeat(32)
    expect(isSampled({ sampler: 'always_off', share: 1 }, low, true)).toBe(false)
    expect(isSampled({ sampler: 'always_on', share: 0 }, high, false)).toBe(true)
    expect(isSampled({ sampler: 'parentbased_always_off', share: 1 }, low, true)).toBe(true)
    expect(isSampled({ sampler: 'parentbased_always_on', share: 1 }, low, false)).toBe(false)
    expect(isSampled({ sampler: 'traceidratio', share: 0.5 }, low, false)).toBe(true)
    expect(isSampled({ sampler: 'traceidratio', share: 0.5 }, high, true)).toBe(false)
    expect(isSampled({ sampler: 'parentbased_traceidratio', share: 1 }, high, null)).toBe(true)
    expect(isSampled({ sampler: 'parentbased_traceidratio', share: 0 }, low, null)).toBe(false)
  })

  test('times keep their nanoseconds', () => {
    expect(nanoseconds(1_794_798_532_868.25)).toBe('1794798532868250000')
    expect(nanoseconds(1)).toBe('1000000')
  })
})
