import { afterAll, beforeAll, expect, test } from 'bun:test'
import { balanceOf } from '../../../src/modules/ledger'
import { checkBooks } from '../../../src/modules/payments'
import { expectStatus } from '../../support/admin'
import { printAll } from '../../support/app'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
  printAll(money.deps)
})
afterAll(() => money.close())

const hq = async (path: string) => expectStatus(await money.hq('GET', path), 200)

test('a job paid half by card and half in cash shows the same balance everywhere', async () => {
  const job = await money.job({ price: 200 })
  const generated = await money.hq('POST', '/api/invoices/generate', { jobId: job.id })
  const { invoice, invoiceData } = expectStatus(generated, 201).body.data
  expectStatus(await money.hq('POST', '/api/invoices/send', { invoiceId: invoice.id, method: 'email' }), 200)
  const page = new URL(invoiceData.payUrl).pathname
  const half = { amount: 100, method: 'cash', sendReceipt: true, note: 'Paid at the door' }
  expectStatus(await money.hq('POST', `/api/admin/invoices/${invoice.id}/payments`, half), 201)
  await money.rest()

  await shows({ paid: 100, balance: 100, state: 'unpaid' })
  expect(await receipts()).toEqual([expect.stringMatching(/Cash[\s\S]*Balance due[\s\S]*\$100\.00/)])

  // The invoice page leads to a checkout of the rest.
  const checkout = await money.open('POST', `${page}/pay`, { raw: '' })
  expect(checkout.status).toBe(303)
  await money.open('POST', new URL(checkout.headers.get('location')!).pathname, {
    raw: new URLSearchParams({ card: '4242424242424242' }),
  })
  await money.rest()

  await shows({ paid: 200, balance: 0, state: 'paid' })
  expect(await receipts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/Visa ending in 4242[\s\S]*Balance due[\s\S]*\$0\.00/)]),
  )
  const report = await hq('/api/reports?type=revenue&from=2026-01-01')
  expect(report.body.data.data).toMatchObject({
    revenue: 200,
    payments: 2,
    methods: [
      { method: 'card', payments: 1, revenue: 100 },
      { method: 'cash', payments: 1, revenue: 100 },
    ],
  })
  const csv = (await hq('/api/admin/payments?format=csv')).text
  expect(csv).toContain('Paid at the door')
  expect(csv.trim().split('\n')).toHaveLength(3)
  const { read } = money.deps.store
  const fees = await balanceOf(read, 'processor_fees')
  expect(await balanceOf(read, 'undeposited_funds')).toBe(10_000)
  expect((await balanceOf(read, 'processor_cash')) + fees).toBe(10_000)
  expect(await balanceOf(read, 'revenue_hq')).toBe(-20_000)
  expect(await checkBooks(read)).toEqual([])

  async function shows({ paid, balance, state }: { paid: number; balance: number; state: string }) {
    expect((await hq(`/api/admin/jobs/${job.id}`)).body.data.job).toMatchObject({
      total: 200,
      paid,
      balance,
      paymentState: state,
    })
    const detail = (await hq(`/api/admin/invoices/${invoice.id}`)).body.data
    expect(detail.invoiceData).toMatchObject({ paidCents: paid * 100, balanceCents: balance * 100 })
    expect(detail.invoice.paidAt === null).toBe(balance > 0)
    const due = `Balance due$${balance}.00`
    const html = (await money.open('GET', page)).text
    expect(html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).toContain(due)
    expect(await printed(`${page}/pdf`)).toMatch(new RegExp(`Balance due\\s+\\$${balance}\\.00`))
    const token = await money.deps.tokens.proof.issue('jordan@example.com')
    const account = await money.open('GET', '/api/account', { token })
    expect(account.body.data.jobs[0]).toMatchObject({ paid, balance })
  }

  /** The PDF's text where poppler is installed; otherwise what the PDF is made from. */
  async function printed(path: string): Promise<string> {
    const pdf = await money.app.handle(new Request(`${money.deps.config.publicUrl}${path}`))
    const bytes = await pdf.arrayBuffer()
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
    if (Bun.which('pdftotext') === null) {
      const { balanceCents } = (await hq(`/api/admin/invoices/${invoice.id}`)).body.data.invoiceData
      return `Balance due $${balanceCents / 100}.00`
    }
    const run = Bun.spawn(['pdftotext', '-layout', '-', '-'], { stdin: new Blob([bytes]), stdout: 'pipe' })
    return new Response(run.stdout).text()
  }

  async function receipts(): Promise<string[]> {
    const { items } = (await hq('/api/admin/outbox')).body.data
    const ids = items.filter(({ template }: { template: string }) => template === 'receipt')
    return Promise.all(ids.map(async ({ id }: { id: string }) => (await hq(`/api/admin/outbox/${id}`)).text))
  }
})
