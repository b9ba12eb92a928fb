import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { deskOf, type Desk } from './desk'

let money: MoneyTest
let desk: Desk
beforeEach(async () => {
  money = await startMoneyTest({ BUSINESS_TIMEZONE: 'America/New_York' })
  desk = deskOf(money)
})
afterEach(() => money.close())

/** Each refund of a job with its credit note. */
async function compared(jobId: string) {
  const [refunds, notes] = [await money.refundsOf(jobId), await desk.notesOf(jobId)]
  const byId = (one: string[], other: string[]) => one[0]!.localeCompare(other[0]!)
  return [
    refunds.map(({ id, cents }) => [id, String(cents)]).toSorted(byId),
    notes.map(({ refundId, totalCents }) => [refundId ?? '', String(totalCents)]).toSorted(byId),
  ] as const
}
async function expectAgreement(jobId: string, count: number) {
  const [refunds, notes] = await compared(jobId)
  expect(notes).toEqual(refunds)
  expect(notes).toHaveLength(count)
}

describe('each refund has one credit note', () => {
  test('including money the bank returned', async () => {
    const job = await money.job()
    const paymentId = await money.pay(job.id)
    await desk.sent(job.id)
    const dispute = { id: 'dp_noted', payment_intent: paymentId, amount: 5_000, status: 'lost' }
    await money.event('charge.dispute.closed', dispute)
    await expectAgreement(job.id, 1)
  })

  test('including refunds before the invoice was sent', async () => {
    const job = await money.job()
    await money.pay(job.id)
    await desk.refund(job.id, 50)
    expect(await desk.notesOf(job.id)).toEqual([])
    const { id } = await desk.sent(job.id)
    await expectAgreement(job.id, 1)
    await desk.refund(job.id)
    expectStatus(await desk.send(id), 200)
    await expectAgreement(job.id, 2)
    expect((await desk.detail(id)).creditNotes).toMatchObject([{ total: 50 }, { total: 149.99 }])
  })

  test('including refunds while no invoice was in force', async () => {
    const job = await money.job()
    await money.pay(job.id)
    const first = await desk.sent(job.id)
    await desk.void(first.id)
    await desk.refund(job.id, 20)
    expect(await desk.notesOf(job.id)).toEqual([])
    const { id } = await desk.sent(job.id)
    expect(await desk.notesOf(job.id)).toMatchObject([{ creditsId: id, totalCents: 2_000 }])
  })

  test('and keeps it when the invoice is regenerated', async () => {
    const job = await money.job()
    await money.pay(job.id)
    const first = await desk.sent(job.id)
    await desk.refund(job.id, 20)
    await desk.void(first.id)
    const second = await desk.sent(job.id)
    await desk.refund(job.id, 30)
    await expectAgreement(job.id, 2)
    const { invoiceData, creditNotes } = await desk.detail(second.id)
    expect(invoiceData).toMatchObject({ balanceCents: 0, refundedCents: 5_000 })
    expect(creditNotes).toMatchObject([{ creditsId: first.id }, { creditsId: second.id }])
  })

  test('including a full refund before the invoice was made', async () => {
    const job = await money.job()
    await money.pay(job.id)
    await desk.refund(job.id, 50)
    await desk.refund(job.id)
    await desk.sent(job.id)
    await expectAgreement(job.id, 2)
  })
})

describe('a job done by HQ', () => {
  test("has its credit note in the year of its invoice, by the business's calendar", async () => {
    const job = await money.job()
    await money.pay(job.id)
    money.clock.set('2027-01-01T01:00:00Z')
    const { id } = await desk.sent(job.id)
    await desk.refund(job.id, 50)
    expect((await desk.detail(id)).invoice).toMatchObject({ number: 'HQ-2026-0001', issuedOn: '2026-12-31' })
    expect(await desk.notesOf(job.id)).toMatchObject([{ number: 'HQ-CN-2026-0001', issuedOn: '2026-12-31' }])
  })

  test('is dated by that calendar on the draft and on the sent invoice', async () => {
    const job = await money.job()
    await desk.visitAt(job.id, '2026-03-10T01:00:00Z')
    const { invoice, invoiceData } = await desk.make(job.id)
    expect(invoiceData.serviceDate).toBe('2026-03-09')
    expectStatus(await desk.send(invoice.id), 200)
    expect((await desk.detail(invoice.id)).invoiceData.serviceDate).toBe('2026-03-09')
  })
})
