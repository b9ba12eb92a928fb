import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { customers, jobs } from '../../db/schema'
import type { FranchiseScope, Owned } from '../../src/http/endpoint'
import { Components } from '../../src/http/openapi/components'
import { describedRoutes, type DescribedRoute } from '../../src/http/swagger'
import { apiKey, staffToken } from '../contract/credentials'
import { nameOf } from '../contract/endpoints'
import { startTestApp, type Answer } from '../support/app'
import { addTwoFranchises, idOf, signOfSouth, type Mark } from '../support/two-franchises'

const service = await startTestApp()
afterAll(() => service.close())
await addTwoFranchises(service)
const own = 'northmark-franchise'
const token = await apiKey(service.deps, { role: 'franchisee', franchiseId: own })

let callers = 0
const call = (method: string, path: string, body?: object): Promise<Answer> => {
  const from = `10.7.${++callers >> 8}.${callers & 255}`
  return service.call(method, path, { token, from, ...(body === undefined ? {} : { body }) })
}

type Scoped = DescribedRoute & { scope: FranchiseScope }
const scoped: Scoped[] = describedRoutes(service.app).flatMap((route) => {
  const { rule } = route.endpoint
  return rule.as === 'hq' && rule.scope !== undefined ? [{ ...route, scope: rule.scope }] : []
})
const partsOf = ({ scope }: Scoped) => (scope === 'shared' ? {} : scope)
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema === undefined ? [] : Object.keys(new Components().spellOut(schema, 'input').properties ?? {})

/** The row of each kind that a path names, without its franchise's mark. */
const rows: Record<Owned, string> = {
  job: 'job',
  customer: 'customer',
  worker: 'worker',
  invoice: 'invoice',
  franchise: 'franchise',
  jobTemplate: 'template',
  plan: 'plan',
  schedule: 'schedule',
  payment: 'payment',
  refund: 'refund',
  todo: 'todo',
  message: 'message',
  feed: 'feed',
  note: 'note',
  file: 'file',
}

const visit = { start: '2026-03-09T16:00:00Z', end: '2026-03-09T17:00:00Z' }
const booking = {
  customerName: 'Robin',
  customerEmail: 'robin@example.com',
  address: '12 Main St, 80202',
  type: 'Gutter cleaning',
  price: 100,
}
const template = { ...booking, intervalMonths: 6, anchorDate: '2026-05-01' }
const shown = {
  jobId: idOf('northmark', 'open-job'),
  worker: 'northmark-worker',
  ...visit,
  revision: 0,
  basis: 'x',
}

