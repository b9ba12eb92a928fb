import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { makeSetupLink } from '../../src/modules/staff'
import { seriousFindings } from './support/accessibility'
import { enterConsole } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite({ demoCompany: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** The number of lines the banner at the top takes. */
const bannerLines = (page: Page) =>
  page.locator('.demo-banner').evaluate((banner) => {
    const style = getComputedStyle(banner)
    const [top, bottom, line] = [style.paddingTop, style.paddingBottom, style.lineHeight].map(parseFloat)
    return Math.round((banner.getBoundingClientRect().height - top! - bottom!) / line!)
  })

async function answer(page: Page): Promise<void> {
  await page.getByLabel('Business name').fill('Copper Chimneys')
  await page.getByLabel('Business address').fill('500 W 2nd St, Austin, TX 78701')
  await page.getByLabel('Business address').blur()
  await page.getByText('Found: Austin, TX 78701').waitFor()
  await page.getByRole('button', { name: 'HVAC tune-up' }).click()
  await page.getByLabel('Service name').fill('Chimney sweep')
  await page.getByLabel("Technician's name").fill('Sam Ortiz')
  await page.getByLabel('Mobile phone').fill('(512) 555-0142')
}

test('a company without a demo has nothing to confirm', async () => {
  const empty = await startSite({ empty: true })
  try {
    const { page, close } = await enterConsole(browser, empty)
    await page.goto('/admin?tab=start')
    await page.getByLabel('Business name').waitFor()
    expect(await page.getByText("You can't undo this.").count()).toBe(0)
    expect(await page.getByLabel(/to confirm/).count()).toBe(0)
    await answer(page)
    await page.getByLabel('Your email').fill('dana@copper.example')
    await page.getByRole('button', { name: 'Start for real' }).click()
    await page.getByRole('heading', { name: 'Copper Chimneys is ready' }).waitFor()
    expect(await page.getByText('The demo company is gone.').count()).toBe(0)
    await close()
  } finally {
    await empty.close()
  }
})

test('a new owner goes from the demo to the first booking of their own company', async () => {
  const owner = await visit(browser, site)
  const { page } = owner
  const link = new URL((await makeSetupLink(site.world.deps)) ?? '')
  await page.goto(`/admin${link.hash}`)
  await page.getByLabel('Your name').fill('Dana Reyes')
  await page.getByLabel('Your email').fill('dana@copper.example')
  await page.getByRole('button', { name: 'Create owner account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  expect(await bannerLines(page)).toBe(1)

  await page.getByRole('note').getByRole('link', { name: 'Start for real' }).click()
  await page.getByRole('heading', { level: 1, name: 'Start for real' }).waitFor()
  await page.getByText('201 customers').waitFor()
  expect(await page.getByLabel('Your email').inputValue()).toBe('dana@copper.example')
  expect(await seriousFindings(page)).toEqual([])
  await answer(page)
  expect(await page.getByLabel('Time zone').inputValue()).toBe('America/Chicago')
  const start = page.getByRole('button', { name: 'Start for real' })
  expect(await start.isDisabled()).toBe(true)
  await page.getByLabel('Type “start for real” to confirm').fill('start for real')
  await start.click()
  await page.getByRole('heading', { name: 'Copper Chimneys is ready' }).waitFor()
  expect(await page.getByRole('note').getByRole('link').count()).toBe(0)
  await page.getByRole('link', { name: "See what's left to set up" }).click()
  await page.getByText('Not live yet:').waitFor()
  await page.getByRole('heading', { name: 'Setup checklist' }).waitFor()
  await page.getByText('STRIPE_SECRET_KEY').waitFor()
  expect(await page.getByRole('link', { name: 'Start for real' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await owner.close()

  const customer = await visit(browser, site, { width: 390 })
  await customer.page.goto('/book')
  await customer.page.getByRole('banner').getByText('Copper Chimneys').waitFor()
  expect(await bannerLines(customer.page)).toBeLessThanOrEqual(2)
  await customer.page.getByLabel('Address').fill('1100 Congress Ave, Austin, TX 78701')
  await customer.page.getByText('Chimney sweep').click()
  await customer.page.getByRole('button', { name: 'Continue' }).click()
  await customer.page.getByRole('heading', { name: 'When should we come?' }).waitFor()
  await customer.page.getByRole('radio').first().check()
  await customer.page.getByRole('button', { name: 'Continue' }).click()
  await customer.page.getByLabel('Name').fill('Jordan Rivera')
  await customer.page.getByLabel('Email').fill('jordan@home.example')
  await customer.page.getByLabel('Phone').fill('(512) 555-0199')
  await customer.page.getByText('Pay later').click()
  await customer.page.getByRole('button', { name: 'Book now' }).click()
  await customer.page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
  await customer.close()
})
