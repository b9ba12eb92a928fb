import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startResend, taken } from '../../providers/email/resend-stub'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { useStubs } from '../messages/outbox'
import { deskOf, type Desk } from './desk'

let money: MoneyTest
let desk: Desk
beforeEach(async () => {
  money = await startMoneyTest()
  desk = deskOf(money)
})
afterEach(() => money.close())

const dispute = (status: string, paymentId: string) => ({
  id: 'dp_1',
  amount: 19_999,
  status,
  payment_intent: paymentId,
})

describe('a paid job', () => {
  test('that was fully refunded has an invoice with nothing due that shows the refund', async () => {
    const job = await money.job()
    await money.pay(job.id)
    await desk.refund(job.id)
    const { invoice, invoiceData, html } = await desk.make(job.id)
    expect(invoice.paidAt).not.toBeNull()
    expect(invoiceData).toMatchObject({ balanceCents: 0, refundedCents: 19_999, payUrl: null })
    for (const words of ['REFUNDED', '-$199.99', 'We refunded $199.99']) expect(html).toContain(words)
    expectStatus(await desk.send(invoice.id), 200)
    expect(await desk.overdue()).toEqual([])
  })

  test('that was partly refunded shows both amounts', async () => {
    const job = await money.job()
    await money.pay(job.id)
    await desk.refund(job.id, 50)
    const { invoiceData, html } = await desk.make(job.id)
    expect(invoiceData).toMatchObject({ paidOn: '2026-03-02', balanceCents: 0, refundedCents: 5_000 })
    for (const words of ['PAID', 'Refunded', '$50.00']) expect(html).toContain(words)
  })

  test('in dispute owes nothing on a regenerated invoice', async () => {
    const job = await money.job()
    const paymentId = await money.pay(job.id)
    const [draft] = await desk.invoicesOf(job.id)
    await money.event('charge.dispute.created', dispute('needs_response', paymentId))
    expect((await money.readJob(job.id)).paymentState).toBe('disputed')
    await desk.void(draft!.id)
    expect((await desk.make(job.id)).invoiceData).toMatchObject({ balanceCents: 0, payUrl: null })
  })
})

describe('canceling a job', () => {
  test('with nothing paid voids the sent invoice, and its page says so', async () => {
    const job = await money.job()
    const { id, path } = await desk.sent(job.id)
    await desk.cancel(job.id)
    const { invoice, invoiceData } = await desk.detail(id)
    expect(invoice).toMatchObject({
      status: 'void',
      number: 'HQ-2026-0001',
      voidReason: 'The job was canceled',
    })
    expect(invoiceData).toMatchObject({ balanceCents: 0, payUrl: null })
    const page = expectStatus(await money.open('GET', path), 200).text
    expect(page).toContain('You don’t owe anything on it')
    expect(page).not.toContain('Pay now')
    expectStatus(await money.open('POST', `${path}/pay`, { raw: '' }), 409)
    expect(await desk.overdue()).toEqual([])
  })

  test('voids a draft as well, without a number', async () => {
    const job = await money.job()
    const { invoice } = await desk.make(job.id)
    await desk.cancel(job.id)
    expect(await desk.invoicesOf(job.id)).toMatchObject([{ id: invoice.id, status: 'void', number: null }])
    expectStatus(await desk.send(invoice.id), 409)
  })

  test('voids an invoice being sent at that moment, and it stays void when it has arrived', async () => {
    const job = await money.job({ customerEmail: 'ada@lovelace.dev' })
    const { invoice } = await desk.make(job.id)
    let cancelling: Promise<void> | undefined
    const mail = startResend(async () => {
      await (cancelling ??= desk.cancelOnly(job.id))
      return taken()
    })
    try {
      useStubs(money.deps, { resend: mail.url })
      expectStatus(await desk.send(invoice.id), 200)
      expect((await desk.detail(invoice.id)).invoice).toMatchObject({
        status: 'void',
        number: 'HQ-2026-0001',
        sentVia: 'email',
      })
      await money.rest()
    } finally {
      await mail.stop()
    }
  })

  test('that was paid keeps the invoice, with a credit note for the refund', async () => {
    const job = await money.job()
    const { id } = await desk.sent(job.id)
    await money.pay(job.id)
    await desk.cancel(job.id)
    expect((await desk.detail(id)).invoice).toMatchObject({ status: 'sent', voidedAt: null })
    expect(await desk.notesOf(job.id)).toMatchObject([{ creditsId: id, totalCents: 19_999 }])
  })

  test('with nothing paid leaves nothing to invoice', async () => {
    const job = await money.job()
    await desk.cancel(job.id)
    const refused = expectStatus(await desk.generate(job.id), 409)
    expect(refused.body.error).toContain('was canceled before anything was paid')
    expect(await desk.invoicesOf(job.id)).toEqual([])
  })
})

test("a void invoice isn't paid, and neither is a credit note", async () => {
  const job = await money.job()
  const first = await desk.sent(job.id)
  await desk.void(first.id)
  const voided = expectStatus(await money.open('POST', `${first.path}/pay`, { raw: '' }), 409)
  expect(voided.text).toContain('This invoice is void')
  const { path } = await desk.sent(job.id)
  await money.pay(job.id)
  await desk.refund(job.id)
  const [, note = ''] = /href="([^"]+)">HQ-CN-/.exec((await money.open('GET', path)).text) ?? []
  expect((await money.open('POST', `${note}/pay`, { raw: '' })).text).toContain(
    'A credit note doesn’t need to be paid',
  )
})