/** A body that works for each endpoint that takes one. */
const bodies: Record<string, object> = {
  'POST /api/admin/jobs': booking,
  'PATCH /api/admin/jobs/:id': { notes: 'Ring twice' },
  'POST /api/admin/jobs/:id/schedule': { ...visit, workerId: 'northmark-worker' },
  'POST /api/admin/jobs/:id/assign': { workerId: 'northmark-worker' },
  'POST /api/admin/jobs/:id/undo': { revision: 0 },
  'POST /api/admin/jobs/:id/offer': {},
  'POST /api/admin/jobs/:id/notify': { revision: 0, tellCustomer: false },
  'POST /api/admin/jobs/:id/notes': { text: 'Ring twice' },
  'POST /api/admin/jobs/:id/files': { hash: 'a'.repeat(64), name: 'photo.jpg' },
  'PATCH /api/admin/files/:id': { kind: 'after' },
  'POST /api/admin/jobs/:id/cancel': {},
  'POST /api/admin/jobs/:id/refund': {},
  'POST /api/admin/jobs/:id/move': { to: 'en_route' },
  'POST /api/admin/jobs/:id/reprice': { price: 120 },
  'POST /api/admin/jobs/:id/payments': { amount: 1, method: 'cash' },
  'POST /api/admin/invoices/:id/payments': { amount: 1, method: 'cash' },
  'POST /api/admin/invoices/:id/send': { method: 'email' },
  'POST /api/admin/invoices/:id/void': {},
  'POST /api/admin/payments/:id/undo': { reason: 'The check bounced' },
  'POST /api/admin/refunds/:id/given': { method: 'cash' },
  'PATCH /api/admin/customers/:id': { name: 'Jordan northmark' },
  'POST /api/admin/customers/:id/retry-address': { channel: 'email' },
  'POST /api/admin/customers/:id/notes': { text: 'Prefers mornings' },
  'PATCH /api/admin/customer-notes/:id': { pinned: true },
  'POST /api/admin/customers/:id/tags': { add: ['VIP northmark'] },
  'PUT /api/admin/customers/:id/addresses': { address: '14 northmark St, 80202', label: 'Rental' },
  'POST /api/admin/customers/:id/addresses/remove': { address: '14 northmark St, 80202' },
  'POST /api/admin/customers/:id/messages': { channel: 'sms', text: 'On our way' },
  'POST /api/admin/dispatch/run': { dryRun: true },
  'POST /api/admin/zips/locate': { zips: ['80202'] },
  'POST /api/admin/map/lines': { lines: [] },
  'PATCH /api/admin/plans/:id': { price: 120 },
  'POST /api/admin/templates': template,
  'PATCH /api/admin/templates/:id': { price: 120 },
  'POST /api/admin/outbox/:id/resend': {},
  'POST /api/admin/campaigns/preview': { type: 'email', subject: 'Hi', messageTemplate: 'Hello' },
  'PATCH /api/admin/schedules/:id': { price: 120 },
  'POST /api/admin/tasks': { title: 'Order ladders' },
  'PUT /api/admin/views': { views: [] },
  'POST /api/admin/today/snooze': { key: 'todo:northmark-todo', until: 'tomorrow' },
  'POST /api/admin/workers': { name: 'Kim' },
  'PATCH /api/admin/workers/:id': { name: 'Sam northmark' },
  'PUT /api/admin/workers/:id/shifts': { shifts: [{ weekday: 1, start: '08:00', end: '16:00' }] },
  'POST /api/admin/workers/:id/time-off': {
    startsAt: '2026-05-01T00:00:00Z',
    endsAt: '2026-05-02T00:00:00Z',
  },
  'POST /api/admin/workers/:id/tokens': {},
}
/** Parts of a path and query that aren't about ownership. */
const seconds: Record<string, string> = {
  hash: 'a'.repeat(64),
  timeOffId: 'northmark-time-off',
  tokenId: 'northmark-worker-token',
}
const days = 'from=2026-01-01&to=2026-12-31'
const needed: Record<string, string> = {
  'GET /api/admin/map/tile': 'z=3&x=1&y=3',
  'GET /api/admin/dispatch/hours': 'date=2026-03-09',
  'GET /api/admin/availability': 'address=12%20Main%20St,%2080202&service=Gutter%20cleaning',
  'GET /api/admin/reports/days': days,
  'GET /api/admin/reports/tax': days,
  'GET /api/admin/reports/technicians': days,
  'GET /api/admin/dispatch/drives': 'date=2026-03-09',
  'GET /api/admin/search': 'q=jordan',
  'GET /api/admin/customers/alike': 'name=jordan%20northmark',
}
/** Sums, which name nobody. */
const totals = new Set([
  'GET /api/admin/invoices/aging',
  'GET /api/admin/ledger/trial-balance',
  'GET /api/admin/ledger/quickbooks',
  'GET /api/admin/reports/days',
])
/** Other rows of the franchise, where the usual one is in the wrong state. */
const others: Record<string, string> = {
  'GET /api/admin/jobs/:id/cancel': 'paid-job',
  'POST /api/admin/jobs/:id/cancel': 'cancel-job',
  'GET /api/admin/jobs/:id/refund': 'paid-job',
  'GET /api/admin/jobs/:id/report': 'paid-job',
  'POST /api/admin/jobs/:id/refund': 'paid-job',
  'GET /api/admin/dispatch/explain/:jobId': 'open-job',
}

