import type { Browser } from 'playwright-core'
import { franchises } from '../../../db/schema'
import { unsubscribeUrl } from '../../../src/modules/customers/records'
import { codeSentTo } from '../../support/codes'
import { office, type DemoSite } from './demo-site'
import { visit, type Looks, type Visitor } from './visitor'

type Show = (name: string, visitor: Visitor) => Promise<void>

/** Every page that people outside HQ see, one after another, in the demo company. */
export async function tourOutside(browser: Browser, site: DemoSite, looks: Looks, show: Show): Promise<void> {
  const visitor = await visit(browser, site, looks)
  await tourBooking(visitor, show)
  await tourPortal(visitor, site, show)
  await tourSmallPages(visitor, site, show)
  await visitor.close()
  const worker = await visit(browser, site, looks)
  await tourWork(worker, site, show)
  await worker.close()
}

async function tourBooking(visitor: Visitor, show: Show): Promise<void> {
  const { page } = visitor
  const goOn = () => page.getByRole('button', { name: 'Continue' }).click()
  await page.goto('/book')
  await goOn()
  await page.getByText('Please check the highlighted fields.').waitFor()
  await show('book-missing', visitor)
  await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').click()
  await page.getByText('serves this address').waitFor()
  await show('book-service', visitor)
  await goOn()
  await page.getByRole('radio').nth(4).check()
  await show('book-time', visitor)
  await goOn()
  await page.getByLabel('Name').fill('Jordan Rivera')
  await page.getByLabel('Email').fill('jordan@example.com')
  await page.getByText('Pay now').click()
  await show('book-contact', visitor)
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByLabel('Card number').waitFor()
  await show('checkout', visitor)
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('was declined').waitFor()
  await show('checkout-declined', visitor)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Paid. Thank you!').waitFor()
  await show('book-done', visitor)
}

async function tourPortal(visitor: Visitor, site: DemoSite, show: Show): Promise<void> {
  const { page } = visitor
  const { email } = site.customer
  await page.goto('/my')
  await page.getByLabel('Email').fill(email)
  await show('my-door', visitor)
  const code = await codeSentTo(site.world, email, async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').waitFor()
  })
  await show('my-code', visitor)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('article').first().waitFor()
  await show('my-bookings', visitor)
  await page.getByRole('button', { name: 'Cancel visit' }).first().click()
  await page.getByRole('dialog').waitFor()
  await show('my-cancel', visitor)
  await page.getByRole('button', { name: 'Keep visit' }).click()
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await page.getByRole('link', { name: 'View and pay' }).waitFor()
  await show('my-invoices', visitor)
  await page.getByRole('tab', { name: 'Maintenance plans' }).click()
  await page.getByText('Every 6 months').waitFor()
  await show('my-plans', visitor)
  await page.getByRole('button', { name: 'Request a plan' }).click()
  await page.getByLabel('How often').waitFor()
  await show('my-plan-form', visitor)
  await page.keyboard.press('Escape')
  await tourCard(visitor, show)
}

async function tourCard(visitor: Visitor, show: Show): Promise<void> {
  const { page } = visitor
  await page.getByRole('tab', { name: 'Card' }).click()
  await page.getByRole('button', { name: /Save a card|Use another card/ }).click()
  await page.getByRole('button', { name: 'Agree and continue' }).waitFor()
  await show('card-consent', visitor)
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await page.getByLabel('Card number').waitFor()
  await show('card-demo', visitor)
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByText('Visa ending in 4242').waitFor()
  await show('card-saved', visitor)
  await page.goto('/my')
  await page.getByRole('tab', { name: 'Card' }).click()
  await page.getByText('Visa ending in 4242').waitFor()
  await show('my-card', visitor)
}

async function tourSmallPages(visitor: Visitor, site: DemoSite, show: Show): Promise<void> {
  const { page } = visitor
  await page.goto(new URL(unsubscribeUrl(site.world.deps, 'ada@example.com')).pathname)
  await show('unsubscribe', visitor)
  await page.goto('/checkout/done')
  await show('checkout-done', visitor)
  await page.goto(site.customer.invoice)
  await show('invoice', visitor)
  const [franchise] = await site.world.deps.store.read.select().from(franchises).limit(1)
  const { url } = await office(site, '/api/payments/connect/onboard', { franchiseId: franchise!.id })
  await page.goto(url)
  await show('connect-payouts', visitor)
  await page.goto('/nowhere')
  await show('nothing-here', visitor)
}

async function tourWork(visitor: Visitor, site: DemoSite, show: Show): Promise<void> {
  const { page } = visitor
  await page.goto('/work')
  await page.getByText('Open your link').waitFor()
  await show('work-door', visitor)
  const { link } = await office(site, `/api/admin/workers/${site.workerId}/tokens`)
  await page.goto('about:blank')
  await page.goto(`/work${new URL(link).hash}`)
  await page.getByRole('button', { name: 'Open my visits' }).waitFor()
  await show('work-link', visitor)
  await page.getByRole('button', { name: 'Open my visits' }).click()
  await page.getByRole('article').first().waitFor()
  await show('work-day', visitor)
  // Never sent: the visit ends before the network is back.
  await visitor.context.setOffline(true)
  await page.getByRole('button', { name: 'Start work' }).click()
  await page.getByText('Not sent yet').waitFor()
  await show('work-offline', visitor)
}
