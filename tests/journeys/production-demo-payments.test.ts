import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { outbox } from '../../db/schema'
import { unsubscribeUrl } from '../../src/modules/customers'
import { documentOf } from '../../src/modules/invoices/pdf/document'
import { bookingPathOf } from '../../src/tokens/booking-link'
import { startMoneyTest, type MoneyTest } from '../support/money'
import { addWorld, booking } from '../support/world'

const said = 'Demo: payments are simulated. No money moves and no card is charged.'

let app: MoneyTest
let jobId = ''
let checkoutPath = ''
let invoicePath = ''

/** DEMO_PAYMENTS=on: a job is booked, invoiced and finally paid with a test card. */
beforeAll(async () => {
  app = await startMoneyTest({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://book.example.com',
    DEMO_PAYMENTS: 'on',
  })
  await addWorld(app)
  const job = await app.job(booking)
  jobId = job.id
  const checkout = await app.open('POST', '/api/payments/checkout', {
    body: { amount: job.totalCents, jobId },
  })
  checkoutPath = new URL(checkout.body.data.url).pathname
  const { invoice } = (await app.hq('POST', '/api/invoices/generate', { jobId })).body.data
  await app.hq('POST', '/api/invoices/send', { invoiceId: invoice.id, method: 'email' })
  const sent = (await app.deps.store.read.select().from(outbox)).find(
    ({ template }) => template === 'invoice',
  )
  invoicePath = new URL(String(sent?.data.url)).pathname
})
afterAll(() => app.close())

describe('simulated payments in production', () => {
  test('are announced on every page', async () => {
    const unsubscribe = new URL(unsubscribeUrl(app.deps, 'jordan@example.com')).pathname
    const shown: Record<string, string> = {
      '/': '/',
      '/terms': '/terms',
      '/privacy': '/privacy',
      '/f/:slug': '/f/unknown',
      '/book': '/book',
      '/my': '/my',
      '/work': '/work',
      '/admin': '/admin',
      '/admin/sso': '/admin/sso',
      '/i/:token': invoicePath,
      '/checkout/done': '/checkout/done',
      '/checkout/cancelled': '/checkout/cancelled',
      '/demo/checkout/:id': checkoutPath,
      '/demo/onboarding/:id': '/demo/onboarding/unknown',
      '/unsubscribe/:token': unsubscribe,
      '/book/done/:token': bookingPathOf(app.deps, { jobId, series: 0 }),
      '/book/confirm/:token': '/book/confirm/unknown',
      '/visit/:token': '/visit/unknown',
      '/track/:token': '/track/unknown',
      '/rate/:token': '/rate/unknown',
      '/card/:token': '/card/unknown',
      '/plan/:token': '/plan/unknown',
      '/onboarding/:token': '/onboarding/unknown',
      '/demo/card/:id': '/demo/card/unknown',
      '/nowhere': '/nowhere',
    }
    const silent: string[] = []
    for (const [pattern, path] of Object.entries(shown)) {
      const page = await app.open('GET', path, { headers: { accept: 'text/html' } })
      if (!/Demo mode:<\/strong> payments.*No card is charged/.test(page.text)) silent.push(pattern)
    }
    expect(silent).toEqual([])
    const notPages =
      /^\/(api|assets|swagger|docs|metrics|healthz|readyz|mcp|calendar|brand|logo|app-icon)\b|\.js$|\.(?:txt|xml|webmanifest)$|\/pdf$|\/calendar$|\*/
    const redirects = ['/book/pay/:token']
    const routes = (app.app.routes as { method: string; path: string }[]).filter(
      ({ method }) => method === 'GET',
    )
    const pages = routes.map(({ path }) => path).filter((path) => !notPages.test(path))
    expect(pages.filter((path) => !(path in shown) && !redirects.includes(path))).toEqual([])
  })

  test('are announced on the invoice, its PDF, every email and every text', async () => {
    const [invoice] = (await app.hq('GET', `/api/admin/invoices?jobId=${jobId}`)).body.data.items
    const { invoiceData } = (await app.hq('GET', `/api/admin/invoices/${invoice.id}`)).body.data
    expect(invoiceData.notice).toBe(said)
    expect((await app.hq('GET', `/api/admin/invoices/${invoice.id}/html`)).text).toContain(said)
    expect(JSON.stringify(documentOf(invoiceData, 'en'))).toContain(said)
    await app.job({ ...booking, customerEmail: undefined })
    const messages = await app.deps.store.read.select().from(outbox)
    expect(new Set(messages.map(({ channel }) => channel))).toEqual(new Set(['email', 'sms']))
    for (const { id, channel } of messages) {
      const { rendered } = (await app.hq('GET', `/api/admin/outbox/${id}`)).body.data
      expect(rendered.text).toContain(channel === 'sms' ? 'Demo: no card is charged.' : said)
      if (rendered.html !== null) expect(rendered.html).toContain(said)
    }
  })

  test('show in health, and insights ask for real ones', async () => {
    const { checks } = (await app.open('GET', '/api/dev/health')).body.data
    expect(checks.payments).toEqual({ status: 'demo', latencyMs: null, detail: said })
    const { insights } = (await app.hq('GET', '/api/dev/insights')).body.data
    expect(insights.map(({ title }: { title: string }) => title)).toContain(
      'Payments are simulated in production',
    )
  })

  test('let a job be paid in the demo, which is pointed out once payments are real', async () => {
    expect((await app.pay(jobId)).startsWith('pi_demo_')).toBe(true)
    expect((await app.readJob(jobId)).paymentState).toBe('paid')
    app.deps.config.payments.demo = 'auto'
    const { insights } = (await app.hq('GET', '/api/dev/insights')).body.data
    expect(insights.map(({ title }: { title: string }) => title)).toContain(
      '1 simulated payment in your books',
    )
  })
})

describe('outside production', () => {
  test('only the banner says that payments are simulated, and DEMO_PAYMENTS=off takes none', async () => {
    const usual = await startMoneyTest()
    const job = await usual.job()
    const { invoiceData } = (await usual.hq('POST', '/api/invoices/generate', { jobId: job.id })).body.data
    expect(invoiceData.notice).toBeNull()
    expect(await usual.pay(job.id)).not.toBe('')
    await usual.close()

    const off = await startMoneyTest({ DEMO_PAYMENTS: 'off' })
    const { id, totalCents: amount } = await off.job()
    expect((await off.open('POST', '/api/payments/checkout', { body: { amount, jobId: id } })).status).toBe(
      502,
    )
    await off.close()
  })
})
