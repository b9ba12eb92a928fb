import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { franchises, serviceTypes } from '../../db/schema'
import { seriousFindings } from './support/accessibility'
import { enterConsoleToday, holdFranchises } from './support/console'
import { startDemoSite } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()
const name = 'Front Range Gutters'
const franchise = async () =>
  (await site.world.deps.store.read.select().from(franchises).where(eq(franchises.name, name)))[0]!

test("a franchise's base is found by address and moved with its pin, and closed days come from the calendar", async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=franchises')
  await page.getByRole('button', { name }).click()
  const form = drawer(page).locator('form').filter({ hasText: 'Closed days' })
  expect(await form.getByLabel('Time zone').locator('option:checked').textContent()).toBe(
    'Mountain Time (Denver)',
  )
  await form.getByLabel('Home base').fill('97201')
  await form.getByLabel('Home base').press('Enter')
  await form.getByText('Found: Portland, OR 97201').waitFor()
  await form.locator('.map-pin').waitFor()
  await form.locator('.map-pinned').scrollIntoViewIfNeeded()
  const pin = (await form.locator('.map-pin').boundingBox())!
  await page.mouse.move(pin.x + 12, pin.y + 12)
  await page.mouse.down()
  await page.mouse.move(pin.x + 52, pin.y + 12, { steps: 5 })
  await page.mouse.up()

  await form.getByLabel('Add a closed day').fill('2026-03-17')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('button', { name: 'US holidays' }).click()
  await page.getByLabel(/^Thanksgiving/).check()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await form.locator('.chip', { hasText: 'Thu, Nov 26, 2026' }).getByText('Thanksgiving').waitFor()
  await form.getByRole('button', { name: 'Save details' }).click()
  await page.getByText('Saved').waitFor()
  const { lat, lng, blackoutDates } = await franchise()
  expect(lat).toBeCloseTo(45.5, 0)
  expect(lng).toBeGreaterThan(-122.7)
  expect(blackoutDates).toEqual(['2026-03-17', '2026-11-26'])
  expect(troubles).toEqual([])
  await close()
})

test('a service takes a price as people write it, and points out a skill that no technician has', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=services')
  await page.getByRole('button', { name: 'Add service' }).click()
  await drawer(page).getByLabel('Service name').fill('Chimney sweeping')
  await drawer(page).getByLabel('List price').fill('about 200')
  await drawer(page).getByLabel('Visit length').fill('60')
  await drawer(page).getByText('Enter an amount, such as $199.50').waitFor()
  await drawer(page).getByLabel('List price').fill('$1,199.50')
  await drawer(page).getByLabel('Required skills').fill('chimneys')
  await page.keyboard.press('Enter')
  await drawer(page).getByText('No technician has “chimneys”.').waitFor()
  await drawer(page).getByLabel('Price per story above the first').fill('40')
  await drawer(page).getByRole('button', { name: 'Add an extra' }).click()
  await drawer(page).getByLabel('Extra 1', { exact: true }).fill('Chimney cap')
  await drawer(page).getByLabel('Price', { exact: true }).fill('$120')
  await drawer(page).getByLabel('Minutes', { exact: true }).fill('30')
  expect(await seriousFindings(page)).toEqual([])
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const [stored] = await site.world.deps.store.read
    .select()
    .from(serviceTypes)
    .where(eq(serviceTypes.label, 'Chimney sweeping'))
  expect(stored).toMatchObject({
    listPriceCents: 119_950,
    storyPriceCents: 4_000,
    extras: [{ label: 'Chimney cap', priceCents: 12_000, minutes: 30 }],
    skills: ['chimneys'],
  })
  expect(troubles).toEqual([])
  await close()
})

test('skills are chips: leaving the form after adding one asks first', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=workers')
  await page.locator('.table-link').first().click()
  await drawer(page).getByLabel('Skills').fill('chimneys')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('button', { name: 'Remove chimneys' }).waitFor()
  await drawer(page).getByRole('button', { name: 'Close' }).click()
  await page.getByText('Discard your changes?').waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await close()
})

test('the map of a new technician opens where the company works, at the base of the franchise', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=workers')
  await page.getByRole('button', { name: 'Add technician' }).click()
  // Nobody joins headquarters because a choice was overlooked.
  await drawer(page).getByLabel('Name').fill('Ola Berg')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await drawer(page).getByText('Required', { exact: true }).waitFor()
  await drawer(page).getByLabel('Franchise').selectOption({ label: name })
  // A map of the whole country shows no counties.
  await drawer(page)
    .locator('.map-pinned:not([data-drawing]) .map-county')
    .first()
    .waitFor({ state: 'attached' })
  expect(troubles).toEqual([])
  await close()
})

test('the form of a new technician waits for the franchises, so nobody ends up at headquarters by accident', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  const release = await holdFranchises(page)
  await page.goto('/admin?tab=workers')
  await page.getByRole('button', { name: 'Add technician' }).click()
  await drawer(page).getByRole('heading', { name: 'Add technician' }).waitFor()
  expect(await drawer(page).getByLabel('Franchise').count()).toBe(0)
  release()
  await drawer(page).getByLabel('Franchise').waitFor()
  expect(await drawer(page).getByLabel('Franchise').locator('option:checked').textContent()).toBe('Choose…')
  await close()
})

test("a technician's time off is all day until hours are given", async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=workers')
  await page.locator('.table-link').first().click()
  const timeOff = drawer(page).locator('.section', { hasText: 'Time off' })
  await timeOff.getByLabel('First day').fill('2026-03-16')
  await timeOff.getByRole('button', { name: 'Add time off' }).click()
  await timeOff.getByText('Mon, Mar 16, 11:59 PM').waitFor()
  await timeOff.getByLabel('All day').uncheck()
  await timeOff.getByLabel('First day').fill('2026-03-18')
  await timeOff.getByLabel('End time').fill('12:30')
  await timeOff.getByRole('button', { name: 'Add time off' }).click()
  await timeOff.getByText('Wed, Mar 18, 12:30 PM').waitFor()
  await close()
})
