import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, invoices } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { printAll } from '../../support/app'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeEach(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.close())

const invoicesOf = (jobId: string) =>
  money.deps.store.read.select().from(invoices).where(eq(invoices.jobId, jobId)).orderBy(invoices.id)

async function sentInvoice(jobId: string, method = 'email') {
  const made = expectStatus(await money.hq('POST', '/api/invoices/generate', { jobId }), 201)
  const { id } = made.body.data.invoice
  expectStatus(await money.hq('POST', '/api/invoices/send', { invoiceId: id, method }), 200)
  return { id, payUrl: new URL(made.body.data.invoiceData.payUrl).pathname }
}
const refund = async (jobId: string, body: object) => {
  expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/refund`, body), 201)
  await money.rest()
}

describe('a paid job', () => {
  test('gets a paid invoice automatically', async () => {
    const job = await money.job()
    await money.pay(job.id)
    expect(await invoicesOf(job.id)).toMatchObject([
      { status: 'draft', paidAt: money.clock.now(), number: null },
    ])
    const again = expectStatus(await money.hq('POST', '/api/invoices/generate', { jobId: job.id }), 200).body
      .data
    expect(again.invoiceData).toMatchObject({ paidOn: '2026-03-02', balanceCents: 0, payUrl: null })
    expect(again.html).toContain('PAID')
  })

  test('marks the invoice sent before as paid', async () => {
    const job = await money.job()
    const { id } = await sentInvoice(job.id)
    await money.pay(job.id)
    expect(await invoicesOf(job.id)).toMatchObject([{ id, status: 'sent', paidAt: money.clock.now() }])
  })

  test('has the payment date of the place where the invoice was issued', async () => {
    const franchiseId = await money.franchise()
    await money.deps.store.write((tx) => tx.update(franchises).set({ timeZone: 'Pacific/Honolulu' }))
    const job = await money.job({ franchiseId })
    const { id } = await sentInvoice(job.id)
    money.clock.advance(18 * 3_600_000)
    await money.pay(job.id)
    const { data } = expectStatus(await money.hq('GET', `/api/admin/invoices/${id}`), 200).body
    expect(data.invoice.paidAt).toBe('2026-03-03T09:00:00.000Z')
    expect(data.invoiceData.paidOn).toBe('2026-03-02')
  })

  test('shows as paid when the invoice is made after a void', async () => {
    const job = await money.job()
    await money.pay(job.id)
    const [draft] = await invoicesOf(job.id)
    expectStatus(await money.hq('POST', `/api/admin/invoices/${draft!.id}/void`), 200)
    const made = expectStatus(await money.hq('POST', '/api/invoices/generate', { jobId: job.id }), 201).body
      .data
    expect(made.invoice.paidAt).not.toBeNull()
  })
})

test("an invoice paid while someone looks at it isn't voided as unpaid", async () => {
  const job = await money.job()
  const { id } = await sentInvoice(job.id)
  await money.pay(job.id)
  const takeBack = (paid: boolean) => money.hq('POST', `/api/admin/invoices/${id}/void`, { paid })
  expect(expectStatus(await takeBack(false), 409).body.error).toContain('has been paid')
  expect(expectStatus(await takeBack(true), 200).body.data.status).toBe('void')
})

describe('the link in a message', () => {
  test('leads to the checkout for this invoice, and shows it paid afterwards', async () => {
    const job = await money.job()
    const { payUrl } = await sentInvoice(job.id, 'email')
    const led = await money.open('POST', `${payUrl}/pay`, { raw: '' })
    expect(led.status).toBe(303)
    const checkout = new URL(led.headers.get('location')!).pathname
    const paid = await money.open('POST', checkout, {
      raw: new URLSearchParams({ card: '4242424242424242' }),
    })
    expect(new URL(paid.headers.get('location')!).pathname).toBe(payUrl)
    await money.rest()
    const page = expectStatus(await money.open('GET', payUrl), 200)
    expect(page.text).toContain('PAID')
    expect(page.text).not.toContain('Pay now')
    const again = await money.open('POST', `${payUrl}/pay`, { raw: '' })
    expect(again.status).toBe(409)
    expect(again.text).toContain('This invoice is already paid')
  })

  test("shows the whole page in the franchise's color", async () => {
    const franchiseId = await money.franchise()
    expectStatus(await money.hq('PATCH', `/api/admin/franchises/${franchiseId}`, { color: '#8a4b08' }), 200)
    const job = await money.job({ franchiseId })
    const { payUrl } = await sentInvoice(job.id)
    expect((await money.open('GET', payUrl)).text).toContain('href="/brand/8a4b08-')
  })

  test('downloads the PDF exactly as it was sent', async () => {
    printAll(money.deps)
    const job = await money.job()
    const { id, payUrl } = await sentInvoice(job.id)
    const [public_, office] = [
      await money.open('GET', `${payUrl}/pdf`),
      await money.hq('GET', `/api/admin/invoices/${id}/pdf`),
    ]
    expect(public_.text).toStartWith('%PDF-')
    expect(public_.text).toBe(office.text)
  })

  test('refreshes automatically a few times after the checkout, and asks for no second payment', async () => {
    const job = await money.job()
    const { payUrl } = await sentInvoice(job.id)
    const back = await money.open('GET', `${payUrl}?from=checkout`)
    expect(back.headers.get('refresh')).toBe(`2;url=${payUrl}?from=checkout&look=2`)
    expect(back.text).toContain('We’re checking for your payment')
    expect(back.text).not.toContain('Pay now')
    const last = await money.open('GET', `${payUrl}?from=checkout&look=6`)
    expect(last.headers.get('refresh')).toBeNull()
    expect(last.text).toContain('We haven’t received a payment yet')
    expect(last.text).toContain('Pay now')
    await money.pay(job.id)
    const paid = await money.open('GET', `${payUrl}?from=checkout&look=2`)
    expect(paid.headers.get('refresh')).toBeNull()
    expect(paid.text).toContain('Paid on')
    expect((await money.open('GET', payUrl)).headers.get('refresh')).toBeNull()
  })

  test('answers 404 when one letter changed, and reveals nothing', async () => {
    const job = await money.job()
    const { payUrl } = await sentInvoice(job.id)
    const forged = `${payUrl.slice(0, -1)}${payUrl.endsWith('A') ? 'B' : 'A'}`
    for (const path of [forged, `${forged}/pdf`, '/i/x', '/i/.', `/i/${'A'.repeat(22)}.AAAAAAAAAA`])
      expectStatus(await money.open('GET', path), 404)
    expectStatus(await money.open('POST', `${forged}/pay`, { raw: '' }), 404)
  })

  test('answers 404 when anything was added to it, such as a header', async () => {
    const job = await money.job()
    const { payUrl } = await sentInvoice(job.id)
    expectStatus(await money.open('GET', payUrl), 200)
    for (const more of ['.x', '.', '.%0d%0aset-cookie:%20a=b', '%0a', '%20', '='])
      for (const path of [`${payUrl}${more}`, `${payUrl}${more}/pdf`])
        expectStatus(await money.open('GET', path), 404)
    expectStatus(await money.open('POST', `${payUrl}.x/pay`, { raw: '' }), 404)
  })
})

describe('a refund', () => {
  test('gets one credit note with its own number', async () => {
    printAll(money.deps)
    const franchiseId = await money.franchise({ tax: 10 })
    const job = await money.job({ franchiseId, price: 200 })
    const { id, payUrl } = await sentInvoice(job.id)
    await money.pay(job.id)
    await refund(job.id, { amount: 55 })
    await refund(job.id, { amount: 11 })
    await money.cron()
    const notes = (await invoicesOf(job.id)).filter(({ kind }) => kind === 'credit_note')
    expect(notes).toMatchObject([
      { number: 'NOR-CN-2026-0001', creditsId: id, totalCents: 5_500, taxCents: 500, status: 'sent' },
      { number: 'NOR-CN-2026-0002', creditsId: id, totalCents: 1_100, taxCents: 100 },
    ])
    const detail = expectStatus(await money.hq('GET', `/api/admin/invoices/${id}`), 200).body.data
    expect(detail.creditNotes).toHaveLength(2)
    const note = expectStatus(await money.hq('GET', `/api/admin/invoices/${notes[0]!.id}`), 200).body.data
    expect(note.invoiceData).toMatchObject({
      kind: 'credit_note',
      creditsNumber: 'NOR-2026-0001',
      payUrl: null,
    })
    expect((await money.hq('GET', `/api/admin/invoices/${notes[0]!.id}/pdf`)).text).toStartWith('%PDF-')
    expectStatus(
      await money.hq('POST', '/api/invoices/send', { invoiceId: notes[0]!.id, method: 'email' }),
      409,
    )
    const page = await money.open('GET', payUrl)
    const [, link] = /href="([^"]+)">NOR-CN-2026-0001/.exec(page.text) ?? []
    expect((await money.open('GET', link!)).text).toContain('Credit note')
  })

  test('of the full amount voids a draft nobody has seen, and leaves no number behind', async () => {
    const job = await money.job()
    await money.pay(job.id)
    await refund(job.id, {})
    expect(await invoicesOf(job.id)).toMatchObject([{ kind: 'invoice', status: 'void', number: null }])
  })

  test('of a part leaves the draft unchanged', async () => {
    const job = await money.job()
    await money.pay(job.id)
    await refund(job.id, { amount: 10 })
    expect(await invoicesOf(job.id)).toMatchObject([{ kind: 'invoice', status: 'draft' }])
  })
})
