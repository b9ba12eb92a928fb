import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { minute } from '../../../src/lib/clock'
import { bookingPath } from '../../../src/modules/jobs'
import { cardWords } from '../../../src/words/cards'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const notCompleted = 'Payment not completed. You can try again.'
const pathOf = (url: string | null) => {
  const { pathname, search } = new URL(url ?? '', 'http://localhost')
  return pathname + search
}
const post = (path: string, form: Record<string, string>) =>
  money.open('POST', path, { raw: new URLSearchParams(form) })

/** Where the checkout's link back leads. */
async function backFrom(checkout: string): Promise<string> {
  const { text } = expectStatus(await money.open('GET', checkout), 200)
  const [, href = ''] = /href="([^"]+)"[^>]*>Go back without paying/.exec(text) ?? []
  return pathOf(href.replaceAll('&amp;', '&'))
}

async function sentInvoice(jobId: string): Promise<string> {
  const made = await money.hq('POST', '/api/invoices/generate', { jobId })
  await money.hq('POST', '/api/invoices/send', { invoiceId: made.body.data.invoice.id, method: 'sms' })
  return new URL(made.body.data.invoiceData.payUrl).pathname
}

async function openCheckout(more: Record<string, unknown> = {}, token?: string) {
  const job = await money.job({ customerPhone: '303-555-0142' })
  const body = { amount: 19_999, jobId: job.id, ...more }
  const answer = await money.open('POST', '/api/payments/checkout', { body, ...(token ? { token } : {}) })
  return { jobId: job.id, path: pathOf(expectStatus(answer, 200).body.data.url) }
}

describe('coming back without paying', () => {
  test('an invoice says so at once, and its button leads to the same open page', async () => {
    const job = await money.job({ customerPhone: '303-555-0142' })
    const invoice = await sentInvoice(job.id)
    const checkout = pathOf((await post(`${invoice}/pay`, {})).headers.get('location'))
    const back = await backFrom(checkout)
    expect(back).toBe(`${invoice}?from=checkout&checkout=left`)
    const page = await money.open('GET', back)
    expect(page.text).toContain(notCompleted)
    expect(page.text).toContain('Pay now')
    expect(page.headers.get('refresh')).toBeNull()
    expect(pathOf((await post(`${invoice}/pay`, {})).headers.get('location'))).toBe(checkout)
    expect((await money.open('GET', `${back}&lang=es`)).text).toContain('El pago no se completó.')
    await money.pay(job.id)
    expect((await money.open('GET', back)).text).not.toContain(notCompleted)
  })

  test('a booking says so too, instead of waiting for a payment', async () => {
    const job = await money.job()
    const booking = await bookingPath(money.deps, job)
    const led = await money.open('GET', booking.replace('/book/done/', '/book/pay/'))
    const back = await backFrom(pathOf(led.headers.get('location')))
    expect(back).toStartWith(booking)
    const page = expectStatus(await money.open('GET', back), 200)
    expect(page.text).toContain(notCompleted)
    expect(page.text).toContain('Pay $199.99 now')
    expect(page.text).not.toContain('data-look-again')
  })

  test('a page that named no address offers the open checkout again', async () => {
    const { path, jobId } = await openCheckout()
    const back = await backFrom(path)
    const page = expectStatus(await money.open('GET', back), 200).text
    expect(page).toContain('Payment not completed')
    expect(page).toContain('Nothing was charged')
    const [, again = ''] = /href="([^"]+)"[^>]*>Try again/.exec(page) ?? []
    expect(pathOf(again)).toBe(path)
    await money.pay(jobId)
    expect((await money.open('GET', back)).text).not.toContain('Try again')
    expect((await money.open('GET', '/checkout/cancelled?session=unknown')).text).not.toContain('Try again')
  })
})

