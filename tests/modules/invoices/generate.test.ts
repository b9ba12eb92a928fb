import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invoices, serviceTypes } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'
import { addWorld, booking, denver } from '../../support/world'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
  await addWorld(admin)
})
afterEach(() => admin.close())

async function book(changes: Record<string, unknown> = {}): Promise<string> {
  return expectStatus(await admin.post('/api/admin/jobs', { ...booking, ...changes }), 201).body.data.job.id
}
const generate = (jobId: string, headers?: Record<string, string>) =>
  admin.post('/api/invoices/generate', { jobId }, headers)

describe('generating an invoice', () => {
  test('answers 201 with the row, its content, its HTML and a message', async () => {
    const jobId = await book({ addOns: ['Downspout flush', 'Roof check ($25)'] })
    const { invoice, invoiceData, html, message } = expectStatus(await generate(jobId), 201).body.data
    expect(invoice).toMatchObject({
      jobId,
      kind: 'invoice',
      status: 'draft',
      number: null,
      total: 206.19,
      paidAt: null,
    })
    expect(invoiceData).toMatchObject({
      number: null,
      currency: 'USD',
      seller: { name: 'Front Range Gutters', email: 'denver@example.com' },
      customer: { name: 'Jordan Rivera', email: 'jordan@example.com' },
      lines: [
        { kind: 'service', label: 'Gutter cleaning', amountCents: 16_450 },
        { kind: 'add_on', label: 'Downspout flush', amountCents: null },
        { kind: 'add_on', label: 'Roof check ($25)', amountCents: 2_500 },
      ],
      subtotalCents: 18_950,
      taxPercent: 8.81,
      taxCents: 1_669,
      totalCents: 20_619,
      balanceCents: 20_619,
    })
    expect(html).toStartWith('<!doctype html>')
    expect(html).toContain('$206.19')
    expect(message).toBe('Invoice created.')
  })

  test('shows an add-on at its list price and takes that out of the service', async () => {
    const now = admin.clock.now()
    await admin.deps.store.write((tx) =>
      tx.insert(serviceTypes).values({
        id: 's-2',
        label: 'Downspout Flush',
        listPriceCents: 4_000,
        createdAt: now,
        updatedAt: now,
      }),
    )
    const { lines } = expectStatus(await generate(await book()), 201).body.data.invoiceData
    expect(lines).toEqual([
      { kind: 'service', label: 'Gutter cleaning', amountCents: 14_950 },
      { kind: 'add_on', label: 'Downspout flush', amountCents: 4_000 },
    ])
  })

  test('finds the price of an add-on in any letter case', async () => {
    const now = admin.clock.now()
    const stamps = { createdAt: now, updatedAt: now }
    const label = 'ÉCOULEMENT'
    await admin.deps.store.write((tx) =>
      tx.insert(serviceTypes).values({ id: 's-2', label, listPriceCents: 2_500, ...stamps }),
    )
    for (const written of [label, 'Écoulement']) {
      const { lines } = expectStatus(await generate(await book({ addOns: [written] })), 201).body.data
        .invoiceData
      expect(lines[1]).toEqual({ kind: 'add_on', label: written, amountCents: 2_500 })
    }
  })

  test('shows add-ons as included when together they would cost more than the job', async () => {
    const { lines } = expectStatus(await generate(await book({ addOns: ['New roof ($9000)'] })), 201).body
      .data.invoiceData
    expect(lines).toEqual([
      { kind: 'service', label: 'Gutter cleaning', amountCents: 18_950 },
      { kind: 'add_on', label: 'New roof ($9000)', amountCents: null },
    ])
  })

  test('shows discount and credit on their own lines', async () => {
    const jobId = await book({ price: 200 })
    expectStatus(
      await admin.post(`/api/admin/jobs/${jobId}/reprice`, { discount: 20, referralCredit: 10.5 }),
      200,
    )
    const data = expectStatus(await generate(jobId), 201).body.data.invoiceData
    expect(data.lines.slice(2)).toEqual([
      { kind: 'discount', label: 'Discount', amountCents: -2_000 },
      { kind: 'credit', label: 'Referral credit', amountCents: -1_050 },
    ])
    expect(data).toMatchObject({ subtotalCents: 16_950, taxCents: 1_493, totalCents: 18_443 })
  })

  test('answers 200 for an existing draft and brings it up to date', async () => {
    const jobId = await book()
    const first = expectStatus(await generate(jobId), 201).body.data
    expectStatus(await admin.post(`/api/admin/jobs/${jobId}/reprice`, { price: 300 }), 200)
    const second = expectStatus(await generate(jobId), 200).body.data
    expect(second.invoice.id).toBe(first.invoice.id)
    expect(second.invoice.total).toBe(326.43)
  })

  test("answers 409 for a sent one until it's voided", async () => {
    const jobId = await book()
    const { id } = expectStatus(await generate(jobId), 201).body.data.invoice
    expectStatus(await admin.post('/api/invoices/send', { invoiceId: id, method: 'email' }), 200)
    expectStatus(await generate(jobId), 409)
    const voided = expectStatus(
      await admin.post(`/api/admin/invoices/${id}/void`, { reason: 'Wrong address' }),
      200,
    )
    expect(voided.body.data).toMatchObject({
      status: 'void',
      voidReason: 'Wrong address',
      number: 'FRG-2026-0001',
    })
    expect(expectStatus(await generate(jobId), 201).body.data.invoice.id).not.toBe(id)
  })

  test("answers 404 for a job that doesn't exist", async () => {
    expectStatus(await generate('no-such-job'), 404)
  })

  test('creates one invoice when ten ask at once', async () => {
    const jobId = await book()
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate(jobId)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => '200'),
      '201',
    ])
    expect(await admin.deps.store.read.select().from(invoices).where(eq(invoices.jobId, jobId))).toHaveLength(
      1,
    )
  })

  test('repeats the stored answer for the same key', async () => {
    const jobId = await book()
    const first = expectStatus(await generate(jobId, { 'idempotency-key': 'k1' }), 201)
    const again = expectStatus(await generate(jobId, { 'idempotency-key': 'k1' }), 201)
    expect(again.body).toEqual(first.body)
  })

  test('names the business as sender for a job without a franchise', async () => {
    const job = await plantJob(admin, { fields: { franchiseId: null } })
    const data = expectStatus(await generate(job.id), 201).body.data.invoiceData
    expect(data.seller).toMatchObject({ name: 'Truckroll', color: '#1f6f54' })
  })

  test('keeps the color of a document from before the color had its present name', async () => {
    const id = expectStatus(await generate(await book()), 201).body.data.invoice.id as string
    await admin.deps.store.write(async (tx) => {
      const where = eq(invoices.id, id)
      const [{ content } = { content: null }] = await tx.select().from(invoices).where(where)
      const seller = { name: 'Old Gutters', email: null, phone: null, colour: '#8a4b08' }
      await tx
        .update(invoices)
        .set({ content: { ...content!, seller }, number: 'OLD-1', status: 'sent' })
        .where(where)
    })
    const { seller } = (await admin.get(`/api/admin/invoices/${id}`)).body.data.invoiceData
    expect(seller).toMatchObject({ name: 'Old Gutters', color: '#8a4b08' })
    expect(seller).not.toHaveProperty('colour')
  })

  test("writes customers' text as text, never as markup", async () => {
    const jobId = await book({
      customerName: '<img src=x onerror=alert(1)>',
      addOns: ['</td><script>alert(1)</script>'],
    })
    const { html } = expectStatus(await generate(jobId), 201).body.data
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
  })
})

