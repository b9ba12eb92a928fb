import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { customers, hqTasks, outbox } from '../../../db/schema'
import { deliverDue } from '../../../src/modules/messages/queue'
import { startTestApp, type TestApp } from '../../support/app'
import { plantJob } from '../../support/jobs'
import { allRows, message, queue, rowOf, sms } from './outbox'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await startTestApp()
  token = await app.hqToken()
})
afterEach(() => app.close())

const get = (path: string) => app.call('GET', path, { token })
const post = (path: string, headers = {}) => app.call('POST', path, { token, headers })

describe('the list of messages', () => {
  test('shows the newest first, in pages', async () => {
    const ids = await queue(app.deps, message(), message(), message())
    const first = await get('/api/admin/outbox?limit=2')
    expect(first.body.data.items.map(({ id }: { id: string }) => id)).toEqual([ids[2]!, ids[1]!])
    const second = await get(`/api/admin/outbox?limit=2&cursor=${first.body.data.nextCursor}`)
    expect(second.body.data).toMatchObject({ items: [{ id: ids[0]! }], nextCursor: null })
  })

  test('can be filtered', async () => {
    await queue(
      app.deps,
      message({ jobId: 'job-1' }),
      sms({ jobId: 'job-2' }),
      message({ template: 'no-such' }),
    )
    await deliverDue(app.deps)
    const count = async (query: string) => (await get(`/api/admin/outbox?${query}`)).body.data.items.length
    expect(await count('state=sent')).toBe(2)
    expect(await count('state=dead')).toBe(1)
    expect(await count('state=queued')).toBe(0)
    expect(await count('channel=sms')).toBe(1)
    expect(await count('template=test')).toBe(2)
    expect(await count('jobId=job-1')).toBe(1)
    expect(await count('state=dead&channel=sms')).toBe(0)
    expect((await get('/api/admin/outbox?state=lost')).status).toBe(400)
  })

  test('is searched by the customer, the address, the kind of message and the words of a reply', async () => {
    const customer = { id: 'customer-1', name: 'José Muñoz', email: 'jm@casa.example', phone: '3038675309' }
    const at = { createdAt: app.clock.now(), updatedAt: app.clock.now() }
    await app.deps.store.write((tx) => tx.insert(customers).values({ ...customer, ...at }))
    const job = await plantJob(app, { status: 'pending', fields: { customerId: 'customer-1' } })
    await queue(
      app.deps,
      message({ template: 'receipt', recipient: 'jm@casa.example', jobId: job.id }),
      message({ recipient: 'jm@casa.example' }),
      sms({ recipient: '+13038675309' }),
      message({
        template: 'reply',
        recipient: 'z@z.example',
        data: { text: 'The "gate" code is 12%', by: 'Dana' },
      }),
      message({ template: 'staff-code', recipient: 'office@truckroll.example' }),
    )
    const found = async (text: string) => {
      const { status, body } = await get(`/api/admin/outbox?limit=50&q=${encodeURIComponent(text)}`)
      expect(status).toBe(200)
      return body.data.items.map(
        ({ template, recipient }: Record<string, string>) => `${template} ${recipient}`,
      )
    }
    expect(await found('munoz')).toEqual(
      expect.arrayContaining(['receipt jm@casa.example', 'test jm@casa.example']),
    )
    expect(await found('munoz')).toContain('test +13038675309')
    expect(await found('(303) 867-5309')).toContain('test +13038675309')
    expect(await found('office@truck')).toEqual(['staff-code office@truckroll.example'])
    expect(await found('"GATE" code is 12%')).toEqual(['reply z@z.example'])
    expect(await found('receipt')).toEqual(['receipt jm@casa.example'])
    expect(await found('nobody-at-all')).toEqual([])
    expect(await found('%')).toEqual(['reply z@z.example'])
    const sorted = await get('/api/admin/outbox?q=munoz&sort=recipient')
    expect(sorted.body.data.items.length).toBe((await found('munoz')).length)
  })

  test('names the people the messages go to, and sorts by their names', async () => {
    await queue(
      app.deps,
      message({ recipient: 'a@a.example', data: { name: 'Zoe Park' } }),
      message({ recipient: 'z@z.example', data: { name: 'ana Gómez' } }),
      message({ recipient: 'm@m.example', data: {} }),
    )
    const names: (string | null)[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = cursor === '' ? '' : `&cursor=${cursor}`
      const { body } = await get(`/api/admin/outbox?sort=recipient&limit=1${page}`)
      names.push(...body.data.items.map(({ name }: { name: string | null }) => name))
      cursor = body.data.nextCursor
    }
    expect(names).toEqual(['ana Gómez', null, 'Zoe Park'])
  })

  test('is for HQ only', async () => {
    expect((await app.call('GET', '/api/admin/outbox')).status).toBe(401)
  })
})