function pathOf(route: Scoped, mark: Mark | '', query = ''): string {
  const kind = partsOf(route).id
  const row = kind === undefined ? '' : (others[nameOf(route)] ?? rows[kind])
  let isFirst = true
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (!isFirst) return seconds[name] ?? 'unknown'
    isFirst = false
    return kind === undefined ? 'service-cleaning' : mark === '' ? 'unknown' : idOf(mark, row)
  })
  const given = query.startsWith('q=') ? undefined : needed[nameOf(route)]
  const text = [given, query].filter((part) => part !== undefined && part !== '').join('&')
  return text === '' ? path : `${path}?${text}`
}

/** Fails with the place where the other franchise shows. */
function expectNothingOfSouth(name: string, { text }: Answer): void {
  const at = text.search(signOfSouth)
  expect([name, at === -1 ? '' : text.slice(Math.max(0, at - 100), at + 100)]).toEqual([name, ''])
}

/** Every stored row in which the other franchise shows. */
async function rowsOfSouth(): Promise<string[]> {
  const { read } = service.deps.store
  const tables = await read.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_search%'`,
  )
  const found: string[] = []
  for (const { name } of tables)
    for (const row of await read.all<object>(sql`SELECT * FROM ${sql.identifier(name)}`)) {
      const text = JSON.stringify(row)
      if (signOfSouth.test(text)) found.push(`${name} ${text}`)
    }
  return found
}

describe('the declarations', () => {
  test('name the franchise only where the endpoint reads it', () => {
    const faults = scoped.filter((route) => {
      const place = partsOf(route).franchiseId
      return place !== undefined && !fieldsOf(route.hooks[place]).includes('franchiseId')
    })
    expect(faults.map(nameOf)).toEqual([])
  })

  test('limit every id, every list and every new record', () => {
    const faults = scoped.filter((route) => {
      if (route.scope === 'shared') return false
      const { id, franchiseId } = partsOf(route)
      return route.path.includes(':') ? id === undefined : franchiseId === undefined
    })
    expect(faults.map(nameOf)).toEqual([])
  })

  test('check every field of a body that names a row of a franchise', () => {
    const faults = scoped.flatMap((route) => {
      const { body = {}, franchiseId } = partsOf(route)
      const checked = new Set([...Object.keys(body), ...(franchiseId === 'body' ? ['franchiseId'] : [])])
      const ids = fieldsOf(route.hooks.body).filter((field) =>
        /^(?:franchise|worker|customer|job)Id$/.test(field),
      )
      return ids.filter((field) => !checked.has(field)).map((field) => `${nameOf(route)} ${field}`)
    })
    expect(faults).toEqual([])
  })

  test('have a body here if the endpoint takes one', () => {
    const taking = scoped.filter(({ hooks }) => hooks.body !== undefined).map(nameOf)
    expect(Object.keys(bodies).toSorted()).toEqual(taking.toSorted())
  })
})

