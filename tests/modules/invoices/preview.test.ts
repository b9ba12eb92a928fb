import { afterEach, beforeEach, expect, test } from 'bun:test'
import { invoices, outbox } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const preview = (body: unknown) => admin.post('/api/dev/invoice', body)
const job = {
  id: 42,
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  type: 'Gutter cleaning',
  price: 150,
  discount: 10,
  taxPercent: 5,
  addOns: ['Downspout flush'],
  whatever: { passes: 'through' },
}

test('a preview shows the invoice of a job that need not exist, and stores nothing', async () => {
  const { invoice, html, emailed } = expectStatus(await preview({ job, franchiseName: 'North Gutters' }), 200)
    .body.data
  expect(invoice).toMatchObject({
    jobId: '42',
    number: null,
    seller: { name: 'North Gutters' },
    subtotalCents: 14_000,
    taxCents: 700,
    totalCents: 14_700,
  })
  expect(html).toContain('$147.00')
  expect(emailed).toBe(false)
  expect(await admin.deps.store.read.select().from(invoices)).toEqual([])
  expect(await admin.deps.store.read.select().from(outbox)).toEqual([])
})

test("a preview goes to the job's customer on request, with its PDF", async () => {
  expect(expectStatus(await preview({ job, sendEmail: true }), 200).body.data.emailed).toBe(true)
  expect(await admin.deps.store.read.select().from(outbox)).toMatchObject([
    { recipient: 'ada@example.com', template: 'invoice' },
  ])
})

test("a preview without a recipient says that it wasn't sent", async () => {
  expect(expectStatus(await preview({ job: { id: 'x' }, sendEmail: true }), 200).body.data.emailed).toBe(
    false,
  )
})

test("a job without an id is refused, but odd fields in it aren't", async () => {
  expectStatus(await preview({ job: { type: 'x' } }), 400)
  expectStatus(await preview({ job: { id: true } }), 400)
  const odd = expectStatus(
    await preview({ job: { id: 1, price: 'many', addOns: 7, customerName: null, taxPercent: -3 } }),
    200,
  )
  expect(odd.body.data.invoice).toMatchObject({
    totalCents: 0,
    lines: [{ kind: 'service', label: 'Service', amountCents: 0 }],
  })
  expectStatus(await preview({ job: { id: 1, price: 10, discount: 20 } }), 400)
})
