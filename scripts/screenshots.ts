/**
 * Pictures of every page to look at: `bun scripts/screenshots.ts <folder> [part]`. With a part such as
 * `console-390-dark` or `outside`, only those. Parts are `outside`, `console`, `desk` (the
 * dispatcher's screens in the middle of something), `moves` (a dispatch plan that moves visits) and `empty` (a company
 * without anything).
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { atRest } from '../tests/browser/support/accessibility'
import { startBusyOffice } from '../tests/browser/support/busy-office'
import { enterConsoleToday } from '../tests/browser/support/console'
import { tourCrew } from '../tests/browser/support/crew-screens'
import { tourDeep } from '../tests/browser/support/deep-screens'
import { startDemoSite } from '../tests/browser/support/demo-site'
import { tourDesk, tourEmpty } from '../tests/browser/support/desk-screens'
import { tourMore, tourTabs } from '../tests/browser/support/screens'
import { startDoors, tourDoors } from '../tests/browser/support/doors'
import { tourOffice } from '../tests/browser/support/office-screens'
import { startZigzags, tourMoves } from '../tests/browser/support/plan-screens'
import { startSite } from '../tests/browser/support/site'
import { tourOutside } from '../tests/browser/support/tour'
import { openBrowser, type Visitor } from '../tests/browser/support/visitor'

const [folder, part = ''] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('Name a folder for the pictures: bun scripts/screenshots.ts <folder>')

const sizes = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
]
const looks = sizes.flatMap((size) =>
  (['light', 'dark'] as const).map((scheme) => ({ ...size, scheme, name: `${size.width}-${scheme}` })),
)
/** A phone shows the rest of a page by scrolling, so its pictures are longer. */
const longest = 2_400

/** Drawers are on the screen and maps are painted. A page that still waits has no maps. */
const isPainted = (hasMaps: boolean) =>
  (!hasMaps || document.querySelector('.map[data-drawing]') === null) &&
  [...document.querySelectorAll('dialog[open]')].every((dialog) => {
    const { left, right, width } = dialog.getBoundingClientRect()
    return width > 0 && left >= -1 && right <= innerWidth + 1
  })

/**
 * Two frames, so that what the page did is on the screen: a busy machine still shows a dialog as it began to appear, or
 * a panel where it was before its button scrolled.
 */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

async function take(name: string, { page }: Visitor): Promise<void> {
  const hasMaps = !name.startsWith('waiting-')
  await page.waitForFunction(isPainted, hasMaps)
  // A map starts to draw a moment after it came in.
  await drawn(page)
  await page.waitForFunction(isPainted, hasMaps)
  await atRest(page)
  await drawn(page)
  const { width, height } = page.viewportSize()!
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  const isLong = width < 600 && (await page.locator('dialog[open]').count()) === 0
  const path = join(folder!, `${name}.png`)
  // A picture of the whole page would lose the touch screen, so the phone is as high as the page for a moment.
  if (isLong) await page.setViewportSize({ width, height: Math.max(height, Math.min(longest, whole)) })
  await page.evaluate(() => window.scrollTo(0, 0))
  await drawn(page)
  await page.screenshot({ path })
  if (isLong) await page.setViewportSize({ width, height })
  else await takeBelow(page, path)
}

/** The rest of a screen, a window at a time: `-2`, `-3` … after the name. */
async function takeBelow(page: Page, path: string): Promise<void> {
  for (let part = 2; part <= 5; part++) {
    const hasMoved = await page.evaluate(() => {
      const overlay = [...document.querySelectorAll('dialog[open] .overlay-body')].at(-1)
      const content = document.querySelector('main.content')
      const scrolled = overlay ?? content ?? document.documentElement
      const before = scrolled.scrollTop
      scrolled.scrollBy({ top: scrolled.clientHeight - 80, behavior: 'instant' })
      return scrolled.scrollTop - before > 40
    })
    if (!hasMoved) break
    await drawn(page)
    await page.screenshot({ path: path.replace('.png', `-${part}.png`) })
  }
}

const browser = await openBrowser()
try {
  for (const look of looks) {
    const isWanted = (place: string) => part === '' || `${place}-${look.name}`.includes(part)
    if (isWanted('outside')) {
      const site = await startDemoSite()
      await tourOutside(browser, site, look, (name, visitor) => take(`${name}-${look.name}`, visitor))
      await site.close()
    }
    if (isWanted('empty')) {
      const site = await startSite({ empty: true })
      const visitor = await enterConsoleToday(browser, site, look)
      await tourEmpty(visitor.page, (name) => take(`${name}-${look.name}`, visitor))
      await visitor.close()
      await site.close()
    }
    if (isWanted('desk')) {
      const site = await startBusyOffice({ history: true })
      const visitor = await enterConsoleToday(browser, site, look)
      await tourDesk(visitor.page, (name) => take(`${name}-${look.name}`, visitor))
      await tourCrew(visitor.page, site, (name) => take(`${name}-${look.name}`, visitor))
      await visitor.close()
      await site.close()
    }
    if (isWanted('moves')) {
      const site = await startZigzags()
      const visitor = await enterConsoleToday(browser, site, look)
      await tourMoves(visitor.page, (name) => take(`${name}-${look.name}`, visitor))
      await visitor.close()
      await site.close()
    }
    if (isWanted('console')) {
      const site = await startBusyOffice({ history: true })
      const visitor = await enterConsoleToday(browser, site, look)
      const show = (name: string) => take(`${name}-${look.name}`, visitor)
      await tourTabs(visitor.page, show)
      await tourMore(visitor.page, show)
      await tourDeep(visitor.page, site, show)
      await visitor.close()
      await site.close()
    }
    // The pages outside the console in Spanish.
    if (isWanted('spanish')) {
      const site = await startDemoSite()
      const spanish = { ...look, locale: 'es-US' }
      await tourOutside(browser, site, spanish, (name, visitor) => take(`${name}-es-${look.name}`, visitor))
      await site.close()
    }
    // Signing in, the design page and error pages.
    if (isWanted('doors')) {
      const site = await startDoors()
      await tourDoors(browser, site, look, (name, visitor) => take(`${name}-${look.name}`, visitor))
      await site.close()
    }
    // The console after a file was imported, a key made, somebody invited.
    if (isWanted('office')) {
      const site = await startBusyOffice({ history: true })
      const visitor = await enterConsoleToday(browser, site, look)
      await tourOffice(visitor.page, site, (name) => take(`${name}-${look.name}`, visitor))
      await visitor.close()
      await site.close()
    }
  }
} finally {
  await browser.close()
}
process.exit(0)
