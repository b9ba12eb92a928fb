import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let app: MoneyTest
beforeEach(async () => {
  app = await startMoneyTest()
})
afterEach(() => app.close())

const change = async (group: string, values: object) =>
  expect((await app.hq('PATCH', `/api/admin/settings/${group}`, { values })).status).toBe(200)

test('the next invoice is due after the days that the office set', async () => {
  const due = async () => {
    const { id: jobId } = await app.job()
    const { invoice } = (await app.hq('POST', '/api/invoices/generate', { jobId })).body.data
    await app.hq('POST', '/api/invoices/send', { invoiceId: invoice.id, method: 'email' })
    const { issuedOn, dueOn } = (await app.hq('GET', `/api/admin/invoices/${invoice.id}`)).body.data.invoice
    return [issuedOn, dueOn]
  }
  expect(await due()).toEqual(['2026-03-02', '2026-03-16'])
  await change('invoices', { daysToPay: 30 })
  expect(await due()).toEqual(['2026-03-02', '2026-04-01'])
})

const spanish = { 'accept-language': 'es', accept: 'text/html' }

test('with one language, pages speak it and have no switch', async () => {
  const page = async (path: string) => (await app.open('GET', path, { headers: spanish })).text
  for (const path of ['/book', '/my', '/nowhere']) expect(await page(path)).toContain('<html lang="es"')
  await change('languages', { offered: ['en'] })
  for (const path of ['/book', '/my', '/work', '/nowhere', '/book?lang=es']) {
    const text = await page(path)
    expect(text).toContain('<html lang="en"')
    expect(text).not.toContain('language-switch')
  }
  const { headers } = await app.open('GET', '/book?lang=es', { headers: spanish })
  expect(headers.get('set-cookie')).toBeNull()
  await change('languages', { offered: ['es', 'en'] })
  expect(await page('/book')).toContain('language-switch')
  expect(app.deps.settings.languages.offered).toEqual(['en', 'es'])
})

test('with one language, messages are written in it whatever the customer chose', async () => {
  await change('languages', { offered: ['es'] })
  await app.job()
  await app.rest()
  const { items } = (await app.hq('GET', '/api/admin/outbox')).body.data
  const { rendered } = (await app.hq('GET', `/api/admin/outbox/${items[0].id}`)).body.data
  expect(rendered.html).toContain('<html lang="es"')
})

test('at least one language is offered', async () => {
  const refused = await app.hq('PATCH', '/api/admin/settings/languages', { values: { offered: [] } })
  expect(refused.body.details).toEqual(['values.offered: add at least one'])
})

test('reports open to the public, or close, at once', async () => {
  const status = async () => (await app.open('GET', '/api/reports?type=jobs')).status
  const before = await status()
  await change('publicAccess', { reports: before === 401 })
  expect((await status()) === 401).toBe(before !== 401)
})