describe('the demo checkout', () => {
  const asks = '4000 0027 6000 3184'

  test('asks the bank first for a 3-D Secure card, and takes it once it is approved', async () => {
    const { path, jobId } = await openCheckout()
    const bank = expectStatus(await post(path, { card: asks }), 200).text
    expect(bank).toContain('Confirm it’s you')
    expect(bank).toContain(`name="card" value="${asks}"`)
    expect((await money.readJob(jobId)).paymentState).toBe('unpaid')
    expect((await post(path, { card: asks, bank: 'approved' })).status).toBe(303)
    await money.rest()
    expect((await money.readJob(jobId)).paymentState).toBe('paid')
  })

  test('says when the bank refused, or the customer gave up, and takes another card', async () => {
    const { path, jobId } = await openCheckout()
    const failed = expectStatus(await post(path, { card: asks, bank: 'failed' }), 402)
    expect(failed.text).toContain('Your bank couldn’t confirm that it was you.')
    await money.rest()
    expect((await money.readJob(jobId)).paymentState).toBe('failed')
    const left = expectStatus(await post(path, { card: asks, bank: 'left' }), 402)
    expect(left.text).toContain('You didn’t finish the check with your bank')
    const declined = await post(path, { card: '4000 0084 0000 1629', bank: 'approved' })
    expect(expectStatus(declined, 402).text).toContain('Your card was declined.')
    expect((await post(path, { card: '4242 4242 4242 4242' })).status).toBe(303)
    await money.rest()
    expect((await money.readJob(jobId)).paymentState).toBe('paid')
  })

  test('plays wallets that say they are a demo', async () => {
    const { path, jobId } = await openCheckout()
    const page = (await money.open('GET', path)).text
    for (const words of ['Apple Pay (demo)', 'Google Pay (demo)']) expect(page).toContain(words)
    expect((await post(path, { wallet: 'google_pay' })).status).toBe(303)
    await money.rest()
    expect(await money.paymentsOf(jobId)).toMatchObject([{ cardBrand: 'mastercard', cardLast4: '4444' }])
    const other = await openCheckout()
    expect((await post(other.path, { wallet: 'nothing' })).status).toBe(402)
  })
})

describe('a saved card', () => {
  async function proven(): Promise<string> {
    const proof = await money.deps.tokens.proof.issue('jordan@example.com')
    const link = await money.open('POST', '/api/account/card', { token: proof })
    const consent = cardWords('en').consent(money.deps.config.business.name)
    const page = await post(pathOf(link.body.data.url), { consent })
    await post(pathOf(page.headers.get('location')), { card: '5555 5555 5555 4444' })
    await money.rest()
    return proof
  }
  const savedIn = async (path: string) =>
    /name="saved" value="([^"]+)"/.exec((await money.open('GET', path)).text)?.[1]

  test('is offered to its owner, who pays with one press', async () => {
    const { path, jobId } = await openCheckout({}, await proven())
    expect((await money.open('GET', path)).text).toContain('Pay with your saved Mastercard ending in 4444')
    expect((await post(path, { saved: (await savedIn(path)) ?? '' })).status).toBe(303)
    await money.rest()
    expect(await money.paymentsOf(jobId)).toMatchObject([{ cardLast4: '4444', status: 'succeeded' }])
  })

  test('is offered to nobody else: not with a link, another proof or a broken one', async () => {
    const proof = await proven()
    const own = await openCheckout({ returnUrl: '/my' }, proof)
    const saved = await savedIn(own.path)
    const invoice = await sentInvoice(own.jobId)
    const linked = pathOf((await post(`${invoice}/pay`, {})).headers.get('location'))
    expect(linked).not.toBe(own.path)
    expect(await savedIn(linked)).toBeUndefined()
    // The other page is closed, because a job has one payable page.
    expect((await money.open('GET', own.path)).status).toBe(410)
    expect((await post(linked, { saved: saved ?? '' })).status).toBe(402)
    money.clock.advance(minute)
    const stranger = await money.deps.tokens.proof.issue('someone@example.com')
    for (const token of [stranger, 'cvp_broken', await money.hqToken()]) {
      const { path } = await openCheckout({}, token)
      expect(await savedIn(path)).toBeUndefined()
    }
  })
})
