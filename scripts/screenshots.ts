/** Pictures of every page to look at: `bun scripts/screenshots.ts <folder>`. */
import { join } from 'node:path'
import { atRest } from '../tests/browser/support/accessibility'
import { startDemoSite } from '../tests/browser/support/demo-site'
import { tourOutside } from '../tests/browser/support/tour'
import { openBrowser } from '../tests/browser/support/visitor'

const folder = process.argv[2]
if (folder === undefined)
  throw new Error('Name a folder for the pictures: bun scripts/screenshots.ts <folder>')

const site = await startDemoSite()
const browser = await openBrowser()
try {
  for (const width of [390, 1280, 1920])
    for (const scheme of ['light', 'dark'] as const)
      await tourOutside(browser, site, { width, scheme }, async (name, { page }) => {
        await atRest(page)
        await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage: true })
      })
} finally {
  await browser.close()
  await site.close()
}
process.exit(0)
