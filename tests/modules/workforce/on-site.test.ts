import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { activity, extraApprovals, hqTasks, invoices, jobs, serviceTypes, workers } from '../../../db/schema'
import { checkBooks } from '../../../src/modules/payments'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type JobRow, type MoneyTest } from '../../support/money'

let money: MoneyTest
let token: string
let franchiseId: string
const workerId = 'worker-1'

beforeAll(async () => {
  money = await startMoneyTest()
  franchiseId = await money.franchise({ share: 70, tax: 10 })
  const at = money.clock.now()
  const stamps = { createdAt: at, updatedAt: at }
  await money.deps.store.write(async (tx) => {
    await tx.insert(workers).values({ id: workerId, name: 'Sofia Reyes', franchiseId, ...stamps })
    await tx.insert(workers).values({ id: 'worker-2', name: 'Marcus Lee', franchiseId, ...stamps })
    await tx.insert(serviceTypes).values({
      id: 'service-1',
      label: 'Gutter cleaning',
      baseMinutes: 45,
      listPriceCents: 10_000,
      extras: [
        { label: 'Downspout flush', priceCents: 2_500, minutes: 15 },
        { label: 'Roof check', priceCents: 4_000, minutes: 20 },
      ],
      ...stamps,
    })
  })
  const made = await money.hq('POST', `/api/admin/workers/${workerId}/tokens`)
  token = expectStatus(made, 201).body.data.token
})
afterAll(() => money.close())
beforeEach(async () => {
  await money.hq('PATCH', '/api/admin/settings/invoices', { values: { techniciansTakePayment: true } })
})

/** A $110.00 visit of the technician: $100.00 and 10% tax. */
async function visit(booking: object = {}, changes: Partial<JobRow> = {}): Promise<JobRow> {
  const job = await money.job({ price: 100, customerPhone: '303-555-0142', franchiseId, ...booking })
  const start = money.clock.now()
  const times = { scheduledStart: start, scheduledEnd: start + 1, busyUntil: start + 1 }
  await money.deps.store.write((tx) =>
    tx
      .update(jobs)
      .set({ workerId, franchiseId, status: 'in_progress', revision: 1, ...times, ...changes })
      .where(eq(jobs.id, job.id)),
  )
  // The next visit needs the technician.
  money.clock.advance(60_000)
  return money.readJob(job.id)
}

