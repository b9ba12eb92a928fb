import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
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

test('the Swagger page works under its security policy: it lists operations, tries them out and keeps no token', async () => {
  const { page, troubles, close } = await visit(browser, site)
  await page.goto('/swagger')
  await page.locator('.opblock-tag', { hasText: 'Public' }).waitFor()
  // Drawing all operations at once takes a busy machine a minute, so only their tags and events are open.
  expect(await page.locator('#operations-Public-getVitals').count()).toBe(0)
  await page.locator('.operation-filter-input').fill('/API/vit')
  const vitals = page.locator('#operations-Public-getVitals')
  await vitals.locator('.opblock-summary-control').click()
  await vitals.getByRole('button', { name: 'Execute' }).click()
  await vitals.locator('.live-responses-table .response-col_status').first().waitFor()
  expect(await vitals.locator('.live-responses-table').innerText()).toContain('"status": "ok"')

  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.locator('.auth-container input').first().fill('a-token-of-mine')
  await page.locator('.auth-container .authorize').first().click()
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(kept).not.toContain('a-token-of-mine')
  expect(troubles).toEqual([])
  await close()
})

test('a link to one operation of the Swagger page opens it, with the fields of its schemas', async () => {
  const { page, close } = await visit(browser, site)
  await page.goto('/swagger#/Jobs/bookJob')
  const booking = page.locator('#operations-Jobs-bookJob')
  await booking.getByText('customerName').first().waitFor()
  expect(await page.locator('.errors-wrapper').count()).toBe(0)
  await close()
})
