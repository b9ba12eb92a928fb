import { afterEach, beforeEach, expect, test } from 'bun:test'
import { jobs, outbox } from '../../db/schema'
import { documentOf } from '../../src/modules/invoices/pdf/document'
import { startMoneyTest, type MoneyTest } from '../support/money'
import { addWorld, marcus } from '../support/world'
import { filled } from '../web/booking-form'

let app: MoneyTest
beforeEach(async () => {
  app = await startMoneyTest()
  await addWorld(app)
})
afterEach(() => app.close())

const page = (path: string) => app.open('GET', path, { headers: { accept: 'text/html' } })

/** Pages and messages a customer sees from booking to refund, each with its address. */
async function everythingSeen(): Promise<[where: string, text: string][]> {
  const seen: [string, string][] = []
  const look = async (path: string) => {
    const { text, headers } = await page(path)
    seen.push([path, `${path} ${headers.get('location') ?? ''} ${text}`])
    return { text, location: headers.get('location') ?? '' }
  }
  const form = { ...filled, pay: 'now' }
  const send = (fields: Record<string, string>) =>
    app.open('POST', '/book/confirm', { raw: new URLSearchParams(fields) })
  const booked = await send(form)
  const donePath = booked.headers.get('location') ?? ''
  seen.push(['confirm', donePath])
  const changed = await send({ ...form, name: 'Somebody Else', slot: '2026-03-05|12:00-14:00' })
  expect(changed.status).toBe(409)
  seen.push(['already booked', changed.text])
  const done = await look(donePath)
  const payPath = /url=([^"]+)"/.exec(done.text)?.[1] ?? ''
  const { location } = await look(payPath)
  const checkoutPath = new URL(location).pathname
  await look(checkoutPath)
  const paid = await app.open('POST', checkoutPath, {
    raw: new URLSearchParams({ card: '4242424242424242' }),
  })
  seen.push(['back from paying', paid.headers.get('location') ?? ''])
  await app.rest()
  await look(`${donePath.split('?')[0]}?look=1`)

  const [job] = await app.deps.store.read.select().from(jobs)
  const id = job?.id ?? ''
  const { invoice } = (await app.hq('GET', `/api/admin/invoices?jobId=${id}`)).body.data.items.map(
    (one: { id: string }) => ({ invoice: one }),
  )[0]
  await app.hq('POST', '/api/invoices/send', { invoiceId: invoice.id, method: 'email' })
  const { invoiceData } = (await app.hq('GET', `/api/admin/invoices/${invoice.id}`)).body.data
  const { jobId: _, ...printed } = invoiceData
  seen.push(['invoice PDF', JSON.stringify(documentOf(printed, 'en'))])
  const start = { start: '2026-03-04T19:00:00Z', workerId: marcus }
  await app.hq('POST', `/api/admin/jobs/${id}/schedule`, start)
  await app.hq('POST', `/api/admin/jobs/${id}/cancel`, {})
  await app.rest()
  for (const row of await app.deps.store.read.select().from(outbox)) {
    const { rendered } = (await app.hq('GET', `/api/admin/outbox/${row.id}`)).body.data
    seen.push([`${row.template} ${row.channel}`, JSON.stringify(rendered)])
    if (row.template === 'invoice') await look(new URL(String(row.data.url)).pathname)
  }
  return seen
}

test('no customer page, address or message contains a job id; they show its reference', async () => {
  const seen = await everythingSeen()
  const [job] = await app.deps.store.read.select().from(jobs)
  const [id, reference] = [job?.id ?? 'none', job?.reference ?? 'none']
  const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  const forms = [id, id.replaceAll('-', ''), packed]
  expect(
    seen.filter(([, text]) => forms.some((form) => text.includes(form))).map(([where]) => where),
  ).toEqual([])
  const saying = seen.filter(([, text]) => text.includes(reference)).map(([where]) => where)
  const templates = ['booked', 'scheduled', 'receipt', 'invoice', 'cancelled']
  expect(saying).toEqual(expect.arrayContaining(['invoice PDF', ...templates.map((name) => `${name} email`)]))
  expect(saying.some((where) => where.startsWith('/book/done/'))).toBe(true)
  expect(saying.some((where) => where.startsWith('/i/'))).toBe(true)
})

test('a text message ends with the reference', async () => {
  const job = await app.job({ customerEmail: undefined, customerPhone: '303-555-0142' })
  const [row] = await app.deps.store.read.select().from(outbox)
  const { rendered } = (await app.hq('GET', `/api/admin/outbox/${row?.id}`)).body.data
  expect(rendered.text).toEndWith(` Ref. ${job.reference}`)
})
