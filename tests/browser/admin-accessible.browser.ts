import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { startDoors, tourDoors } from './support/doors'
import { faultsOn } from './support/faults'
import { tourOffice } from './support/office-screens'
import { tourMore, tourTabs } from './support/screens'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

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

test('no screen of the console has an accessibility problem, an error, a warning or anything to scroll sideways, on a desk or a phone', async () => {
  const visitor = await enterConsoleToday(browser, site)
  const { page } = visitor
  const faults: string[] = []
  const seen = new Set<string>()
  const examine = async (name: string, dark = false) => {
    faults.push(...(await faultsOn(visitor, name, { phone: true, dark })))
    for (const title of await page.locator('dialog[open] .overlay-head h2').allTextContents()) seen.add(title)
  }
  // What opens above a tab consists of the parts that the design page shows in dark colors too.
  await tourTabs(page, (name) => examine(name, true))
  await tourMore(page, examine)
  await tourOffice(page, site, examine)
  expect(faults).toEqual([])
  // A new dialog or drawer needs a way there in the tour.
  expect((await writtenTitles()).filter((title) => !seen.has(title))).toEqual([])
  await visitor.close()
})

test('neither have signing in, the design page and the error pages', async () => {
  const doors = await startDoors()
  const faults: string[] = []
  let pages = 0
  await tourDoors(browser, doors, {}, async (name, visitor) => {
    pages++
    faults.push(...(await faultsOn(visitor, name, { phone: true, dark: true })))
  })
  // The page of an outage says that it loads again, and there is nothing on it to be interrupted in.
  expect(faults.filter((fault) => !fault.includes(': meta-refresh'))).toEqual([])
  expect(pages).toBeGreaterThan(9)
  await doors.close()
})