const work = (method: string, path: string, body?: unknown, key?: string) =>
  money.open(method, `/api/work/jobs/${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const moneyOf = async (id: string) => expectStatus(await work('GET', `${id}/money`), 200).body.data
const take = (id: string, body: object, key?: string) =>
  work('POST', `${id}/payments`, { amount: 110, method: 'cash', ...body }, key)
const dayOf = async () => expectStatus(await money.open('GET', '/api/work/jobs', { token }), 200).body.data
const books = () => checkBooks(money.deps.store.read)

describe('what is due', () => {
  test('is on the card, with nothing else about the money', async () => {
    const job = await visit()
    const { dues, jobs: cards } = await dayOf()
    expect(dues[job.id]).toEqual({ total: 110, paid: 0, due: 110 })
    expect(JSON.stringify(cards)).not.toContain('110')
    expect(await moneyOf(job.id)).toEqual({
      total: 110,
      paid: 0,
      due: 110,
      canPayOnline: true,
      reach: ['sms', 'email'],
      extras: [
        { label: 'Downspout flush', price: 25, minutes: 15 },
        { label: 'Roof check', price: 40, minutes: 20 },
      ],
    })
  })

  test("isn't shown or taken where the office doesn't want it", async () => {
    const job = await visit()
    await money.hq('PATCH', '/api/admin/settings/invoices', { values: { techniciansTakePayment: false } })
    expect((await dayOf()).dues).toBeNull()
    expect((await work('GET', `${job.id}/money`)).status).toBe(409)
    expect((await work('POST', `${job.id}/pay-link`)).status).toBe(409)
    expect((await work('POST', `${job.id}/extras/price`, { labels: ['Roof check'] })).status).toBe(409)
  })

  test("of another technician's job is nobody's to see", async () => {
    const job = await visit({}, { workerId: 'worker-2' })
    for (const [method, path, body] of [
      ['GET', 'money'],
      ['POST', 'pay-link'],
      ['POST', 'pay-link/send', { by: 'sms' }],
      ['POST', 'extras/price', { labels: ['Roof check'] }],
      ['POST', 'extras', { labels: ['Roof check'], total: 154, approvedName: 'Jo' }],
      ['POST', 'payments', { amount: 10, method: 'cash' }],
    ] as const)
      expect([path, (await work(method, `${job.id}/${path}`, body)).status]).toEqual([path, 404])
  })
})

describe('paying by link', () => {
  test('leads to a page that takes the card, and the phone sees that it is paid', async () => {
    const job = await visit()
    const { url } = expectStatus(await work('POST', `${job.id}/pay-link`), 200).body.data
    expect(url.length).toBeLessThan(80)
    // Asking again makes no second invoice.
    expect(expectStatus(await work('POST', `${job.id}/pay-link`), 200).body.data.url).toBe(url)
    const { pathname } = new URL(url)
    expect((await money.open('GET', pathname)).text).toContain('$110.00')
    const checkout = await money.open('POST', `${pathname}/pay`, { raw: '' })
    expect(checkout.status).toBe(303)
    const page = new URL(checkout.headers.get('location') ?? '').pathname
    await money.open('POST', page, { raw: new URLSearchParams({ card: '4242424242424242' }) })
    await money.rest()
    expect(await moneyOf(job.id)).toMatchObject({ total: 110, paid: 110, due: 0 })
    expect((await work('POST', `${job.id}/pay-link`)).status).toBe(409)
    expect(await books()).toEqual([])
  })

  test('can be texted or emailed to the customer', async () => {
    const job = await visit()
    expectStatus(await work('POST', `${job.id}/pay-link/send`, { by: 'sms' }), 200)
    const sent = (await money.outbox()).filter(({ template }) => template === 'invoice')
    expect(sent).toMatchObject([{ channel: 'sms' }])
    const [invoice] = await money.deps.store.read.select().from(invoices).where(eq(invoices.jobId, job.id))
    expect(invoice).toMatchObject({ status: 'sent', totalCents: 11_000 })
  })
})

describe('cash or a check', () => {
  test('is recorded once, however often the phone repeats the request, and the franchise has the money', async () => {
    const job = await visit()
    const before = (await money.outbox()).length
    for (let time = 0; time < 3; time++)
      expect(expectStatus(await take(job.id, { receipt: 'sms' }, 'cash-1'), 201).body.data).toEqual({
        recorded: true,
        balance: { total: 110, paid: 110, due: 0 },
      })
    // A repeat after the stored answer is gone finds the payment by its key.
    money.clock.advance(2 * 86_400_000)
    token = expectStatus(await money.hq('POST', `/api/admin/workers/${workerId}/tokens`), 201).body.data.token
    expectStatus(await take(job.id, { receipt: 'sms' }, 'cash-1'), 201)
    expect(await money.paymentsOf(job.id)).toMatchObject([
      { method: 'cash', receivedBy: 'franchise', recordedBy: `worker:${workerId}`, capturedCents: 11_000 },
    ])
    const receipts = (await money.outbox()).slice(0, -before).filter(({ template }) => template === 'receipt')
    expect(receipts).toMatchObject([{ channel: 'sms' }])
    expect(await books()).toEqual([])
  })

  test('of a part leaves the rest due, and says when it was taken', async () => {
    const job = await visit()
    const takenAt = new Date(money.clock.now() - 30 * 3_600_000).toISOString()
    await take(job.id, { amount: 40, method: 'check', note: '#1042', takenAt })
    expect(await moneyOf(job.id)).toMatchObject({ paid: 40, due: 70 })
    const [payment] = await money.paymentsOf(job.id)
    expect(payment).toMatchObject({ method: 'check', note: '#1042' })
    expect(payment!.paidAt!).toBeLessThan(money.clock.now() - 20 * 3_600_000)
  })

  describe('that the books can’t take', () => {
    const notesOf = (id: string) =>
      money.deps.store.read
        .select()
        .from(hqTasks)
        .where(
          and(eq(hqTasks.kind, 'payment.not-recorded'), eq(hqTasks.jobId, id), eq(hqTasks.state, 'open')),
        )
    const noted = { recorded: false, balance: null }

    test('is noted for the office, once, because the technician has the money', async () => {
      const paid = await visit()
      await money.pay(paid.id)
      for (let time = 0; time < 3; time++)
        expect(expectStatus(await take(paid.id, {}, 'late-1'), 201).body.data).toEqual(noted)
      const [todo, ...more] = await notesOf(paid.id)
      expect(more).toEqual([])
      expect(todo).toMatchObject({
        title: 'Check a payment: a technician took $110.00 in cash for Gutter cleaning',
        detail:
          "It isn't in the books: This job is already paid. Ask Sofia Reyes, then record it or give it back.",
      })
      // A repeat after the office is done with it, and after the stored answer is gone, asks nothing again.
      expectStatus(await money.hq('POST', `/api/admin/tasks/${todo!.id}/done`), 200)
      money.clock.advance(2 * 86_400_000)
      expect(expectStatus(await take(paid.id, {}, 'late-1'), 201).body.data).toEqual(noted)
      expect(await notesOf(paid.id)).toEqual([])
      expect(expectStatus(await take(paid.id, {}, 'late-1b'), 201).body.data).toEqual(noted)
      expect(await notesOf(paid.id)).toHaveLength(1)
      expect(await books()).toEqual([])
    })

    test('is noted if the visit was theirs and is someone else’s now', async () => {
      const given = await visit({}, { status: 'scheduled' })
      expectStatus(
        await money.hq('POST', `/api/admin/jobs/${given.id}/assign`, { workerId: 'worker-2' }),
        200,
      )
      expect(expectStatus(await take(given.id, {}, 'late-2'), 201).body.data).toEqual(noted)
      expect((await notesOf(given.id)).map(({ detail }) => detail)).toEqual([
        "It isn't in the books: the visit is no longer theirs. Ask Sofia Reyes, then record it or give it back.",
      ])
      // Getting the visit back doesn't record it beside the to-do.
      await money.hq('POST', `/api/admin/jobs/${given.id}/assign`, { workerId })
      expect(expectStatus(await take(given.id, {}, 'late-2'), 201).body.data).toEqual(noted)
      money.clock.advance(2 * 86_400_000)
      expect(expectStatus(await take(given.id, {}, 'late-2'), 201).body.data).toEqual(noted)
      expect(await money.paymentsOf(given.id)).toEqual([])
      expect(await notesOf(given.id)).toHaveLength(1)
    })

    test('is noted if it was taken long ago or technicians take no payments anymore', async () => {
      const job = await visit()
      const takenAt = new Date(money.clock.now() - 8 * 86_400_000).toISOString()
      expect(expectStatus(await take(job.id, { amount: 1, takenAt }), 201).body.data).toEqual(noted)
      expect((await notesOf(job.id))[0]!.detail).toMatch(
        /^It isn't in the books: it was taken on \w+ \d+, 20/,
      )
      const other = await visit()
      await money.hq('PATCH', '/api/admin/settings/invoices', { values: { techniciansTakePayment: false } })
      expect(expectStatus(await take(other.id, {}), 201).body.data).toEqual(noted)
      expect(await money.paymentsOf(other.id)).toEqual([])
    })

    test('is no to-do if it was recorded before the visit went to someone else', async () => {
      const job = await visit({}, { status: 'scheduled' })
      expectStatus(await take(job.id, {}, 'early-1'), 201)
      await money.hq('POST', `/api/admin/jobs/${job.id}/assign`, { workerId: 'worker-2' })
      money.clock.advance(2 * 86_400_000)
      expect(expectStatus(await take(job.id, {}, 'early-1'), 201).body.data.recorded).toBe(true)
      expect(await notesOf(job.id)).toEqual([])
      expect(await money.paymentsOf(job.id)).toHaveLength(1)
    })

    test('is refused for a job that never was theirs', async () => {
      const job = await visit({}, { workerId: 'worker-2' })
      expect((await take(job.id, {}, 'never-1')).status).toBe(404)
      expect(await notesOf(job.id)).toEqual([])
    })
  })

  test('for a job that nobody has is not found', async () => {
    expect((await take('01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d', {})).status).toBe(404)
  })
})

describe('extras', () => {
  const price = (id: string, labels: string[]) => work('POST', `${id}/extras/price`, { labels })
  const approve = (id: string, body: object, key = 'extras-1') =>
    work(
      'POST',
      `${id}/extras`,
      { labels: ['Roof check'], total: 154, approvedName: 'Jordan R', ...body },
      key,
    )

  test('are priced by the rules, approved once, and on the job, the invoice and the record', async () => {
    const job = await visit()
    const { url } = expectStatus(await work('POST', `${job.id}/pay-link`), 200).body.data
    expect(expectStatus(await price(job.id, ['Roof check']), 200).body.data).toEqual({
      extras: [{ label: 'Roof check', price: 40 }],
      before: 110,
      total: 154,
      due: 154,
    })
    for (let time = 0; time < 2; time++)
      expect(expectStatus(await approve(job.id, {}), 200).body.data).toEqual({
        total: 154,
        paid: 0,
        due: 154,
      })
    expect(await money.readJob(job.id)).toMatchObject({
      priceCents: 14_000,
      taxCents: 1_400,
      totalCents: 15_400,
      addOns: ['Roof check'],
    })
    expect((await money.open('GET', new URL(url).pathname)).text).toContain('Roof check')
    const shown = (await money.hq('GET', `/api/admin/jobs/${job.id}/refund`)).body.data
    expect(shown.approvals).toMatchObject([
      {
        extras: [{ label: 'Roof check', price: 40 }],
        before: 110,
        total: 154,
        approvedName: 'Jordan R',
        recordedBy: `worker:${workerId}`,
      },
    ])
    expect((await moneyOf(job.id)).extras).toEqual([{ label: 'Downspout flush', price: 25, minutes: 15 }])
    const log = await money.deps.store.read
      .select()
      .from(activity)
      .where(eq(activity.type, 'job.extras-added'))
    expect(log.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Added Roof check to job TR-\w+, as the customer approved$/),
    ])
    expect(log[0]!.summary).not.toContain('Jordan')
    const exported = await money.hq('GET', `/api/admin/customers/${job.customerId}/export`)
    expect(exported.body.data.approvals).toMatchObject([{ jobId: job.id, approvedName: 'Jordan R' }])
  })

  test('count a promo code and the part that is already paid', async () => {
    await money.hq('POST', '/api/admin/promos', { code: 'TENOFF', kind: 'percent', value: 10 })
    const job = await visit({ customerEmail: 'promo@example.com' })
    await money.hq('POST', `/api/admin/jobs/${job.id}/reprice`, { promoCode: 'TENOFF', tellCustomer: false })
    await take(job.id, { amount: 50 })
    // ($140 - 10%) + 10% tax
    const { total, due } = expectStatus(await price(job.id, ['Roof check']), 200).body.data
    expect([total, due]).toEqual([138.6, 88.6])
    expectStatus(await approve(job.id, { total }, 'promo-1'), 200)
    expect(await money.readJob(job.id)).toMatchObject({ discountCents: 1_400, totalCents: 13_860 })
    expect(await books()).toEqual([])
  })

  test('are refused at another price than the customer saw, or if the catalog has no such extra', async () => {
    const job = await visit()
    const seen = await approve(job.id, { total: 140 }, 'seen-1')
    expect(expectStatus(seen, 409).body.error).toContain('The price has changed')
    expect((await approve(job.id, { labels: ['Gold leaf'] }, 'seen-2')).status).toBe(409)
    expect((await approve(job.id, { approvedName: ' ' }, 'seen-3')).status).toBe(400)
    expect(await money.readJob(job.id)).toMatchObject({ totalCents: 11_000, addOns: [] })
  })

  test('come too late after the payment, the end of the visit or a voided invoice, and the answer says why', async () => {
    const paid = await visit()
    await money.pay(paid.id)
    expect(expectStatus(await price(paid.id, ['Roof check']), 409).body.error).toContain('already paid')
    expect(expectStatus(await approve(paid.id, {}, 'late-x'), 409).body.error).toContain('already paid')
    const missed = await visit({}, { status: 'no_show' })
    expect(expectStatus(await price(missed.id, ['Roof check']), 409).body.error).toContain('missed')
    const voided = await visit()
    await work('POST', `${voided.id}/pay-link/send`, { by: 'email' })
    const [invoice] = await money.deps.store.read.select().from(invoices).where(eq(invoices.jobId, voided.id))
    expectStatus(await money.hq('POST', `/api/admin/invoices/${invoice!.id}/void`, { reason: 'Wrong' }), 200)
    expect(expectStatus(await price(voided.id, ['Roof check']), 409).body.error).toContain('voided')
  })

  test('lose the name of a customer who is erased', async () => {
    const job = await visit({ customerEmail: 'gone@example.com', customerPhone: '303-555-0199' })
    expectStatus(await approve(job.id, { approvedName: 'Zebulon' }, 'erase-1'), 200)
    await money.deps.store.write((tx) =>
      tx.update(jobs).set({ status: 'completed', completedAt: 1 }).where(eq(jobs.id, job.id)),
    )
    expectStatus(await money.hq('POST', `/api/admin/customers/${job.customerId}/erase`), 200)
    const [row] = await money.deps.store.read
      .select()
      .from(extraApprovals)
      .where(eq(extraApprovals.jobId, job.id))
    expect(row!.approvedName).not.toContain('Zebulon')
  })
})
