import { afterEach, describe, expect, test } from 'bun:test'
import { alertCalls, incidents, outbox } from '../../../db/schema'
import { minute, second } from '../../../src/lib/clock'
import { checkMessage, renderMessage } from '../../../src/modules/messages/prepare'
import { watchHealth } from '../../../src/modules/operations'
import { findProblems } from '../../../src/modules/operations/alerts/problems'
import { brand } from '../messages/templates/samples'
import { startTestApp, type TestApp } from '../../support/app'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Everyone gets alerts; the breaker of a made-up provider is what breaks. */
async function startWatched(env: Record<string, string> = everyone, provider = 'fake') {
  const service = await startTestApp(env)
  endings.push(() => service.close())
  let broken = false
  service.deps.telemetry.figures.breakers.set(provider, () => (broken ? 1_000 : 0))
  return {
    ...service,
    breaks: () => (broken = true),
    works: () => (broken = false),
    /** Looks every half minute for a while, as the running service does. */
    watch: (ms: number) => watchFor(service, ms),
  }
}

const everyone = { ALERT_EMAIL: 'owner@example.com', ALERT_PHONE: '+13035550100' }

async function watchFor({ deps, clock }: TestApp, ms: number): Promise<void> {
  for (let past = 0; past < ms; past += 30 * second) {
    await watchHealth(deps).catch(() => null)
    clock.advance(30 * second)
  }
  await watchHealth(deps).catch(() => null)
}

const rowsOf = async ({ deps }: Pick<TestApp, 'deps'>) => {
  await deps.background.idle()
  return deps.store.read.select().from(outbox).orderBy(outbox.id)
}
const sent = async (service: Pick<TestApp, 'deps'>) => {
  const rows = await rowsOf(service)
  return rows.map(({ channel, data }) => `${String(data.kind)} by ${channel}`)
}
const subjects = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.providers.email.demo.letters.map(({ subject }) => subject)

/** A receiver on this machine that answers as the test says. */
function startReceiver(answer: (call: number) => Response) {
  const received: { id: string | null; body: Record<string, unknown> }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = (await request.json()) as Record<string, unknown>
      received.push({ id: request.headers.get('webhook-id'), body })
      return answer(received.length - 1)
    },
  })
  endings.push(() => server.stop(true))
  return { url: `http://127.0.0.1:${server.port}/key-in-the-path`, received }
}

