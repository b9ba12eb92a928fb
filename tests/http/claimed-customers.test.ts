import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { customers, jobs, jobTemplates } from '../../db/schema'
import { apiKey } from '../contract/credentials'
import { startTestApp, type Answer } from '../support/app'
import { addTwoFranchises, signOfSouth } from '../support/two-franchises'

const service = await startTestApp()
afterAll(() => service.close())
await addTwoFranchises(service)
const { store, clock } = service.deps
const token = await apiKey(service.deps, { role: 'franchisee', franchiseId: 'northmark-franchise' })
const hqToken = await apiKey(service.deps, { role: 'owner' })

let callers = 0
const from = () => `10.9.${++callers >> 8}.${callers & 255}`
const call = (method: string, path: string, body?: object, by: string | null = token): Promise<Answer> =>
  service.call(method, path, {
    from: from(),
    ...(by === null ? {} : { token: by }),
    ...(body === undefined ? {} : { body }),
  })

/** Another franchise's customer, whom this one knows only by what someone typed. */
const theirs = 'southmark-customer'
const typed = {
  customerName: 'Typed Name',
  address: '12 Main St, 80202',
  type: 'Gutter cleaning',
  price: 100,
}
const withEmail = { ...typed, customerEmail: 'Jordan@southmark.example' }
/** Anything of the customer but the typed address and the record's id, which opens nothing. */
const leakOf = ({ text }: Answer): string | null =>
  /404.?555.?0142|4242/.exec(text)?.[0] ??
  signOfSouth.exec(text.replaceAll(/jordan@southmark\.example|southmark-customer/gi, ''))?.[0] ??
  null

const ways: Record<string, () => Promise<Answer>> = {
  'a booking': () => call('POST', '/api/admin/jobs', withEmail),
  'a recurring job': () =>
    call('POST', '/api/admin/templates', { ...withEmail, intervalMonths: 6, anchorDate: '2026-05-01' }),
  'the public form': () =>
    call('POST', '/api/jobs/create', { ...withEmail, franchiseId: 'northmark-franchise' }, null),
}

describe("typing the email address of another franchise's customer", () => {
  let jobId = ''
  beforeAll(async () => {
    for (const [way, make] of Object.entries(ways)) {
      const answer = await make()
      expect([way, answer.status, leakOf(answer)]).toEqual([way, 201, null])
      jobId = answer.body.data.job?.id ?? jobId
    }
    expect(
      (await call('GET', '/api/cron/recurring-jobs', undefined, service.deps.secrets.cronSecret)).status,
    ).toBe(200)
    await service.deps.background.idle()
  })

  test('finds the one record of that person, so there is no second customer', async () => {
    const all = await store.read
      .select()
      .from(customers)
      .where(eq(customers.email, 'jordan@southmark.example'))
    expect(all).toHaveLength(1)
    const own = await store.read.select().from(jobs).where(eq(jobs.customerName, 'Typed Name'))
    expect(own.length).toBeGreaterThan(1)
    expect(new Set(own.map(({ customerId, claimed }) => `${customerId} ${claimed}`))).toEqual(
      new Set([`${theirs} true`]),
    )
  })

  const closed: [string, string, object?][] = [
    ['GET', `/api/admin/customers/${theirs}`],
    ['GET', `/api/admin/customers/${theirs}/card`],
    ['POST', `/api/admin/customers/${theirs}/card-link`],
    ['PATCH', `/api/admin/customers/${theirs}`, { email: 'mine@example.com' }],
    ['POST', `/api/admin/customers/${theirs}/retry-address`, { channel: 'email' }],
    ['PATCH', '/api/admin/templates/northmark-template', { customerId: theirs }],
    ['PATCH', '/api/admin/schedules/northmark-schedule', { customerId: theirs }],
  ]
  for (const [method, path, body] of closed)
    test(`leaves ${method} ${path} closed`, async () => {
      expect((await call(method, path, body)).status).toBe(404)
    })

  const open = [
    'customers',
    'customers?q=jordan',
    'customers?q=southmark',
    'customers?q=404555',
    'customers?format=csv',
    `jobs?customerId=${theirs}`,
    'jobs?q=jordan',
    'jobs?format=csv',
    `templates?customerId=${theirs}`,
    'invoices',
    'outbox',
    'tasks',
    'schedules',
    'payments',
  ]
  for (const path of open)
    test(`shows nothing but the typed words in ${path}`, async () => {
      const answer = await call('GET', `/api/admin/${path}`)
      expect([path, answer.status, leakOf(answer)]).toEqual([path, 200, null])
    })

  test('shows nothing but the typed words on the job and its invoice', async () => {
    const done = {
      status: 'completed' as const,
      scheduledStart: 1,
      scheduledEnd: 2,
      busyUntil: 2,
      revision: 9,
    }
    await store.write((tx) => tx.update(jobs).set(done).where(eq(jobs.id, jobId)))
    const sent = await call('POST', '/api/invoices/generate', { jobId }, hqToken)
    const { id } = sent.body.data.invoice
    for (const path of [`jobs/${jobId}`, `invoices/${id}`, `invoices/${id}/html`]) {
      const answer = await call('GET', `/api/admin/${path}`)
      expect([path, answer.status, leakOf(answer)]).toEqual([path, 200, null])
      expect(answer.text).toContain('Typed Name')
    }
  })

  test('adds nobody to the audience of a campaign', async () => {
    const campaign = { type: 'email', subject: 'Hi', messageTemplate: 'Hello {{name}}' }
    const preview = await call('POST', '/api/admin/campaigns/preview', campaign)
    expect([preview.status, leakOf(preview)]).toEqual([200, null])
  })

  test("can't be confirmed by the franchise itself", async () => {
    await call('POST', `/api/admin/jobs/${jobId}/confirm`)
    expect((await call('GET', `/api/admin/customers/${theirs}`)).status).toBe(404)
  })

  test('opens the customer once HQ confirms the booking, and only the own jobs of them', async () => {
    const [claim] = await store.read.select().from(jobs).where(eq(jobs.source, 'hq'))
    const todos = await call('GET', '/api/admin/tasks?limit=100', undefined, hqToken)
    const subjects = () =>
      todos.body.data.items.filter((todo: { kind: string }) => todo.kind === 'job.claimed-customer')
    expect(subjects().map((todo: { subject: string }) => todo.subject)).toEqual([claim?.id])
    const confirmed = await call('POST', `/api/admin/jobs/${claim?.id}/confirm`, undefined, hqToken)
    expect(confirmed.status).toBe(200)
    const found = await call('GET', `/api/admin/customers/${theirs}`)
    expect(found.body.data.name).toBe('Jordan southmark')
    const list = await call('GET', `/api/admin/jobs?customerId=${theirs}&limit=100`)
    expect(new Set(list.body.data.items.map((job: { franchiseId: string }) => job.franchiseId))).toEqual(
      new Set(['northmark-franchise']),
    )
    const after = await call('GET', '/api/admin/tasks?limit=100', undefined, hqToken)
    expect(after.text).not.toContain('job.claimed-customer')
  })

  test("doesn't let a franchise move a shared customer's account to another address", async () => {
    const change = { email: 'mine@example.com' }
    const refused = await call('PATCH', `/api/admin/customers/${theirs}`, change)
    const taken = await call('PATCH', '/api/admin/customers/northmark-customer', {
      email: 'jordan@southmark.example',
    })
    expect([refused.status, refused.text]).toEqual([409, taken.text])
    expect((await call('PATCH', '/api/admin/customers/northmark-customer', change)).status).toBe(200)
    expect(
      (await call('PATCH', `/api/admin/customers/${theirs}`, { email: 'new@southmark.example' }, hqToken))
        .status,
    ).toBe(200)
  })
})

