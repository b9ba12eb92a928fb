import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { settled } from './support/screens'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startBusyOffice()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

test('the company sets lunch and overtime, the board shows lunch, and a technician has none', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  const saved = (text: string) => page.locator('.toast', { hasText: text }).first().waitFor()
  await page.goto('/admin?tab=settings&part=hours')
  await page.getByLabel('Lunch break (minutes)').fill('30')
  await page.getByLabel('Earliest start').fill('11:00')
  await page.getByLabel('Overtime per day (minutes)').fill('45')
  // One button saves all that was changed on the page.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved('Saved')
  await page.locator('.source', { hasText: 'Changed here' }).nth(1).waitFor()
  expect(site.world.deps.settings.hours.overtime).toEqual({ minutes: 45, cost: 2 })

  await page.goto('/admin?tab=dispatch')
  await page.locator('.lunch').first().waitFor()
  await settled(page)
  const lunches = await page.locator('.lunch').count()
  expect(await page.locator('.lunch').first().getAttribute('title')).toMatch(/^Lunch, 1[12]/)

  await page.goto('/admin?tab=workers')
  await page.locator('tbody tr').first().click()
  const maxJobs = page.getByLabel('Max jobs per day')
  await maxJobs.fill('6')
  await page.getByLabel('Lunch break', { exact: true }).selectOption('none')
  await page.getByRole('button', { name: 'Save lunch' }).click()
  await saved('Lunch saved')
  await settled(page)
  // The profile keeps its typed text while another part is saved.
  expect(await maxJobs.inputValue()).toBe('6')
  await page.goto('/admin?tab=dispatch')
  await page.locator('.lunch').first().waitFor()
  await settled(page)
  expect(await page.locator('.lunch').count()).toBe(lunches - 1)
  expect(troubles).toEqual([])
  await close()
})
