import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { seriousFindings } from './support/accessibility'
import { enterConsole, tabs } from './support/console'
import type { Site } from './support/site'
import { startDemoSite } from './support/tour'
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

/** Nothing is loading any more. */
const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

/** Tabs whose lists have something to open in the demo company. */
const opened = new Set(['jobs', 'customers', 'workers', 'franchises', 'services'])

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)('the console in the %s scheme, %d pixels wide', (scheme, width) => {
  test('has no serious fault, asks no other origin and keeps to its width', async () => {
    const { page, troubles, close } = await enterConsole(browser, site, { scheme, width })
    const faults: string[] = []
    const examine = async (name: string) => {
      await settled(page)
      faults.push(...(await seriousFindings(page)).map((finding) => `${name}: ${finding}`))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`${name}: is ${overflow} pixels too wide`)
    }
    for (const tab of tabs) {
      await page.goto(`/admin?tab=${tab}`)
      await examine(tab)
      if (!opened.has(tab)) continue
      await page.locator('.table-link').first().click()
      await page.locator('dialog[open]').first().waitFor()
      await examine(`${tab}, opened`)
    }
    expect(faults).toEqual([])
    expect(troubles).toEqual([])
    await close()
  }, 120_000)
})

test('the way in has no serious fault', async () => {
  const { page, close } = await enterConsole(browser, site)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Token').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await close()
})
