import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invoiceDocuments, invoices } from '../../../db/schema'
import { InvoicePrinter } from '../../../src/modules/invoices/pdf/render'
import { postInvoices } from '../../../src/modules/invoices/post'
import { wordingOf } from '../../../src/modules/invoices/wording'
import type { InvoiceData } from '../../../src/modules/invoices'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { deskOf, type Desk } from './desk'

let money: MoneyTest
let desk: Desk
let isOutOfPaper: boolean
beforeEach(async () => {
  money = await startMoneyTest()
  desk = deskOf(money)
  isOutOfPaper = false
  // The words of the document instead of a PDF, so that a test can read them.
  money.deps.state.of(InvoicePrinter).print = async ({ data, language }) => {
    if (isOutOfPaper) throw new Error('out of paper')
    const { facts, sums, closing, stamp } = wordingOf(data as InvoiceData, language)
    const words = [stamp, ...facts.flat(), ...sums.flatMap(({ label, amount }) => [label, amount]), closing]
    return { bytes: new TextEncoder().encode(words.join('|')), missing: [] }
  }
})
afterEach(() => money.close())

const kept = async (invoiceId: string) => {
  const rows = await money.deps.store.read
    .select()
    .from(invoiceDocuments)
    .where(eq(invoiceDocuments.invoiceId, invoiceId))
    .orderBy(invoiceDocuments.id)
  return rows.map(({ bytes }) => bytes.toString())
}
const download = async (path: string) => expectStatus(await money.open('GET', `${path}/pdf`), 200).text

describe('an invoice that was sent and then paid', () => {
  test('downloads as paid, with its date and nothing due', async () => {
    const job = await money.job()
    const { id, path } = await desk.sent(job.id)
    expect(await download(path)).toContain('Balance due|$199.99')
    money.clock.advance(86_400_000)
    await money.pay(job.id)
    for (const text of [
      await download(path),
      expectStatus(await money.hq('GET', `/api/admin/invoices/${id}/pdf`), 200).text,
    ]) {
      expect(text).toStartWith('PAID|')
      expect(text).toContain('Paid on|Mar 3, 2026')
      expect(text).toContain('Balance due|$0.00')
      expect(text).not.toContain('|Due|')
    }
    const page = (await money.open('GET', path)).text
    for (const words of ['PAID', 'Paid on', 'Mar 3, 2026', '$0.00']) expect(page).toContain(words)
    const token = await money.deps.tokens.proof.issue('jordan@example.com')
    const account = await money.open('GET', '/api/account', { token })
    expect(account.body.data.invoices).toMatchObject([{ id, paidOn: '2026-03-03' }])
  })

  test('keeps a second document, and the first one stays', async () => {
    const job = await money.job()
    const { id, path } = await desk.sent(job.id)
    money.clock.advance(60_000)
    await money.pay(job.id)
    money.clock.advance(60_000)
    // Nothing goes out again: the customer has a receipt.
    expect(await postInvoices(money.deps)).toBe(0)
    const [first, second, ...more] = await kept(id)
    expect(first).toContain('Balance due|$199.99')
    expect(second).toStartWith('PAID|')
    expect(more).toEqual([])
    expect((await desk.detail(id)).documents).toHaveLength(2)
    expect(await download(path)).toBe(second!)
    await postInvoices(money.deps)
    expect(await kept(id)).toHaveLength(2)
    expect((await money.outbox()).filter(({ template }) => template === 'invoice')).toHaveLength(1)
  })

  test('gets its copy later if it could not be printed', async () => {
    const job = await money.job()
    const { id } = await desk.sent(job.id)
    await money.pay(job.id)
    isOutOfPaper = true
    await postInvoices(money.deps)
    expect(await kept(id)).toHaveLength(1)
    expect((await money.tasks()).map(({ kind }) => kind)).not.toContain('invoice.not-posted')
    isOutOfPaper = false
    money.clock.advance(3_600_000)
    await postInvoices(money.deps)
    expect(await kept(id)).toHaveLength(2)
  })

  test('shows a refund on its next download', async () => {
    const job = await money.job()
    const { path } = await desk.sent(job.id)
    await money.pay(job.id)
    money.clock.advance(60_000)
    await postInvoices(money.deps)
    money.clock.advance(60_000)
    await desk.refund(job.id)
    expect(await download(path)).toStartWith('REFUNDED|')
  })

  test('asks for the money again once a recorded payment was undone', async () => {
    const job = await money.job()
    const { path } = await desk.sent(job.id)
    const paid = { amount: 199.99, method: 'cash', receivedBy: 'hq' }
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/payments`, paid), 201)
    await postInvoices(money.deps)
    expect(await download(path)).toStartWith('PAID|')
    const [payment] = await money.paymentsOf(job.id)
    money.clock.advance(60_000)
    expectStatus(
      await money.hq('POST', `/api/admin/payments/${payment!.id}/undo`, { reason: 'Wrong job' }),
      200,
    )
    expect(await download(path)).toContain('Balance due|$199.99')
  })
})

test('a draft that is paid before it was sent has no copy to keep', async () => {
  const job = await money.job()
  const { invoice } = await desk.make(job.id)
  await money.pay(job.id)
  expect(await postInvoices(money.deps)).toBe(0)
  expect(await kept(invoice.id)).toEqual([])
  const [row] = await money.deps.store.read.select().from(invoices).where(eq(invoices.id, invoice.id))
  expect(row).toMatchObject({ status: 'draft', postAt: null })
})

test('an invoice that was voided after it was sent downloads as void', async () => {
  const job = await money.job()
  const { id, path } = await desk.sent(job.id)
  const [sent] = await kept(id)
  expect(sent).not.toStartWith('VOID|')
  expectStatus(
    await money.hq('POST', `/api/admin/invoices/${id}/void`, { reason: 'Wrong address', paid: false }),
    200,
  )
  expect(await download(path)).toStartWith('VOID|')
  expect(expectStatus(await money.hq('GET', `/api/admin/invoices/${id}/pdf`), 200).text).toStartWith('VOID|')
  expect(await kept(id)).toEqual([sent!])
})
