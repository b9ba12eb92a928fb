import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { seriousFindings } from './support/accessibility'
import { startDemoSite } from './support/demo-site'
import { tourOutside } from './support/tour'
import { openBrowser } from './support/visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each([
  ['light', 1280, 'en-US'],
  ['dark', 390, 'es-US'],
] as const)('in the %s scheme, %d pixels wide, in %s', (scheme, width, locale) => {
  test('no page has a serious accessibility problem, calls another origin or scrolls sideways', async () => {
    // Customers keep the language they were last seen with, so each tour has customers of its own.
    const site = await startDemoSite()
    const faults: string[] = []
    let pages = 0
    await tourOutside(browser, site, { scheme, width, locale }, async (name, { page, troubles }) => {
      pages++
      faults.push(...troubles.splice(0).map((trouble) => `${name}: ${trouble}`))
      faults.push(...(await seriousFindings(page)).map((finding) => `${name}: ${finding}`))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`${name}: is ${overflow} pixels too wide`)
    })
    expect(faults).toEqual([])
    expect(pages).toBeGreaterThan(15)
    await site.close()
  })
})