describe('a single message', () => {
  test('is shown as its recipient sees it', async () => {
    const [id] = await queue(
      app.deps,
      message({ template: 'receipt', data: { name: 'Ada', type: 'Gutters', amountCents: 500 } }),
    )
    const { status, body } = await get(`/api/admin/outbox/${id}`)
    expect(status).toBe(200)
    expect(body.data.rendered.subject).toBe('Your receipt from Truckroll: $5.00')
    expect(body.data.rendered.html).toStartWith('<!doctype html>')
    expect(body.data.rendered.text).toContain('Total paid: $5.00')
    expect(body.data).not.toHaveProperty('data')
  })

  test("that can't be rendered is shown without text", async () => {
    const [id] = await queue(app.deps, message({ template: 'no-such' }))
    expect((await get(`/api/admin/outbox/${id}`)).body.data.rendered).toBeNull()
  })

  test('with a code never shows it, sent or not', async () => {
    const [id] = await queue(app.deps, message({ template: 'verify-code', data: { code: '482913' } }))
    const before = await get(`/api/admin/outbox/${id}`)
    await deliverDue(app.deps)
    const after = await get(`/api/admin/outbox/${id}`)
    const listed = await get('/api/admin/outbox')
    for (const { text } of [before, after, listed]) expect(text).not.toContain('482913')
    expect(after.body.data.rendered).toBeNull()
  })

  test("that doesn't exist is a 404", async () => {
    expect((await get('/api/admin/outbox/nobody')).status).toBe(404)
    expect((await post('/api/admin/outbox/nobody/resend')).status).toBe(404)
  })
})

describe('sending a message again', () => {
  test('creates a new message, settles the to-do, and keeps the old one on record', async () => {
    const [id] = await queue(app.deps, sms())
    await app.deps.store.write(async (tx) => {
      await tx.update(outbox).set({ state: 'unknown' }).where(eq(outbox.id, id!))
      await tx
        .insert(hqTasks)
        .values({ id: 't1', kind: 'sms.unknown', subject: id!, title: 'x', createdAt: 0 })
    })
    const { status, body } = await post(`/api/admin/outbox/${id}/resend`)
    expect(status).toBe(201)
    expect(body.data.id).not.toBe(id)
    await app.deps.background.idle()
    expect((await rowOf(app.deps, body.data.id)).state).toBe('sent')
    expect((await rowOf(app.deps, id!)).state).toBe('unknown')
    expect(await app.deps.store.read.select().from(hqTasks)).toMatchObject([{ state: 'done' }])
  })

  test('twice with one key sends one', async () => {
    const [id] = await queue(app.deps, message())
    await deliverDue(app.deps)
    await Promise.all(
      [1, 2, 3].map(() => post(`/api/admin/outbox/${id}/resend`, { 'idempotency-key': 'again' })),
    )
    expect(await allRows(app.deps)).toHaveLength(2)
  })

  test("is refused while it's being sent, and when its text or files are gone", async () => {
    const [waiting, code, invoice] = await queue(
      app.deps,
      message({ dueAt: app.clock.now() + 1_000 }),
      message({ template: 'verify-code', data: { code: '482913' } }),
      message({ template: 'invoice', data: { name: 'Ada', number: '1', totalCents: 1 } }),
    )
    await deliverDue(app.deps)
    for (const id of [waiting, code, invoice])
      expect((await post(`/api/admin/outbox/${id}/resend`)).status).toBe(409)
  })
})
