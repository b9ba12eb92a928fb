import { afterEach, describe, expect, test } from 'bun:test'
import { webhookEvents } from '../../../db/schema'
import { createLog } from '../../../src/lib/log'
import { Health } from '../../../src/modules/operations/model'
import { createProbes, ProbeBoard } from '../../../src/providers/probes'
import { hang, startMapServer, type MapServer, type Reply } from '../../providers/map-server'
import { startTestApp, type TestApp } from '../../support/app'

let app: TestApp
const servers: MapServer[] = []
let calls = 0

afterEach(async () => {
  await app.close()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function look(service = app) {
  const answer = await service.call('GET', '/api/dev/health', { from: `198.18.6.${++calls}` })
  expect(answer.status).toBe(200)
  expect(Health.safeParse(answer.body.data).error).toBeUndefined()
  return { ...answer.body.data, text: answer.text }
}

/** Waits for the background work a health check has started, and checks again. */
async function lookAgain() {
  await look()
  await app.deps.background.idle()
  return look()
}

describe('an unconfigured installation', () => {
  test('is healthy, and says which parts it simulates', async () => {
    app = await startTestApp()
    const { status, version, timestamp, checks } = await look()
    expect({ status, version, timestamp }).toEqual({
      status: 'healthy',
      version: '1.0.0',
      timestamp: '2026-03-02T15:00:00.000Z',
    })
    expect(Object.keys(checks)).toEqual([
      'database',
      'payments',
      'email',
      'sms',
      'webhookQueue',
      'memory',
      'errorTracking',
      'codehost',
      'hosting',
      'scheduler',
      'disk',
    ])
    for (const name of ['payments', 'email', 'sms', 'codehost', 'hosting'])
      expect(checks[name]).toEqual({ status: 'demo', latencyMs: null })
    expect(checks.database).toMatchObject({ status: 'up', latencyMs: expect.any(Number) })
    expect(checks.webhookQueue).toMatchObject({ status: 'up', depth: 0, dead: 0 })
    expect(checks.memory.heapUsedMB).toBeGreaterThan(0)
  })
})

describe('the queue of payment events', () => {
  test('counts open events as its depth, and is degraded by events that were given up', async () => {
    app = await startTestApp()
    const now = app.clock.now()
    const plant = (id: string, state: 'queued' | 'processing' | 'done' | 'dead') =>
      app.deps.store.write((tx) =>
        tx.insert(webhookEvents).values({
          id,
          type: 't',
          payload: '{}',
          source: 'webhook',
          state,
          dueAt: now,
          receivedAt: now,
          leaseUntil: state === 'processing' ? now : null,
        }),
      )
    await plant('1', 'queued')
    await plant('2', 'processing')
    await plant('3', 'done')
    const before = await look()
    expect([before.status, before.checks.webhookQueue.depth]).toEqual(['healthy', 2])
    await plant('4', 'dead')
    const after = await look()
    expect([after.status, after.checks.webhookQueue]).toMatchObject([
      'degraded',
      { status: 'degraded', depth: 2, dead: 1 },
    ])
  })
})

describe('without its database', () => {
  test('the service is unhealthy, still answers, and reveals nothing about the cause', async () => {
    app = await startTestApp()
    await app.deps.store.close()
    const { status, checks, text } = await look()
    expect(status).toBe('unhealthy')
    expect(checks.database.status).toBe('down')
    expect(text).not.toMatch(/closed|sqlite|error:|\/tmp/i)
  })
})

describe('real providers', () => {
  function serve(reply: Reply): string {
    const server = startMapServer(reply)
    servers.push(server)
    return server.url
  }
  const start = async (reply: Reply, timeLimitMs = 60_000) => {
    const url = serve(reply)
    app = await startTestApp({
      STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
      STRIPE_API_URL: url,
      STRIPE_WEBHOOK_SECRET: 'whsec_7Kq2vXc9TzR4mWb8LpYd3Nf6',
      RESEND_API_KEY: 're_0123456789abcdef',
      RESEND_API_URL: url,
      EMAIL_FROM: 'office@acme.com',
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
      TWILIO_AUTH_TOKEN: 'token-0123456789abcdef',
      TWILIO_FROM: '+13035550100',
      TWILIO_API_URL: url,
      CODEHOST_URL: url,
      CODEHOST_REPO: 'acme/truckroll',
      HOSTING_URL: url,
      HOSTING_PROJECT: 'truckroll',
    })
    const { providers, config, clock, background, log } = app.deps
    providers.probes = new ProbeBoard(createProbes(config, providers, timeLimitMs), {
      clock,
      background,
      log,
    })
  }
  const good: Reply = ({ path }) => {
    if (path === '/v1/balance') return Response.json({ object: 'balance', available: [], pending: [] })
    if (path === '/domains') return Response.json({ data: [] })
    if (path === '/repos/acme/truckroll')
      return Response.json({ full_name: 'acme/truckroll', stargazers_count: 0, open_issues_count: 0 })
    if (path === '/v9/projects/truckroll') return Response.json({ targets: null })
    return Response.json({ sid: 'AC0' })
  }
  const outside = ['payments', 'email', 'sms', 'codehost', 'hosting']

  test('are shown as configured at first, and with a latency after their first answer', async () => {
    await start(good)
    const first = await look()
    expect(first.status).toBe('healthy')
    for (const name of outside) expect(first.checks[name]).toEqual({ status: 'configured', latencyMs: null })
    await app.deps.background.idle()
    const second = await look()
    expect(second.status).toBe('healthy')
    for (const name of outside)
      expect(second.checks[name]).toEqual({ status: 'configured', latencyMs: expect.any(Number) })
  })

  test('are asked once in half a minute, however many people look', async () => {
    await start(good)
    await Promise.all([look(), look(), look()])
    await app.deps.background.idle()
    app.clock.advance(29_999)
    await lookAgain()
    const [{ requests }] = servers as [MapServer]
    expect(requests).toHaveLength(5)
    app.clock.advance(1)
    await lookAgain()
    expect(requests).toHaveLength(10)
  })

  test.each<[string, Reply]>([
    ['answer 500', () => Response.json({ error: {} }, { status: 500 })],
    [
      'refuse our keys',
      () =>
        Response.json(
          { error: { type: 'invalid_request_error', message: 'sk_test_0123456789abcdef is wrong' } },
          { status: 401 },
        ),
    ],
  ])('that %s are down, and the degraded service reveals nothing', async (_, reply) => {
    await start(reply)
    const { status, checks, text } = await lookAgain()
    expect(status).toBe('degraded')
    for (const name of outside) expect(checks[name].status).toBe('down')
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|sk_test|wrong|http/)
  })

  test('that hang hold nobody up', async () => {
    await start(hang, 100)
    expect((await look()).checks.payments).toEqual({ status: 'configured', latencyMs: null })
    await app.deps.background.idle()
    const { status, checks } = await look()
    expect(status).toBe('degraded')
    for (const name of outside) expect(checks[name].status).toBe('down')
  })

  test('that recover are healthy again, and the log has each change once, with what to do', async () => {
    let reply: Reply = () => Response.json({ error: {} }, { status: 401 })
    const told: string[] = []
    await start((asked) => reply(asked))
    const { providers, config, clock, background } = app.deps
    const log = createLog('info', clock, (text) => void told.push(...text.trimEnd().split('\n')))
    providers.probes = new ProbeBoard(createProbes(config, providers), { clock, background, log })
    for (const status of ['degraded', 'degraded'] as const) {
      expect((await lookAgain()).status).toBe(status)
      app.clock.advance(30_000)
    }
    reply = good
    expect((await lookAgain()).status).toBe('healthy')
    log.flush()
    const ofEmail = told.map((line) => JSON.parse(line)).filter(({ provider }) => provider === 'email')
    expect(ofEmail).toMatchObject([
      { level: 'warn', why: 'it rejected our key', cure: expect.stringContaining('RESEND_API_KEY') },
      { level: 'info', message: 'provider works again' },
    ])
    expect(told.join()).not.toContain('re_0123456789abcdef')
  })

  test('accept a send-only key as valid', async () => {
    const restricted: Reply = ({ path }) =>
      path === '/domains'
        ? Response.json({ name: 'restricted_api_key', statusCode: 401 }, { status: 401 })
        : good({ path } as never)
    await start(restricted)
    expect((await lookAgain()).checks.email.status).toBe('configured')
  })
})