describe('the list of invoices', () => {
  test('pages through all of them and can be filtered', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push((await generate(await book())).body.data.invoice.id)
    const first = expectStatus(await admin.get('/api/admin/invoices?limit=3'), 200).body.data
    const rest = expectStatus(await admin.get(`/api/admin/invoices?limit=3&cursor=${first.nextCursor}`), 200)
      .body.data
    expect([...first.items, ...rest.items].map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    expect(rest.nextCursor).toBeNull()
    await admin.post('/api/invoices/send', { invoiceId: ids[2], method: 'email' })
    const sent = expectStatus(
      await admin.get(`/api/admin/invoices?status=sent&franchiseId=${denver}&paid=false`),
      200,
    )
    expect(sent.body.data.items.map(({ id }: { id: string }) => id)).toEqual([ids[2]])
    const numbered = expectStatus(await admin.get('/api/admin/invoices?number=FRG-2026-0001'), 200)
    expect(numbered.body.data.items).toHaveLength(1)
  })

  test('shows sent, unpaid invoices due before today as overdue', async () => {
    const [late, draft] = [(await generate(await book())).body.data, (await generate(await book())).body.data]
    await admin.post('/api/invoices/send', { invoiceId: late.invoice.id, method: 'email' })
    const listed = async (overdue: boolean) =>
      expectStatus(await admin.get(`/api/admin/invoices?overdue=${overdue}`), 200).body.data.items.map(
        ({ id }: { id: string }) => id,
      )
    const both = [draft.invoice.id, late.invoice.id]
    // Fourteen days to pay, and the last of them is still on time.
    admin.clock.advance(14 * 86_400_000)
    expect([await listed(true), await listed(false)]).toEqual([[], both])
    admin.clock.advance(86_400_000)
    expect([await listed(true), await listed(false)]).toEqual([[late.invoice.id], [draft.invoice.id]])
    await admin.deps.store.write((tx) =>
      tx.update(invoices).set({ paidAt: admin.clock.now() }).where(eq(invoices.id, late.invoice.id)),
    )
    expect([await listed(true), await listed(false)]).toEqual([[], both])
  })

  test("answers 404 for one that doesn't exist, in every format", async () => {
    for (const path of ['', '/pdf', '/html'])
      expectStatus(await admin.get(`/api/admin/invoices/none${path}`), 404)
    expectStatus(await admin.post('/api/admin/invoices/none/void'), 404)
  })
})
