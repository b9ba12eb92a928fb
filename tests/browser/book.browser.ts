import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBookingToken } from '../../src/tokens/booking-link'
import { send } from '../support/app'
import { DeliveryFailure } from '../../src/providers/delivery'
import { codeSentTo } from '../support/codes'
import { sofia } from '../support/world'
import { signInWithCode } from './support/portal'
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

const email = 'jordan@example.com'

/** The focused element, by its role and name or its text. */
const focused = (page: Page) => page.locator(':focus')

/** From the first page to the last, as a person would go. */
async function book(page: Page, pay: 'now' | 'later'): Promise<void> {
  await page.goto('/book')
  await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
  const windows = page.locator('.slot-text')
  expect(
    await windows.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length),
  ).toBe(0)
  await page
    .getByRole('group', { name: 'Wednesday, March 4' })
    .getByRole('radio', { name: '12–2 PM' })
    .check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name').fill('Jordan Rivera')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('(303) 555-0142')
  await page.getByText(pay === 'now' ? 'Pay now' : 'Pay later').click()
  await page.getByRole('button', { name: pay === 'now' ? 'Book and pay' : 'Book now' }).click()
}

async function signIn(page: Page): Promise<void> {
  await signInWithCode(page, site, email)
  await page.getByRole('tab', { name: 'Bookings' }).waitFor()
}

