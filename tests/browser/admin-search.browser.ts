import { afterAll, beforeAll, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { customers, jobs } from '../../db/schema'
import { seriousFindings } from './support/accessibility'
import { enterConsoleToday } from './support/console'
import { office, startDemoSite } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

const person = {
  customerName: "Sean O'Neill",
  customerEmail: 'sean@oneill.example',
  customerPhone: '720-555-0131',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 180,
}

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  await office(site, '/api/admin/jobs', person)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const read = () => site.world.deps.store.read
const everyone = async () => (await read().select().from(customers)).length
const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()
/** Keeps a picture if somebody wants to look. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

test('a caller is found by their number in any format and booked with the keyboard', async () => {
  const before = await everyone()
  const { page, close } = await enterConsoleToday(browser, site)
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: /^Search customers/ })
  await box.pressSequentially('+1 (720).555 0131')
  const first = page.getByRole('option', { name: /Sean O'Neill/ }).first()
  await first.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await picture(page, 'palette')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Book for this customer' }).click()
  await drawer(page).getByText('sean@oneill.example').first().waitFor()
  await drawer(page)
    .getByRole('radio', { name: /1420 Larimer/ })
    .waitFor()
  await drawer(page).getByRole('button', { name: 'Gutter cleaning' }).click()
  const window = drawer(page).locator('.window-days input').first()
  await window.waitFor({ state: 'attached' })
  await window.check({ force: true })
  expect(await seriousFindings(page)).toEqual([])
  await picture(page, 'booking')
  await drawer(page).getByRole('button', { name: 'Book job' }).click()
  await page.getByText(/^Booked TR-/).waitFor()
  const [job] = await read().select().from(jobs).orderBy(desc(jobs.seq)).limit(1)
  const [customer] = await read()
    .select()
    .from(customers)
    .where(eq(customers.id, job?.customerId ?? ''))
  expect([customer?.email, job?.source, job?.customerPhone]).toEqual([
    'sean@oneill.example',
    'hq',
    '7205550131',
  ])
  expect(job?.preferredTime).toMatch(/^\d\d:00-\d\d:00$/)
  expect(await everyone()).toBe(before)
  await close()
})

test('a caller we know is pointed out before a second customer is made', async () => {
  const before = await everyone()
  const { page, close } = await enterConsoleToday(browser, site, { width: 390, scheme: 'dark' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('new job')
  await page.getByRole('option', { name: /^Book a job/ }).waitFor()
  await picture(page, 'palette-phone-dark')
  await page.keyboard.press('Enter')
  await drawer(page).getByLabel('Customer name').fill('Shawn')
  await drawer(page).getByLabel('Phone').fill('720 555 0131')
  const use = drawer(page).getByRole('button', { name: /^Use this one: Sean O'Neill/ })
  await use.waitFor()
  expect(await drawer(page).getByRole('button', { name: 'Book job' }).isDisabled()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  await picture(page, 'alike-phone-dark')
  await use.click()
  await drawer(page).getByRole('button', { name: 'Someone else' }).waitFor()
  await drawer(page).getByLabel('Service', { exact: true }).selectOption('Gutter cleaning')
  await drawer(page).getByLabel('Notify customer').uncheck()
  await picture(page, 'booking-phone-dark')
  await drawer(page).getByRole('button', { name: 'Book job' }).click()
  await page.getByText(/^Booked TR-/).waitFor()
  expect(await everyone()).toBe(before)
  await close()
})

test('a caller nobody knows is booked under the number that was searched for', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('(415) 555-0199')
  await page.getByRole('option', { name: 'Book a job for “(415) 555-0199”' }).waitFor()
  await page.getByText(/^Nothing found/).waitFor()
  await page.keyboard.press('Enter')
  await drawer(page).getByLabel('Phone').waitFor()
  expect(await drawer(page).getByLabel('Phone').inputValue()).toBe('(415) 555-0199')
  expect(page.url()).not.toContain('0199')
  await close()
})

test('arrows choose, Escape closes, and what was opened is offered again', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /^Search customers/ })
  await box.fill('oneill')
  await page.getByRole('option', { name: /TR-/ }).first().waitFor()
  const active = () => box.getAttribute('aria-activedescendant')
  const start = await active()
  await page.keyboard.press('ArrowDown')
  expect(await active()).not.toBe(start)
  await page.keyboard.press('ArrowUp')
  expect(await active()).toBe(start)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Book for this customer' }).waitFor()
  await page.keyboard.press('/')
  await page
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: /Sean O'Neill/ })
    .waitFor()
  await picture(page, 'palette-recent')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await close()
})

test('no key is lost when somebody types before the search has loaded', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  const loaded = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('Nothing found. Try a last name')) await loaded.promise
    await route.fulfill({ response })
  })
  await page.goto('/admin?tab=jobs')
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('oneill')
  const box = page.getByRole('combobox', { name: /^Search customers/ })
  expect(await box.inputValue()).toBe('oneill')
  expect(await seriousFindings(page)).toEqual([])
  await picture(page, 'palette-loading')
  await page.keyboard.press('Enter')
  loaded.resolve()
  await page.getByRole('heading', { level: 1, name: "Sean O'Neill" }).waitFor()
  await box.waitFor({ state: 'detached' })
  await close()
})