describe('a franchisee', () => {
  let before: string[] = []
  beforeAll(async () => {
    // Searches add new customers to their index.
    await call('GET', '/api/admin/customers?q=jordan')
    before = await rowsOfSouth()
    expect(before.length).toBeGreaterThan(30)
  })

  for (const route of scoped) {
    const name = nameOf(route)
    const { id, franchiseId, body } = partsOf(route)

    if (id !== undefined)
      test(`${name} calls a ${id} of another franchise unknown`, async () => {
        const foreign = await call(route.method, pathOf(route, 'southmark'), bodies[name])
        const unknown = await call(route.method, pathOf(route, ''), bodies[name])
        expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
      })

    if (franchiseId !== undefined)
      test(`${name} refuses to name another franchise`, async () => {
        const other = { franchiseId: 'southmark-franchise' }
        const isQuery = franchiseId === 'query'
        const path = pathOf(route, 'northmark', isQuery ? 'franchiseId=southmark-franchise' : '')
        const { status } = await call(route.method, path, isQuery ? undefined : { ...bodies[name], ...other })
        expect(status).toBe(403)
      })

    for (const [field, kind] of Object.entries(body ?? {}))
      test(`${name} calls a ${kind} of another franchise in ${field} unknown`, async () => {
        const [first = '', second] = field.split('.')
        const theirs = idOf('southmark', rows[kind])
        const value = second === undefined ? theirs : [{ ...shown, [second]: theirs }]
        // Only a dry run takes fixed visits, and only a real one those that somebody saw.
        const sent = first === 'visits' ? {} : bodies[name]
        const answer = await call(route.method, pathOf(route, 'northmark'), { ...sent, [first]: value })
        expect([answer.status, answer.body.error]).toEqual([404, expect.stringMatching(/ not found$/)])
      })

    if (route.method === 'GET')
      test(`${name} shows nothing of another franchise`, async () => {
        const answer = await call('GET', pathOf(route, 'northmark'))
        expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()])
        expectNothingOfSouth(name, answer)
        // Files, and answers with amounts alone.
        const isNameless = /\/(?:pdf|report|card|cancel|content|thumbnail|:hash)$/.test(name)
        if (route.scope !== 'shared' && !isNameless && !totals.has(name))
          expect([name, answer.text]).toEqual([name, expect.stringContaining('northmark')])
        const filters = fieldsOf(route.hooks.query)
        const tries = filters.flatMap((field) => triesOf(name, field))
        for (const query of tries) {
          const filtered = await call('GET', pathOf(route, 'northmark', query))
          expect([query, filtered.status]).toEqual([query, 200])
          expectNothingOfSouth(`${name}?${query}`, filtered)
        }
      })
  }

  for (const route of scoped.filter(({ method }) => method !== 'GET'))
    test(`${nameOf(route)} works in their own franchise`, async () => {
      const answer = await call(route.method, pathOf(route, 'northmark'), bodies[nameOf(route)])
      const works = answer.status < 300 || answer.status === 409
      expect([works, answer.status, answer.text]).toEqual([true, answer.status, answer.text])
      expectNothingOfSouth(nameOf(route), answer)
    })

  test('puts everything new into their own franchise', async () => {
    for (const path of ['jobs', 'templates', 'tasks', 'workers']) {
      const answer = await call('POST', `/api/admin/${path}`, bodies[`POST /api/admin/${path}`])
      expect([path, answer.status]).toEqual([path, 201])
      expect((answer.body.data.job ?? answer.body.data).franchiseId).toBe(own)
    }
  })

  test("can't move a record out of their franchise", async () => {
    const places = [
      `jobs/${idOf('northmark', 'job')}`,
      'workers/northmark-worker',
      'templates/northmark-template',
    ]
    for (const place of places)
      expect((await call('PATCH', `/api/admin/${place}`, { franchiseId: null })).status).toBe(403)
  })

  test('changed nothing of another franchise', async () => {
    await service.deps.background.idle()
    expect(await rowsOfSouth()).toEqual(before)
  })

  test('undoes a payment they recorded, and records what they gave back', async () => {
    const job = await call('POST', '/api/admin/jobs', booking)
    const { id } = job.body.data.job
    const pay = () => call('POST', `/api/admin/jobs/${id}/payments`, { amount: 40, method: 'check' })
    const paymentOf = ({ body }: Answer): string =>
      body.data.payments.findLast((one: { undone: unknown }) => one.undone === null).id
    const undo = { reason: 'The check bounced' }
    const undone = await call('POST', `/api/admin/payments/${paymentOf(await pay())}/undo`, undo)
    expect(undone.status).toBe(200)
    const paymentId = paymentOf(await pay())
    expect((await call('POST', `/api/admin/jobs/${id}/cancel`, {})).status).toBe(200)
    const todos = await call('GET', '/api/admin/tasks?kind=refund.give-back')
    const refundId = todos.body.data.items[0].subject
    expect((await call('POST', `/api/admin/refunds/${refundId}/given`, { method: 'cash' })).status).toBe(200)
    // Another franchise's once HQ moves the job, which has its own share of the money.
    await service.deps.store.write((tx) =>
      tx
        .update(jobs)
        .set({ franchiseId: 'southmark-franchise' })
        .where(sql`id = ${id}`),
    )
    expect((await call('POST', `/api/admin/payments/${paymentId}/undo`, undo)).status).toBe(404)
    expect((await call('POST', `/api/admin/refunds/${refundId}/given`, {})).status).toBe(404)
  })

  test('sees the part of a shared customer that is theirs', async () => {
    const now = service.deps.clock.now()
    const stamps = { createdAt: now, updatedAt: now }
    const customer = { id: 'shared', name: 'Robin Shared', email: 'shared@example.com', ...stamps }
    const job = { customerId: 'shared', customerName: 'Robin', address: '1 Main St', type: 'Cleaning' }
    const amounts = { priceCents: 100, totalCents: 100 }
    await service.deps.store.write(async (tx) => {
      await tx.insert(customers).values(customer)
      for (const mark of ['northmark', 'southmark'] as const)
        await tx.insert(jobs).values({
          id: idOf(mark, 'shared-job'),
          ...job,
          franchiseId: `${mark}-franchise`,
          ...amounts,
          ...stamps,
        })
    })
    const found = await call('GET', '/api/admin/customers/shared')
    expect(found.body.data.name).toBe('Robin Shared')
    const listed = await call('GET', '/api/admin/jobs?customerId=shared')
    expect(listed.body.data.items.map((one: { id: string }) => one.id)).toEqual([
      idOf('northmark', 'shared-job'),
    ])
    const searched = await call('GET', '/api/admin/customers?q=robin%20sh')
    expect(searched.body.data.items.map((one: { id: string }) => one.id)).toEqual(['shared'])
  })

  test('who signed in here is limited in the same way', async () => {
    const person = { role: 'franchisee' as const, franchiseId: own }
    const signedIn = await staffToken(service.deps, person)
    const from = '10.8.0.1'
    const read = (path: string) => service.call('GET', path, { token: signedIn, from })
    expectNothingOfSouth('jobs', await read('/api/admin/jobs'))
    expect((await read(`/api/admin/jobs/${idOf('northmark', 'job')}`)).status).toBe(200)
    expect((await read(`/api/admin/jobs/${idOf('southmark', 'job')}`)).status).toBe(404)
    expect((await read('/api/admin/jobs?franchiseId=southmark-franchise')).status).toBe(403)
    expect((await read('/api/admin/promos')).status).toBe(403)
    expect((await read('/api/dev/payments')).status).toBe(401)
    expect((await read('/api/admin/session')).body.data).toMatchObject(person)
  })

  test('reads the full reports of their franchise and only public ones of others', async () => {
    const full = await call('GET', '/api/reports?type=workers&from=2026-01-01')
    expect([full.status, full.body.data.franchise]).toEqual([200, own])
    expectNothingOfSouth('reports', full)
    expect(
      (await call('GET', '/api/reports?type=workers&from=2026-01-01&franchise=southmark-franchise')).status,
    ).toBe(401)
  })
})

/** Ways to ask a list for rows of the other franchise. */
function triesOf(name: string, field: string): string[] {
  if (field === 'format') return ['format=csv']
  if (field === 'q')
    return ['q=southmark', 'q=jordan', 'q=southmark-customer', `q=${idOf('southmark', 'job')}`]
  if (field === 'from' && needed[name]?.startsWith('from=')) return []
  if (field === 'from')
    return [name === 'GET /api/admin/jobs' ? 'from=2026-01-01T00:00:00Z' : 'from=2026-01-01']
  if (field === 'number') return ['number=southmark']
  const named: Record<string, string> = {
    customerId: 'customer',
    workerId: 'worker',
    jobId: 'job',
    scheduleId: 'schedule',
    campaignId: 'campaign',
  }
  return named[field] === undefined ? [] : [`${field}=${idOf('southmark', named[field])}`]
}