describe('a customer', () => {
  test('books, pays, finds the booking in the portal, cancels it and gets a refund', async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390 })
    await book(page, 'now')
    await page.getByRole('button', { name: 'Pay $205.65' }).click()
    await page.getByText('Paid. Thank you!').waitFor()

    await page.getByRole('link', { name: 'Go to My bookings' }).click()
    await signIn(page)
    await page.locator('h1:focus', { hasText: 'Hi Jordan' }).waitFor()
    const job = page.getByRole('article').filter({ hasText: 'Gutter cleaning' })
    await job.getByText('Paid', { exact: true }).waitFor()
    await job.getByText('Not scheduled yet').waitFor()

    await job.getByRole('button', { name: 'Cancel visit' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('We’ll refund $205.65').waitFor()
    await question.getByRole('button', { name: 'Cancel visit' }).click()
    await job.getByText('Canceled', { exact: true }).waitFor()
    await job.getByText('Refunded', { exact: true }).waitFor()
    expect(await focused(page).textContent()).toContain('Canceled')
    expect(await job.getByRole('button').count()).toBe(0)
    expect(troubles).toEqual([])
    await close()
  })

  test('books without scripts and pays later from the portal', async () => {
    const plain = await visit(browser, site, { javaScript: false })
    await book(plain.page, 'later')
    await plain.page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
    expect(await plain.page.getByRole('link', { name: 'Pay $205.65 now' }).count()).toBe(1)
    await plain.close()

    const { page, troubles, close } = await visit(browser, site)
    await page.goto('/my')
    await signIn(page)
    const job = page.getByRole('article').filter({ hasText: 'Not scheduled yet' })
    await job.getByRole('button', { name: 'Pay $205.65' }).click()
    await page.getByRole('link', { name: 'Go back without paying' }).click()
    await job.getByText('Payment not completed. You can try again.').waitFor()
    await job.getByRole('button', { name: 'Pay $205.65' }).click()
    await page.getByRole('button', { name: 'Pay $205.65' }).click()
    await page.getByText('Your payment has arrived.').waitFor()
    await job.getByText('Paid', { exact: true }).waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  test('learns that no code was sent and signs in with an earlier one', async () => {
    site.world.clock.advance(60_000)
    const address = 'patient@example.com'
    const ask = { body: { email: address }, from: '198.51.100.9' }
    const earlier = await codeSentTo(site.world, address, () =>
      site.world.call('POST', '/api/customer/verify', ask),
    )
    const { email: provider } = site.world.deps.providers
    const original = provider.send.bind(provider)
    provider.send = () => Promise.reject(new DeliveryFailure('refused', 'No'))
    const { page, close } = await visit(browser, site, { width: 390 })
    await page.goto('/my')
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByText('We couldn’t send your code. Try again in a few minutes or call us.').waitFor()
    provider.send = original
    await page.getByRole('button', { name: 'I have a code' }).click()
    await page.getByLabel('Code').fill(earlier)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('tab', { name: 'Bookings' }).waitFor()
    await close()
  })

  test('books and pays on a phone without scripts', async () => {
    const { page, close } = await visit(browser, site, { width: 390, javaScript: false })
    await book(page, 'now')
    // The page after the booking leads to the payment automatically.
    await page.getByRole('button', { name: 'Pay $205.65' }).click()
    await page.getByRole('heading', { name: 'What happens next' }).waitFor()
    // The processor reports separately, so a customer who looks after that sees it.
    await site.world.deps.background.idle()
    await page.reload()
    await page.getByText('Paid. Thank you!').waitFor()
    await close()
  })

  test("sees whether we serve an address as soon as it's typed, and the price before the times", async () => {
    const { page, close } = await visit(browser, site, { width: 390 })
    await page.goto('/book')
    await page.getByLabel('Address').fill('1 Beacon St, Boston, MA 02108')
    await page.getByLabel('Address').blur()
    await page.getByText('Sorry, we don’t serve this address yet.').waitFor()
    await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
    await page.getByLabel('Address').blur()
    await page.getByText('Front Range Gutters serves this address.').waitFor()
    expect(await page.getByLabel('City').inputValue()).toBe('Denver')
    await page.getByText('Gutter cleaning').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    const summary = page.getByRole('complementary', { name: 'Your booking so far' })
    await summary.getByText('$205.65').waitFor()
    // A phone shows the price in one line above the times, and the rest after them.
    await page.locator('.book-brief').getByText('$205.65').waitFor()
    const [choices, below] = [await page.locator('.days').boundingBox(), await summary.boundingBox()]
    expect(below!.y).toBeGreaterThan(choices!.y + choices!.height)
    const { windows } = (
      await site.world.call(
        'GET',
        '/api/availability?service=Gutter%20cleaning&from=2026-03-03&days=7&address=1420%20Larimer%20St%2C%20Denver%2C%20CO%2080202',
      )
    ).body.data
    const offered = await page
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value))
    expect(offered).toEqual(
      windows.map(({ date, window }: { date: string; window: string }) => `${date}|${window}`),
    )
    expect(offered.length).toBeGreaterThan(5)
    await page.getByRole('radio', { name: '2–4 PM' }).first().check()
    await summary.getByText('arriving 2–4 PM').waitFor()
    await close()
  })

  test("goes back with the browser's button and finds everything as it was", async () => {
    const { page, close } = await visit(browser, site, { width: 390 })
    await page.goto('/book')
    await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
    await page.getByText('Gutter cleaning').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: '2–4 PM' }).first().check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Name').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(1)
    await page.goBack()
    await page.getByRole('heading', { name: 'What can we help you with?' }).waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('1420 Larimer St')
    expect(await page.getByLabel('City').inputValue()).toBe('Denver')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
    await close()
  })

  test('adds a scheduled visit to a calendar', async () => {
    const { page, troubles, close } = await visit(browser, site)
    await book(page, 'later')
    await page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
    const jobId = openBookingToken(site.world.deps, new URL(page.url()).pathname.split('/').at(-1)!)!.jobId
    await send(site.world.app, 'POST', `/api/admin/jobs/${jobId}/schedule`, {
      token: await site.world.hqToken(),
      body: { start: '2026-03-04T20:00:00Z', workerId: sofia },
    })
    await page.goto('/my')
    await signIn(page)
    const job = page.getByRole('article').filter({ has: page.getByText('Scheduled', { exact: true }) })
    // The window that was chosen, in the time zone of the job, whatever the browser's is.
    await job.getByText('Wed, Mar 4, arriving 12–2').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      job.getByRole('button', { name: 'Add to calendar' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('visit.ics')
    const text = await Bun.file(await file.path()).text()
    expect(text).toContain('DTSTART:20260304T190000Z')
    expect(text).toContain('LOCATION:1420 Larimer St\\, Denver\\, CO 80202')
    expect(troubles).toEqual([])
    await close()
  })

  test('going back for another time sees the booking made before', async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390 })
    await book(page, 'later')
    await page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
    const first = page.url()
    await page.goBack()
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
    expect(page.url()).toBe(first)
    await page.goBack()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('radio', { name: '2–4 PM' }).last().check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByText('You already booked Gutter cleaning for Wed, Mar 4, arriving 12–2 PM').waitFor()
    expect(await page.getByRole('link', { name: 'See that booking' }).getAttribute('href')).toBe(
      new URL(first).pathname,
    )
    await page.getByRole('button', { name: 'Book this one too' }).click()
    await page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
    expect(page.url()).not.toBe(first)
    expect(troubles).toEqual([])
    await close()
  })

  test('returning without paying is told so and can pay right away', async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390 })
    await book(page, 'now')
    await page.getByRole('link', { name: 'Go back without paying' }).click()
    await page.getByText('Payment not completed. You can try again.').waitFor()
    await page.getByRole('link', { name: 'Pay $205.65 now' }).click()
    await page.getByRole('button', { name: 'Pay $205.65' }).waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  test('finds the focus on each mistake, at every step, and hears it once', async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390 })
    const go = () => page.getByRole('button', { name: 'Continue' }).click()
    await page.goto('/book')
    await page.getByLabel('Address').fill('1 Beacon St, Boston, MA 02108')
    await page.getByText('Gutter cleaning').click()
    await go()
    await page.locator('input[name=street]:focus').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByText('serve this address yet').count()).toBe(1)
    // The whole address was put into its fields.
    for (const part of ['city', 'state', 'zip'])
      await page.locator(`input[name=${part}]:not([type=hidden])`).fill('')
    await page.getByLabel('Address').fill('Denver, CO 80202')
    await page.getByLabel('Address').blur()
    await page.getByText('Add the house number and street name').waitFor()
    await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
    await go()
    await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
    await go()
    await page.locator('input[name=slot]:focus').waitFor()
    const described = await focused(page).getAttribute('aria-describedby')
    expect(await page.locator(`#${described}`).textContent()).toBe('Choose a day and time.')
    await page.getByRole('radio', { name: '2–4 PM' }).first().check()
    expect(await page.getByText('Choose a day and time.').count()).toBe(0)
    expect(troubles).toEqual([])
    await close()
  })

  test("sees what's missing and when an address is outside the service area", async () => {
    const { page, close } = await visit(browser, site, { javaScript: false })
    await page.goto('/book')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Enter your street address, city, state and ZIP code.').waitFor()
    await page.getByText('Choose a service.').waitFor()
    await page.getByLabel('Address').fill('1 Beacon St, Boston, MA 02108')
    await page.getByText('Gutter cleaning').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Sorry, we don’t serve this address yet.').waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('1 Beacon St, Boston, MA 02108')
    await close()
  })

  test('requests a maintenance plan', async () => {
    const { page, troubles, close } = await visit(browser, site)
    await page.goto('/my')
    await signIn(page)
    await page.getByRole('tab', { name: 'Plans' }).click()
    const ask = page.getByRole('button', { name: 'Request a plan' })
    const dialog = page.getByRole('dialog')
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Not now' }).click(),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await ask.click()
      await leave()
      await dialog.waitFor({ state: 'hidden' })
      expect(await focused(page).textContent()).toBe('Request a plan')
    }
    await ask.click()
    await dialog.getByLabel('How often').selectOption({ label: 'Once a year' })
    await dialog.getByLabel('First visit').fill('2020-01-31')
    await dialog.getByRole('button', { name: 'Get a price' }).click()
    await page.locator('input[type=date]:focus:invalid').waitFor()
    await dialog.getByLabel('First visit').fill('')
    await dialog.getByRole('button', { name: 'Get a price' }).click()
    await page.locator('article:focus').getByText('Once a year').waitFor()
    expect(troubles).toEqual([])
    await close()
  })
})