test('a phone number alone is a claim too', async () => {
  const now = clock.now()
  const stamps = { createdAt: now, updatedAt: now }
  await store.write(async (tx) => {
    await tx
      .insert(customers)
      .values({ id: 'by-phone', name: 'Pat southmark', phone: '4042220199', ...stamps })
  })
  const booked = await call('POST', '/api/admin/jobs', { ...typed, customerPhone: '404-222-0199' })
  expect(booked.status).toBe(201)
  expect((await call('GET', '/api/admin/customers/by-phone')).status).toBe(404)
})

test('a franchise keeps seeing its own customers when they book again', async () => {
  const again = { ...typed, customerEmail: 'mine@example.com' }
  const first = await call('POST', '/api/admin/jobs', again)
  const { id, customerId } = first.body.data.job
  expect((await call('GET', `/api/admin/customers/${customerId}`)).status).toBe(200)
  expect((await call('GET', `/api/admin/jobs/${id}`)).body.data.claimed).toBe(false)
  const fresh = await call('POST', '/api/admin/jobs', { ...typed, customerEmail: 'new@example.com' })
  expect((await call('GET', `/api/admin/customers/${fresh.body.data.job.customerId}`)).status).toBe(200)
})

test('HQ vouches for the customers it books for', async () => {
  const booked = await call(
    'POST',
    '/api/admin/jobs',
    { ...typed, customerPhone: '404-222-0199', franchiseId: 'northmark-franchise' },
    hqToken,
  )
  expect(booked.status).toBe(201)
  expect((await call('GET', '/api/admin/customers/by-phone')).body.data.name).toBe('Pat southmark')
})

test('recurring jobs of a customer that HQ chose are theirs', async () => {
  const added = await call('POST', '/api/admin/templates', {
    ...withEmail,
    intervalMonths: 6,
    anchorDate: '2026-06-01',
  })
  const { id } = added.body.data
  const [before] = await store.read.select().from(jobTemplates).where(eq(jobTemplates.id, id))
  await call('PATCH', `/api/admin/templates/${id}`, { customerId: before?.customerId }, hqToken)
  const [after] = await store.read.select().from(jobTemplates).where(eq(jobTemplates.id, id))
  expect(after?.claimed).toBe(false)
})
