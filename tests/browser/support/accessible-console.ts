import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { seriousFindings } from './accessibility'
import { startBusyOffice } from './busy-office'
import { enterConsoleToday } from './console'
import { tourDeep } from './deep-screens'
import { startDoors, tourDoors } from './doors'
import { tourOffice } from './office-screens'
import { tourMore, tourTabs } from './screens'
import type { Site } from './site'
import { openBrowser } from './visitor'

const sources = new Bun.Glob('src/web/admin/**/*.tsx')

/** Titles of dialogs and drawers that are always the same; the others carry the name of an item. */
async function writtenTitles(): Promise<string[]> {
  const titles: string[] = []
  for (const path of sources.scanSync('.')) {
    const text = path.includes('/design/') ? '' : await Bun.file(path).text()
    for (const [, title = ''] of text.matchAll(/<(?:Dialog|Drawer)\s+title="([^"]+)"/g)) titles.push(title)
  }
  return titles
}

/** A walk through every screen of the console, and through the pages around it. */
export function testAccessibleConsole(scheme: 'light' | 'dark', width: number): void {
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

  describe(`the console in the ${scheme} scheme, ${width} pixels wide`, () => {
    test('has no accessibility problem, no error or warning and nothing to scroll sideways on any screen', async () => {
      const { page, troubles, close } = await enterConsoleToday(browser, site, { scheme, width })
      const faults: string[] = []
      const seen = new Set<string>()
      const isAgain = scheme === 'dark'
      const examine = async (name: string) => {
        const findings = await seriousFindings(page, { look: isAgain })
        faults.push(...findings.map((finding) => `${name}: ${finding}`))
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) faults.push(`${name}: is ${overflow} pixels too wide`)
        for (const title of await page.locator('dialog[open] .overlay-head h2').allTextContents())
          seen.add(title)
        if (troubles.length > 0) faults.push(...troubles.splice(0).map((trouble) => `${name}: ${trouble}`))
      }
      await tourTabs(page, examine)
      // Dialogs consist of the parts that the design page shows in dark colors too.
      if (!isAgain) {
        await tourMore(page, examine)
        await tourDeep(page, site, examine)
        await tourOffice(page, site, examine)
        // A new dialog or drawer needs a way there in the tour.
        expect((await writtenTitles()).filter((title) => !seen.has(title))).toEqual([])
      }
      expect(faults).toEqual([])
      await close()
    })
  })

  test(`signing in, the design page and the error pages have no problem in the ${scheme} scheme, ${width} pixels wide`, async () => {
    const doors = await startDoors()
    const faults: string[] = []
    let pages = 0
    await tourDoors(browser, doors, { scheme, width }, async (name, { page, troubles }) => {
      pages++
      faults.push(...troubles.splice(0).map((trouble) => `${name}: ${trouble}`))
      // The page of an outage says that it loads again, and there is nothing on it to be interrupted in.
      const findings = (await seriousFindings(page)).filter((finding) => !finding.startsWith('meta-refresh'))
      faults.push(...findings.map((finding) => `${name}: ${finding}`))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`${name}: is ${overflow} pixels too wide`)
    })
    expect(faults).toEqual([])
    expect(pages).toBeGreaterThan(9)
    await doors.close()
  })
}