describe('a problem', () => {
  test('that lasts five minutes is told once on every channel, and its recovery once', async () => {
    const service = await startWatched()
    service.breaks()
    await service.watch(4 * minute)
    expect(await sent(service)).toEqual([])
    await service.watch(60 * minute)
    expect(await sent(service)).toEqual(['problem by email', 'problem by sms'])
    service.works()
    await service.watch(10 * minute)
    expect(await sent(service)).toEqual([
      'problem by email',
      'problem by sms',
      'recovery by email',
      'recovery by sms',
    ])
    const [problem, , recovery] = await rowsOf(service)
    const render = (row: typeof problem, channel: 'email' | 'sms') =>
      renderMessage(checkMessage('ops-alert', channel, row?.data), channel, brand, null)
    const title = 'Calls to fake are paused after repeated failures'
    expect(render(problem, 'email')).toMatchObject({ subject: `[${brand.name}] Problem: ${title}` })
    expect(render(recovery, 'email')).toMatchObject({ subject: `[${brand.name}] Recovered: ${title}` })
    expect(render(problem, 'sms').text).toStartWith(
      `${brand.name}: Problem: ${title}. http://localhost/admin`,
    )
  })

  test('that passes sooner is told to nobody', async () => {
    const service = await startWatched()
    service.breaks()
    await service.watch(4 * minute)
    service.works()
    await service.watch(10 * minute)
    expect(await sent(service)).toEqual([])
    expect(await service.deps.store.read.select().from(incidents)).toEqual([])
  })

  test('that comes and goes is one incident, and alerts about it keep their distance', async () => {
    const service = await startWatched()
    for (let n = 0; n < 6; n++) {
      service.breaks()
      await service.watch(30 * second)
      service.works()
      await service.watch(30 * second)
    }
    expect(await sent(service)).toEqual(['problem by email', 'problem by sms'])
    // Longer pauses end the incident each time, but within the hour nobody hears of the next one.
    for (let n = 0; n < 4; n++) {
      service.works()
      await service.watch(4 * minute)
      service.breaks()
      await service.watch(6 * minute)
    }
    expect(await sent(service)).toEqual([
      'problem by email',
      'problem by sms',
      'recovery by email',
      'recovery by sms',
    ])
    await service.watch(60 * minute)
    expect((await sent(service)).slice(4)).toEqual(['problem by email', 'problem by sms'])
  })

  test('seen by two processes at once is told once', async () => {
    const service = await startWatched()
    service.breaks()
    await service.watch(4 * minute)
    service.clock.advance(2 * minute)
    await Promise.all([watchHealth(service.deps), watchHealth(service.deps), watchHealth(service.deps)])
    await service.deps.background.idle()
    expect(await sent(service)).toEqual(['problem by email', 'problem by sms'])
  })

  test('that was told before a restart is told no second time, and its recovery is', async () => {
    const service = await startWatched()
    service.breaks()
    await service.watch(6 * minute)
    // Everything in memory is gone, and the service was down for a while.
    service.deps.state.close()
    service.clock.advance(20 * minute)
    await service.watch(6 * minute)
    expect(await sent(service)).toEqual(['problem by email', 'problem by sms'])
    service.works()
    await service.watch(3 * minute)
    expect(await sent(service)).toHaveLength(4)
  })

  test.each([
    ['resend', 'problem by sms'],
    ['twilio', 'problem by email'],
  ])('with %s goes by the other channel', async (provider, expected) => {
    const service = await startWatched(everyone, provider)
    service.breaks()
    await service.watch(6 * minute)
    expect(await sent(service)).toEqual([expected])
  })

  test('with email still goes by email if there is no other channel', async () => {
    const service = await startWatched({ ALERT_EMAIL: 'owner@example.com' }, 'smtp')
    service.breaks()
    await service.watch(6 * minute)
    expect(await sent(service)).toEqual(['problem by email'])
  })

  test('is kept for the console even if nobody gets alerts', async () => {
    const service = await startWatched({})
    service.breaks()
    await service.watch(6 * minute)
    expect(await sent(service)).toEqual([])
    const { body } = await service.call('GET', '/api/admin/alerts', { token: await service.hqToken() })
    expect(body.data.to).toEqual({ email: null, phone: null, webhook: null })
    expect(body.data.incidents).toHaveLength(1)
    expect(body.data.incidents[0]).toMatchObject({ check: 'calls to fake', endedAt: null })
  })
})

describe('the webhook', () => {
  const only = (url: string) => ({ ALERT_WEBHOOK_URL: url })

  test('gets each alert once, readable for chat programs and for others', async () => {
    const receiver = startReceiver(() => new Response('thanks'))
    const service = await startWatched(only(receiver.url))
    service.breaks()
    await service.watch(10 * minute)
    service.works()
    await service.watch(10 * minute)
    expect(receiver.received.map(({ body }) => body.kind)).toEqual(['problem', 'recovery'])
    const [problem, recovery] = receiver.received
    expect(problem?.body).toMatchObject({ check: 'calls to fake', endedAt: null })
    expect(String(problem?.body.text)).toStartWith('Truckroll: Calls to fake are paused')
    expect(problem?.body.content).toBe(problem?.body.text)
    expect(problem?.id).toBe(`${String(problem?.body.id)}:problem`)
    expect(String(recovery?.body.text)).toContain('Recovered after')
    const answer = await service.call('GET', '/api/admin/alerts', { token: await service.hqToken() })
    expect(answer.body.data.to.webhook).toBe(new URL(receiver.url).host)
    expect(answer.text).not.toContain('key-in-the-path')
  })

  test('is tried again until it answers, with the same id', async () => {
    const receiver = startReceiver((call) => new Response('', { status: call < 2 ? 500 : 204 }))
    const service = await startWatched(only(receiver.url))
    service.breaks()
    await service.watch(30 * minute)
    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    const [call] = await service.deps.store.read.select().from(alertCalls)
    expect(call).toMatchObject({ attempts: 3, dueAt: null, lastError: null })
  })

  test("isn't followed elsewhere, and is given up after more than a day", async () => {
    const elsewhere = startReceiver(() => new Response(''))
    const receiver = startReceiver(() => Response.redirect(elsewhere.url, 307))
    const service = await startWatched(only(receiver.url))
    service.breaks()
    await service.watch(6 * minute)
    for (let hours = 0; hours < 40; hours++) {
      service.clock.advance(60 * minute)
      await watchHealth(service.deps)
    }
    expect(elsewhere.received).toEqual([])
    expect(receiver.received).toHaveLength(8)
    const [call] = await service.deps.store.read.select().from(alertCalls)
    expect(call).toMatchObject({ dueAt: null, sentAt: null, lastError: 'It answered with status 307' })
  })
})

