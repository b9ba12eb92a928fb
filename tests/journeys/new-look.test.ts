import { afterEach, beforeEach, expect, test } from 'bun:test'
import { printAll } from '../support/app'
import { startMoneyTest, type MoneyTest } from '../support/money'
import { pngOf } from '../support/pictures'

let app: MoneyTest
beforeEach(async () => {
  app = await startMoneyTest()
  printAll(app.deps)
})
afterEach(() => app.close())

const change = (values: object) => app.hq('PATCH', '/api/admin/settings/business', { values })
const page = async (path: string) => (await app.open('GET', path, { headers: { accept: 'text/html' } })).text

async function latestEmail(template: string) {
  const { items } = (await app.hq('GET', '/api/admin/outbox?limit=50')).body.data
  const { id } = items.find((one: { template: string }) => one.template === template)
  return (await app.hq('GET', `/api/admin/outbox/${id}`)).body.data.rendered
}

async function sentInvoice(jobId: string) {
  const { invoice } = (await app.hq('POST', '/api/invoices/generate', { jobId })).body.data
  await app.hq('POST', '/api/invoices/send', { invoiceId: invoice.id, method: 'email' })
  await app.rest()
  const { invoiceData } = (await app.hq('GET', `/api/admin/invoices/${invoice.id}`)).body.data
  const token = await app.hqToken()
  const pdf = await app.app.handle(
    new Request(`http://localhost/api/admin/invoices/${invoice.id}/pdf`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  return { invoiceData, pdf: Buffer.from(await pdf.arrayBuffer()).toString('latin1') }
}

test('a new name, logo and color show on the next page, email and PDF without a restart', async () => {
  const before = await sentInvoice((await app.job()).id)
  expect(before.pdf).not.toContain('/Subtype /Image')
  expect(await page('/book')).toContain('/assets/mark-')

  const changed = await change({ name: 'Blue Gutters', color: '#1446a0' })
  expect(changed.status).toBe(200)
  const uploaded = await app.open('PUT', '/api/admin/settings/logo', {
    // So wide that it is shown lower than others.
    raw: pngOf(240, 24),
    token: await app.hqToken(),
  })
  const { path: logo } = uploaded.body.data.logo

  for (const path of ['/book', '/my', '/work', '/no-such-page']) {
    const text = await page(path)
    expect(text).toContain('Blue Gutters')
    expect(text).toContain(`src="${logo}"`)
    const [sheet = ''] = /\/brand\/[^"]+/.exec(text) ?? []
    const style = await app.open('GET', sheet)
    expect(style.text).toContain('--accent:light-dark(#1446a0')
    expect(style.headers.get('cache-control')).toContain('immutable')
  }

  const after = await sentInvoice((await app.job()).id)
  expect(after.invoiceData).toMatchObject({
    seller: { name: 'Blue Gutters', color: '#1446a0' },
    logoUrl: `http://localhost${logo}`,
  })
  expect(after.pdf).toContain('/Subtype /Image')
  const email = await latestEmail('invoice')
  expect(email.subject).toContain('Blue Gutters')
  expect(email.html).toContain(`src="http://localhost${logo}" alt="Blue Gutters" height="24"`)
  expect(email.html).toContain('#1446a0')
})
