import { afterEach, expect, test } from 'bun:test'
import { DeliveryFailure } from '../../src/providers/delivery'
import { PaymentRefused } from '../../src/providers/payments/refused'
import { watchCalls } from '../../src/telemetry/calls'
import { Figures } from '../../src/telemetry/figures'
import { noTracer } from '../../src/telemetry/trace'
import { startTestApp } from '../support/app'
import { parseMetrics } from '../support/prometheus'

const servers: Bun.Server<unknown>[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true)
})

class Post {
  #sent = 0
  rests = 0
  async send(answer: number | Error) {
    if (answer instanceof Error) throw answer
    return (this.#sent += answer)
  }
  restingFor() {
    return this.rests
  }
}

const counts = (figures: Figures) =>
  figures.providerCalls
    .all()
    .map(({ labels, histogram }) => [labels.provider, labels.outcome, histogram.cumulative().at(-1)])

test('calls are counted by their outcome, and their answers and errors pass through', async () => {
  const figures = new Figures()
  const post = watchCalls({ figures, tracer: noTracer }, 'post', new Post(), ['send'])
  expect(await post.send(2)).toBe(2)
  expect(await post.send(3)).toBe(5)
  const refused = [new DeliveryFailure('refused', 'no such address'), new PaymentRefused('declined', 'no')]
  for (const error of refused) expect(await post.send(error).catch((thrown) => thrown)).toBe(error)
  const down = new DeliveryFailure('down', 'no answer')
  expect(await post.send(down).catch((thrown) => thrown)).toBe(down)
  expect(counts(figures)).toEqual([
    ['post', 'ok', 2],
    ['post', 'refused', 2],
    ['post', 'failed', 1],
  ])
  expect(figures.breakers.get('post')?.()).toBe(0)
  post.rests = 500
  expect(figures.breakers.get('post')?.()).toBe(500)
})

test('a provider that keeps failing shows in the metrics, with its breaker open', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('{}', { status: 503 }),
  })
  servers.push(server)
  const service = await startTestApp({
    METRICS_TOKEN: 'metrics-token-0123456789abcdef',
    RESEND_API_KEY: 're_test_0123456789abcdef',
    RESEND_API_URL: `http://127.0.0.1:${server.port}`,
    EMAIL_FROM: 'office@acme.test',
  })
  const letter = {
    key: 'one',
    from: { name: 'Acme', address: 'office@acme.test' },
    to: 'ada@acme-customers.com',
    replyTo: null,
    subject: 'Hello',
    html: '',
    text: '',
    headers: {},
    files: [],
  }
  for (let n = 0; n < 4; n++) await service.deps.providers.email.send(letter).catch(() => null)
  const { text } = await service.call('GET', '/metrics', { token: 'metrics-token-0123456789abcdef' })
  const families = parseMetrics(text)
  const calls = families.get('truckroll_provider_call_duration_seconds')?.samples ?? []
  expect(calls.findLast(({ labels }) => labels.provider === 'resend')?.labels.outcome).toBe('failed')
  expect(families.get('truckroll_provider_breaker_open')?.samples).toEqual([
    { name: 'truckroll_provider_breaker_open', labels: { provider: 'resend' }, value: 1 },
  ])
  await service.close()
})
