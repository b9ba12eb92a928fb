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
  const vitals = page.locator('.opblock', { hasText: '/api/vitals' }).first()
  // The page draws some 300 operations, which takes a busy machine a while.
  await vitals.locator('.opblock-summary').click({ timeout: 120_000 })
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
