import { setSystemTime } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { sendWebhooksSoon } from '../../../src/modules/webhooks'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

export interface Received {
  headers: Record<string, string>
  body: string
}

/** Other software, which answers as the test says. */
export function startReceiver(answer: (got: Received, count: number) => Response | Promise<Response>) {
  const received: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const got = { headers: Object.fromEntries(request.headers), body: await request.text() }
      received.push(got)
      return answer(got, received.length)
    },
  })
  return { url: `http://127.0.0.1:${server.port}/hook`, received, stop: () => server.stop(true) }
}

/** Other software that speaks no HTTP: each connection is handled as the test says, once something arrived. */
export async function startRawReceiver(handle: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => handle(socket))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/hook`,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export const fine = () => new Response('thanks')

export interface Hooks extends Admin {
  subscribe(url: string, more?: object): Promise<string>
  secret(id: string): Promise<string>
  /** Sends everything that is due, and waits until it is settled. */
  deliver(): Promise<void>
  deliveries(id: string): Promise<Shown[]>
  book(more?: object): Promise<string>
}

export interface Shown {
  id: string
  type: string
  state: string
  attempts: number
  lastStatus: number | null
  lastError: string | null
  dueAt: string | null
}

/** A service that may call this machine. */
export async function startHooks(env: Record<string, string> = {}): Promise<Hooks> {
  const admin = await startAdmin({ WEBHOOK_PRIVATE_NETWORKS: 'loopback', ...env })
  return {
    ...admin,
    async subscribe(url, more = {}) {
      const answer = await admin.post('/api/admin/webhook-subscriptions', { url, ...more })
      return expectStatus(answer, 201).body.data.id
    },
    async secret(id) {
      const answer = await admin.post(`/api/admin/webhook-subscriptions/${id}/secret`)
      return expectStatus(answer, 200).body.data.secret
    },
    async deliver() {
      sendWebhooksSoon(admin.deps)
      await admin.deps.background.idle()
    },
    deliveries: async (id) =>
      (await admin.get(`/api/admin/webhook-subscriptions/${id}/deliveries`)).body.data.items,
    async book(more = {}) {
      const body = { ...booking, ...more }
      const answer = await admin.post('/api/jobs/create', body)
      await admin.deps.background.idle()
      return expectStatus(answer, 201).body.data.job.id
    },
  }
}

const booking = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 129.99,
}

/** Verifies a message the way a receiver does, at the time of the test. */
export function verified(secret: string, { headers, body }: Received, now: number) {
  setSystemTime(now)
  try {
    return new Webhook(secret).verify(body, headers) as { type: string; timestamp: string; data: object }
  } finally {
    setSystemTime()
  }
}
