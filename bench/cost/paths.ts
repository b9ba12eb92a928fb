import { signBody } from '../../src/providers/payments/signature'
import { service } from '../availability/fill'
import type { Data, Facts } from './data'
import type { Call } from './load'

export const pathNames = ['booking', 'checkout', 'webhook', 'availability', 'list', 'search', 'day'] as const
export type PathName = (typeof pathNames)[number]

export interface HotPath {
  title: string
  data: Data
  /** Requests of a round, so many that it takes a second or two. */
  requests: number
  /** How many are under way at once. */
  connections: number
  /** Counts what the service still has to do after its answers, which is part of the cost. */
  unfinished?: string
  /** One request; `number` never repeats on the same server. */
  call: (facts: Facts, number: number) => Call
}

export const webhookSecret = 'whsec_7Kq2vXc9TzR4mWb8LpYd3Nf6'

/** The limit counts by address, so each request comes from another one. */
const from = (number: number) => ({
  'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
})
const post = (path: string, number: number, content: object): Call => ({
  method: 'POST',
  path,
  body: JSON.stringify(content),
  headers: from(number),
})
const get = (path: string, number: number, token?: string): Call => ({
  method: 'GET',
  path,
  headers: { ...from(number), ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
})
const pick = <T>(list: readonly [T, ...T[]], number: number): T => list[number % list.length] ?? list[0]

const streets = ['Larkspur Lane', 'Juniper Street', 'Mill Road', 'Harbor Avenue', 'Orchard Court'] as const
const people = ['Avery Whitfield', 'Jordan Castellano', 'Priya Raman', 'Sam Okafor', 'Lucia Brandt'] as const
const searches = ['ava martin', 'maple', '(719) 394-0142', 'denver ava', 'brooks'] as const

function dueAt({ due }: Facts, number: number) {
  const found = due[number]
  if (!found) throw new Error('there are fewer unpaid jobs than requests')
  return found
}

function successOf(facts: Facts, number: number): Call {
  const { jobId, paymentId, cents } = dueAt(facts, number)
  const object = {
    id: paymentId,
    object: 'payment_intent',
    amount: cents,
    amount_received: cents,
    currency: 'usd',
    status: 'succeeded',
    metadata: { jobId },
  }
  const now = Date.now()
  const call = post('/api/payments-webhook', number, {
    id: `evt_bench_${number}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(now / 1_000),
    data: { object },
  })
  const signature = signBody(call.body ?? '', webhookSecret, now)
  return { ...call, headers: { ...call.headers, 'payments-signature': signature } }
}

export const hotPaths: Record<PathName, HotPath> = {
  booking: {
    title: 'POST /api/jobs/create',
    data: 'due',
    requests: 3_000,
    connections: 32,
    call: ({ tomorrow }, number) =>
      post('/api/jobs/create', number, {
        customerName: pick(people, number),
        customerEmail: `customer.${number}@example.com`,
        customerPhone: `555-${String(number % 1_000).padStart(3, '0')}-${String(number % 10_000).padStart(4, '0')}`,
        address: `${(number % 900) + 1} ${pick(streets, number)}, Dayton, OH 45402`,
        type: 'Window cleaning',
        price: 80 + (number % 300),
        addOns: ['Downspout flush'],
        preferredDate: tomorrow,
      }),
  },
  checkout: {
    title: 'POST /api/payments/checkout',
    data: 'due',
    requests: 1_500,
    connections: 32,
    call: (facts, number) => {
      const { jobId, cents } = dueAt(facts, number)
      return post('/api/payments/checkout', number, { amount: cents, jobId })
    },
  },
  webhook: {
    title: 'POST /api/payments-webhook',
    data: 'due',
    requests: 1_500,
    connections: 32,
    unfinished: "SELECT count(*) FROM webhook_events WHERE state <> 'done'",
    call: successOf,
  },
  availability: {
    title: 'GET /api/availability',
    data: 'crew',
    requests: 100,
    // The service turns more people away at once, because it works on one question at a time.
    connections: 4,
    // Requests that are alike share one answer, so each is for another place.
    call: ({ tomorrow }, number) =>
      get(
        `/api/availability?lat=${(39.7 + (number % 977) / 10_000).toFixed(4)}&lng=-104.98&service=${encodeURIComponent(service)}&from=${tomorrow}&days=7`,
        number,
      ),
  },
  list: {
    title: 'GET /api/admin/jobs',
    data: 'history',
    requests: 400,
    connections: 32,
    call: ({ hqToken }, number) => get('/api/admin/jobs?limit=50', number, hqToken),
  },
  search: {
    title: 'GET /api/admin/search',
    data: 'history',
    requests: 400,
    connections: 32,
    call: ({ hqToken }, number) =>
      get(`/api/admin/search?q=${encodeURIComponent(pick(searches, number))}&limit=6`, number, hqToken),
  },
  day: {
    title: 'GET /api/work/jobs',
    data: 'crew',
    requests: 400,
    connections: 32,
    call: ({ workerToken }, number) => get('/api/work/jobs', number, workerToken),
  },
}
