import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { checkoutSessions, demoSessions, jobs } from '../../../db/schema'
import { loadConfig } from '../../../src/config'
import { day, minute } from '../../../src/lib/clock'
import { upstreamTimeout } from '../../../src/lib/errors'
import { ownAddress } from '../../../src/modules/payments/model'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const checkout = (body: Record<string, unknown>) => money.open('POST', '/api/payments/checkout', { body })
const sessions = () => money.deps.store.read.select().from(checkoutSessions)

describe('a checkout', () => {
  test("opens a page for exactly the job's total", async () => {
    const job = await money.job()
    const answer = await checkout({ amount: 19_999, jobId: job.id })
    expect(answer.status).toBe(200)
    expect(answer.body.data.url).toStartWith('http://localhost/demo/checkout/')
    const page = await money.open('GET', new URL(answer.body.data.url).pathname)
    expect(page.text).toContain('$199.99')
    expect(page.text).toContain('Gutter cleaning')
    expect(answer.body.data.sessionId).toBeString()
  })

  test('charges the tax as well', async () => {
    const franchiseId = await money.franchise({ tax: 8.81 })
    const job = await money.job({ price: 100, franchiseId })
    expect((await checkout({ amount: 10_000, jobId: job.id })).body.error).toBe(
      'The amount must be 10881 cents ($108.81)',
    )
    expect((await checkout({ amount: 10_881, jobId: job.id })).status).toBe(200)
  })

  test('finds the job however its id is spelled', async () => {
    const job = await money.job()
    expect((await checkout({ amount: 19_999, jobId: job.id.toUpperCase() })).status).toBe(200)
  })

  test('never creates a job', async () => {
    const answer = await checkout({ amount: 19_999, jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d' })
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ ok: false, error: 'Job not found' })
    const made = await money.deps.store.read.select().from(jobs)
    expect(made.some(({ id }) => id === '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d')).toBe(false)
  })

  test('is refused with 409 and the reason', async () => {
    const free = await money.job({ price: 0 })
    expect((await checkout({ amount: 2_500, jobId: free.id })).body.error).toBe(
      "This job doesn't have a price yet",
    )
    const cancelled = await money.job()
    await money.open('POST', '/api/customer/cancel', { body: { jobId: cancelled.id } })
    const late = await checkout({ amount: 19_999, jobId: cancelled.id })
    expect([late.status, late.body.error]).toEqual([409, 'This booking was canceled'])
    const paid = await money.job()
    await money.pay(paid.id)
    const again = await checkout({ amount: 19_999, jobId: paid.id })
    expect([again.status, again.body.error]).toEqual([409, 'This job is already paid'])
  })

  test("is the same page for everyone who asks while it's open, even ten at once", async () => {
    const job = await money.job()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => checkout({ amount: 19_999, jobId: job.id })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const made = await money.deps.store.read.select().from(demoSessions)
    expect(made.filter(({ jobId }) => jobId === job.id)).toHaveLength(1)
  })

  test("is one payable page when it's requested from two places at the same moment", async () => {
    const job = await money.job()
    const made = await money.hq('POST', '/api/invoices/generate', { jobId: job.id })
    const invoice = new URL(made.body.data.invoiceData.payUrl).pathname
    await money.hq('POST', '/api/invoices/send', { invoiceId: made.body.data.invoice.id, method: 'email' })
    const [asked, led] = await Promise.all([
      checkout({ amount: 19_999, jobId: job.id, returnUrl: 'http://localhost/my' }),
      money.open('POST', `${invoice}/pay`, { raw: '' }),
    ])
    expect([asked.status, led.status]).toEqual([200, 303])
    expect(led.headers.get('location')).toBe(asked.body.data.url)
    expect((await money.open('GET', new URL(asked.body.data.url).pathname)).status).toBe(200)
  })

  test('is one page even for requests that replace the previous page at the same moment', async () => {
    const job = await money.job()
    const first = await checkout({ amount: 19_999, jobId: job.id })
    money.clock.advance(minute)
    const answers = await Promise.all(
      ['/my', '/book', '/my'].map((path) =>
        checkout({ amount: 19_999, jobId: job.id, returnUrl: `http://localhost${path}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [url, ...others] = new Set(answers.map(({ body }) => body.data.url))
    expect(others).toEqual([])
    expect(url).not.toBe(first.body.data.url)
  })

  test('is a new page when the old one is about to expire', async () => {
    const job = await money.job()
    const first = await checkout({ amount: 19_999, jobId: job.id })
    money.clock.advance(day - 4 * minute)
    const second = await checkout({ amount: 19_999, jobId: job.id })
    expect(second.body.data.sessionId).not.toBe(first.body.data.sessionId)
  })

  test('with another return address closes the previous page, so no job has two payable pages', async () => {
    const job = await money.job()
    const first = await checkout({ amount: 19_999, jobId: job.id })
    money.clock.advance(minute)
    const second = await checkout({ amount: 19_999, jobId: job.id, returnUrl: 'http://localhost/my?paid=1' })
    expect(second.body.data.sessionId).not.toBe(first.body.data.sessionId)
    expect((await money.open('GET', new URL(first.body.data.url).pathname)).status).toBe(410)
    const paid = await money.open('POST', new URL(second.body.data.url).pathname, {
      raw: new URLSearchParams({ card: '4242 4242 4242 4242' }),
    })
    expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://localhost/my?paid=1'])
    await money.rest()
  })

  test('keeps no name or address of the customer once the page exists', async () => {
    const job = await money.job()
    await checkout({
      amount: 19_999,
      jobId: job.id,
      customerName: 'Jordan',
      customerEmail: 'jordan@example.com',
    })
    const [session] = (await sessions()).filter(({ jobId }) => jobId === job.id)
    expect(session?.order).toBeNull()
  })

  test('for a job paid at booking is refused: the processor is asked about the payment it names', async () => {
    const job = await money.job({ paymentId: 'pi_at_booking', paymentStatus: 'charged' })
    expect(job.paymentState).toBe('unpaid')
    expect((await checkout({ amount: 19_999, jobId: job.id })).body.error).toBe('This job is already paid')
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
  })
})

describe('when the processor fails', () => {
  test('a timeout is a 504, and asking again continues with the same key', async () => {
    const job = await money.job()
    const keys: string[] = []
    const processor = money.deps.providers.payments
    money.break({
      async createCheckout(order) {
        keys.push(order.key)
        await processor.createCheckout(order)
        throw upstreamTimeout('The payment processor')
      },
    })
    expect((await checkout({ amount: 19_999, jobId: job.id })).status).toBe(504)
    money.mend()
    const answer = await checkout({ amount: 19_999, jobId: job.id })
    expect(answer.status).toBe(200)
    const own = (await sessions()).filter(({ jobId }) => jobId === job.id)
    expect(own.map(({ id }) => id)).toEqual(keys)
  })

  test('a refusal is a 409, and the next request starts over', async () => {
    const job = await money.job()
    money.break({
      createCheckout: async () => {
        throw new PaymentRefused('too-little')
      },
    })
    expect((await checkout({ amount: 19_999, jobId: job.id })).status).toBe(409)
    money.mend()
    expect((await checkout({ amount: 19_999, jobId: job.id })).status).toBe(200)
  })
})

describe("the page of an invoice that can't be paid now", () => {
  test('says why in whole sentences, each with one period', async () => {
    const job = await money.job()
    const made = await money.hq('POST', '/api/invoices/generate', { jobId: job.id })
    const invoice = new URL(made.body.data.invoiceData.payUrl).pathname
    await money.hq('POST', '/api/invoices/send', { invoiceId: made.body.data.invoice.id, method: 'email' })
    await checkout({ amount: 19_999, jobId: job.id })
    money.clock.advance(minute)
    money.break({
      expireCheckout: async () => {
        throw new PaymentRefused('wrong-state')
      },
    })
    const busy = await money.open('POST', `${invoice}/pay`, { raw: '' })
    expect(busy.text).toContain('A payment may already be in progress')
    money.mend()
    await money.pay(job.id)
    const paid = await money.open('POST', `${invoice}/pay`, { raw: '' })
    expect(paid.text).toContain('<p>This invoice is already paid. Thank you.</p>')
  })
})

describe('the return address', () => {
  const site = { publicUrl: 'https://truckroll.example/app', origins: ['https://truckroll.example'] }
  const own = (text: string) => ownAddress(text, site)

  test('is one of ours, in full or as a path', () => {
    expect(own('https://truckroll.example/my?tab=1#here')).toBe('https://truckroll.example/my?tab=1#here')
    expect(own('https://TRUCKROLL.example:443')).toBe('https://truckroll.example/')
    expect(own('/my?tab=1')).toBe('https://truckroll.example/my?tab=1')
    expect(own('/')).toBe('https://truckroll.example/')
  })

  test('can be any name of this machine while no public address is set', () => {
    const { publicUrl, origins } = loadConfig({ PORT: '3000' })
    for (const name of ['localhost', '127.0.0.1', '[::1]'])
      expect(ownAddress(`http://${name}:3000/done`, { publicUrl, origins })).toBe(`http://${name}:3000/done`)
    for (const text of [
      'http://localhost:3001/',
      'https://localhost:3000/',
      'http://elsewhere.example:3000/',
    ])
      expect(ownAddress(text, { publicUrl, origins })).toBeNull()
    expect(loadConfig({ PORT: '3000', PUBLIC_URL: 'https://truckroll.example' }).origins).toEqual([
      'https://truckroll.example',
    ])
  })

  test("is never someone else's, however much it looks like ours", () => {
    for (const text of [
      'https://elsewhere.example/',
      'http://truckroll.example/',
      'https://truckroll.example:8443/',
      'https://truckroll.example.elsewhere.example/',
      'https://truckroll.example@elsewhere.example/',
      'https://user:secret@truckroll.example/',
      'https://user@truckroll.example/',
      'blob:https://truckroll.example/0b4ecd2e',
      'javascript:alert(1)',
      'data:text/html,hi',
      '//truckroll.example/',
      '//elsewhere.example/my',
      '/\\elsewhere.example/my',
      '/\t/elsewhere.example/my',
      'my',
      '',
      'not an address',
    ])
      expect({ text, own: own(text) }).toEqual({ text, own: null })
  })

  test('is refused together with every other problem', async () => {
    const answer = await checkout({ amount: 1, jobId: 'x', returnUrl: 'https://elsewhere.example/' })
    expect(answer.status).toBe(400)
    const places = (answer.body.details as string[]).map((fault) => fault.split(':', 1).join(''))
    expect(places.toSorted()).toEqual(['amount', 'jobId', 'returnUrl'])
  })
})
