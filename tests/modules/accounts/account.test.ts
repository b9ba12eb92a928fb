import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
let proof: string
const email = 'ada@example.com'
beforeAll(async () => {
  money = await startMoneyTest()
  proof = await money.deps.tokens.proof.issue(email)
})
afterAll(() => money.close())

const account = async () => (await money.open('GET', '/api/account', { token: proof })).body.data
const ownJob = async (id: string) => (await account()).jobs.find((job: { id: string }) => job.id === id)

describe("a customer's account", () => {
  test('shows the refund for canceling: nothing before the payment, everything after it, nothing twice', async () => {
    const job = await money.job({ customerEmail: email })
    expect((await ownJob(job.id)).refundable).toBe(0)
    await money.pay(job.id)
    expect(await ownJob(job.id)).toMatchObject({ refundable: 199.99, paymentState: 'paid' })
    await money.open('POST', '/api/customer/cancel', { body: { jobId: job.id } })
    await money.rest()
    expect(await ownJob(job.id)).toMatchObject({ refundable: 0, paymentState: 'refunded' })
  })

  test('shows less after a partial refund', async () => {
    const job = await money.job({ customerEmail: email })
    await money.pay(job.id)
    const refunded = await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: 50 })
    expect(refunded.status).toBeLessThan(300)
    await money.rest()
    expect((await ownJob(job.id)).refundable).toBe(149.99)
  })

  test('lists sent invoices with a page that shows them', async () => {
    const job = await money.job({ customerEmail: email })
    const generated = await money.hq('POST', '/api/invoices/generate', { jobId: job.id })
    const { id } = generated.body.data.invoice
    const own = async () =>
      (await account()).invoices.filter(({ jobId }: { jobId: string }) => jobId === job.id)
    expect(await own()).toEqual([])
    expect((await money.hq('POST', '/api/invoices/send', { invoiceId: id, method: 'email' })).status).toBe(
      200,
    )
    const [invoice] = await own()
    expect(invoice).toMatchObject({ id, kind: 'invoice', status: 'sent', total: 199.99, paidAt: null })
    expect((await money.open('GET', new URL(invoice.url).pathname)).status).toBe(200)
  })

  test("never lists a draft, even once it's void", async () => {
    const job = await money.job({ customerEmail: email })
    const own = async () =>
      (await account()).invoices.filter(({ jobId }: { jobId: string }) => jobId === job.id)
    const draft = await money.hq('POST', '/api/invoices/generate', { jobId: job.id })
    const voided = await money.hq('POST', `/api/admin/invoices/${draft.body.data.invoice.id}/void`)
    expect(voided.status).toBe(200)
    expect(await own()).toEqual([])
  })

  test('is empty for an address that never booked', async () => {
    const token = await money.deps.tokens.proof.issue('nobody@example.com')
    const { body } = await money.open('GET', '/api/account', { token })
    expect(body.data).toEqual({
      email: 'nobody@example.com',
      name: null,
      language: null,
      jobs: [],
      nextCursor: null,
      invoices: [],
      plans: [],
      card: null,
    })
  })
})
