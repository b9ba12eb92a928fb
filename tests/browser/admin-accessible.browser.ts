import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { seriousFindings } from './support/accessibility'
import { startBusyOffice } from './support/busy-office'
import { enterConsole, tabs } from './support/console'
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

/** Waits until the tab is there and done loading; frames keep the network from ever being idle. */
const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.skeleton') === null &&
      [...document.querySelectorAll('iframe')].every((frame) => frame.clientHeight > 0),
  )

/** Tabs whose lists have something to open. */
const opened = new Set([
  'jobs',
  'recurring',
  'customers',
  'workers',
  'franchises',
  'services',
  'invoices',
  'payouts',
  'messages',
  'webhooks',
])

/** Panels that a tab shows only on request. */
const parts = [
  'dispatch&date=2026-03-03&map=yes',
  'recurring&part=plans',
  'recurring&part=schedules',
  'franchises&connect=pending',
  'invoices&state=overdue',
  'reports&type=revenue',
  'reports&type=tax',
  'reports&type=jobs',
  'reports&type=workers',
  'reports&type=coverage',
  'health&part=insights',
  'health&part=alerts',
  'health&part=errors',
  'connections&part=calendars',
  'health&part=activity',
  'health&part=backups',
  'health&part=tokens',
]

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('the console in the %s scheme, %d pixels wide', (scheme, width) => {
  test("has no serious accessibility problem, calls no other origin and doesn't scroll sideways", async () => {
    const { page, troubles, close } = await enterConsole(browser, site, { scheme, width })
    const faults: string[] = []
    const examine = async (name: string) => {
      await settled(page)
      faults.push(...(await seriousFindings(page)).map((finding) => `${name}: ${finding}`))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`${name}: is ${overflow} pixels too wide`)
    }
    for (const tab of [...tabs, ...parts]) {
      await page.goto(`/admin?tab=${tab}`)
      await examine(tab)
      if (!opened.has(tab)) continue
      await page.locator('.table-link').first().click()
      // A customer has a page, everything else a drawer.
      await page.locator('dialog[open], .customer-columns').first().waitFor()
      await examine(`${tab}, opened`)
    }
    expect(faults).toEqual([])
    expect(troubles).toEqual([])
    await close()
  })
})

test('the sign-in page has no serious accessibility problem', async () => {
  const { page, close } = await enterConsole(browser, site)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await close()
})
