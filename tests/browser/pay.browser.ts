import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { outbox } from '../../db/schema'
import { send } from '../support/app'
import { booking } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function office(path: string, body: object) {
  const answer = await send(site.world.app, 'POST', path, { token: await site.world.hqToken(), body })
  if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
  return answer.body.data
}

/** The link in the email or text about an invoice. */
async function linkFrom(method: 'email' | 'sms'): Promise<string> {
  const body = { ...booking, price: 189, customerEmail: 'ada@lovelace.dev', customerPhone: '303-555-0142' }
  const booked = await site.world.call('POST', '/api/jobs/create', { body })
  const { invoice } = await office('/api/invoices/generate', { jobId: booked.body.data.job.id })
  await office('/api/invoices/send', { invoiceId: invoice.id, method })
  const messages = await site.world.deps.store.read
    .select({ about: outbox.about, data: outbox.data })
    .from(outbox)
    .where(eq(outbox.template, 'invoice'))
  const message = messages.find(({ about }) => about === `invoice:${invoice.id}:1:${method}`)
  return new URL(String(message?.data.url)).pathname
}

const again = 'Payment not completed. You can try again.'
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay now' }).click()
const payBy = async (page: Page, card: string) => {
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Pay $205.65' }).click()
}

/** Everything fits into a phone's width, and axe finds nothing. */
async function expectGood(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([])
  const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWider)).toBe(false)
}

describe('paying by link on a phone', () => {
  test('from a text, without scripts: leaves, comes back, passes the check of the bank and has paid', async () => {
    const address = await linkFrom('sms')
    const { page, close } = await visit(browser, site, { width: 390, javaScript: false })
    await page.goto(address)
    await payNow(page)
    await page.getByRole('link', { name: 'Go back without paying' }).click()
    await page.getByText(again).waitFor()
    await payNow(page)
    await payBy(page, '4000 0027 6000 3184')
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('You didn’t finish the check with your bank').waitFor()
    await payBy(page, '4000 0027 6000 3184')
    await page.getByRole('button', { name: 'Approve the payment' }).click()
    await page.getByText('Paid on').first().waitFor()
    await page.getByText('$0.00').waitFor()
    await close()
  })

  test('from an email: a decline, a failed check, then a wallet, each screen accessible', async () => {
    const address = await linkFrom('email')
    const { page, troubles, close } = await visit(browser, site, { width: 390 })
    await page.goto(address)
    await expectGood(page)
    await payNow(page)
    await page.getByRole('button', { name: 'Apple Pay (demo)' }).waitFor()
    await expectGood(page)
    await payBy(page, '4000 0000 0000 9995')
    await page.getByText('Your card doesn’t have enough funds.').waitFor()
    await payBy(page, '4000 0027 6000 3184')
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await expectGood(page)
    await page.getByRole('button', { name: 'Fail the check' }).click()
    await page.getByText('Your bank couldn’t confirm that it was you.').waitFor()
    await page.getByRole('link', { name: 'Go back without paying' }).click()
    await page.getByText(again).waitFor()
    await expectGood(page)
    await payNow(page)
    await page.getByRole('button', { name: 'Google Pay (demo)' }).click()
    await page.getByText('Paid on').first().waitFor()
    await expectGood(page)
    // A declined card is an answer of its own.
    expect(troubles.filter((trouble) => !trouble.includes('402'))).toEqual([])
    troubles.length = 0
    await close()
  })

  test('in Spanish', async () => {
    const address = await linkFrom('sms')
    const { page, close } = await visit(browser, site, { width: 390, locale: 'es-US' })
    await page.goto(`${address}?lang=es`)
    await page.getByRole('button', { name: 'Pagar ahora' }).click()
    await page.getByLabel('Número de tarjeta').fill('4000 0027 6000 3184')
    await page.getByRole('button', { name: 'Pagar $205.65' }).click()
    await page.getByRole('heading', { name: 'Confirme que es usted' }).waitFor()
    await page.getByRole('button', { name: 'Aprobar el pago' }).click()
    await page.getByText('Pagada el').first().waitFor()
    await close()
  })
})

test('someone who left a checkout without a page of its own can try again', async () => {
  const booked = await site.world.call('POST', '/api/jobs/create', { body: { ...booking, price: 189 } })
  const body = { jobId: booked.body.data.job.id, amount: 20_565 }
  const checkout = await site.world.call('POST', '/api/payments/checkout', { body })
  const { page, close } = await visit(browser, site, { width: 390, javaScript: false })
  await page.goto(new URL(checkout.body.data.url).pathname)
  await page.getByRole('link', { name: 'Go back without paying' }).click()
  await page.getByRole('heading', { name: 'Payment not completed' }).waitFor()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Pay $205.65' }).waitFor()
  await close()
})
