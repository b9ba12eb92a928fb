import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { seriousFindings } from './support/accessibility'
import { startDemoSite, type DemoSite } from './support/demo-site'
import { tourOutside } from './support/tour'
import { openBrowser } from './support/visitor'

let site: DemoSite
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe.each([
  ['light', 1280, 'en-US'],
  ['dark', 1280, 'en-US'],
  ['light', 390, 'en-US'],
  ['dark', 390, 'es-US'],
] as const)('in the %s scheme, %d pixels wide, in %s', (scheme, width, locale) => {
  test('no page has a serious accessibility problem, calls another origin or scrolls sideways', async () => {
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
  })
})