test('an outage of the store is told without the outbox, and its end through it', async () => {
  const service = await startWatched()
  const { deps } = service
  const { store } = deps
  deps.store = { ...store, health: async () => ({ up: false, latencyMs: 1 }) }
  await service.watch(4 * minute)
  expect(subjects(service)).toEqual([])
  await service.watch(30 * minute)
  expect(subjects(service)).toEqual(["[Truckroll] Problem: The database isn't responding or can't save"])
  expect(deps.providers.sms.demo.messages).toHaveLength(1)
  deps.store = store
  await service.watch(2 * minute)
  expect(await sent(service)).toEqual(['recovery by email', 'recovery by sms'])
  const [incident] = await store.read.select().from(incidents)
  expect(incident).toMatchObject({ check: 'database', endedAt: expect.any(Number) })
})

test('an outage is told again on a channel that fails, until it was reached', async () => {
  const receiver = startReceiver((call) => new Response('', { status: call < 2 ? 500 : 204 }))
  const service = await startWatched({ ALERT_EMAIL: 'owner@example.com', ALERT_WEBHOOK_URL: receiver.url })
  const { deps } = service
  const { store } = deps
  deps.store = { ...store, health: async () => ({ up: false, latencyMs: 1 }) }
  await service.watch(30 * minute)
  expect(receiver.received).toHaveLength(3)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  expect(subjects(service)).toHaveLength(1)
  deps.store = store
  await service.watch(2 * minute)
  expect(receiver.received).toHaveLength(4)
})

test('a store that answers but saves nothing counts as an outage', async () => {
  const service = await startWatched()
  const { deps } = service
  service.breaks()
  const { store } = deps
  deps.store = { ...store, write: () => Promise.reject(new Error('The disk is full')) }
  await service.watch(6 * minute)
  expect(subjects(service)).toEqual(["[Truckroll] Problem: The database isn't responding or can't save"])
  deps.store = store
})

test('checks that were never set up or not asked yet are no problem', async () => {
  const service = await startTestApp({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://book.example.com',
    RESEND_API_KEY: 're_test_0123456789abcdef',
    RESEND_API_URL: 'http://127.0.0.1:9',
    EMAIL_FROM: 'office@acme.test',
  })
  endings.push(() => service.close())
  const found = await findProblems(service.deps)
  expect(found.get('email')).toBeNull()
  expect(found.get('payments')).toEqual([])
  expect(found.get('sms')).toEqual([])
  await service.deps.background.idle()
  const later = await findProblems(service.deps)
  expect(later.get('email')).toMatchObject([{ title: "The email provider isn't responding" }])
})

test('a healthy service has no problem, and a stuck outbox is one', async () => {
  const service = await startTestApp()
  endings.push(() => service.close())
  const found = await findProblems(service.deps)
  // The machine that runs the tests may have any disk.
  found.delete('disk space')
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(['database', 'backups', 'email', 'queues', 'scheduled tasks', 'errors']),
  )
  expect([...found.values()].flat().filter((problem) => problem !== null)).toEqual([])
  await service.deps.store.write((tx) =>
    tx.insert(outbox).values({
      id: 'stuck',
      about: 'stuck',
      channel: 'email',
      template: 'test',
      recipient: 'ada@example.com',
      data: {},
      dueAt: service.clock.now(),
      createdAt: service.clock.now(),
    }),
  )
  service.clock.advance(61 * minute)
  const later = await findProblems(service.deps)
  expect(later.get('queues')).toMatchObject([{ title: '1 message waiting for more than an hour' }])
})
