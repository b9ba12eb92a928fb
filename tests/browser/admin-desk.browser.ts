import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { seriousFindings } from './support/accessibility'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { tourCrew } from './support/crew-screens'
import { tourDesk, tourEmpty } from './support/desk-screens'
import { startZigzags, tourMoves } from './support/plan-screens'
import { startSite, type Site } from './support/site'
import { openBrowser, type Visitor } from './support/visitor'

let busy: Site
let empty: Site
let zigzag: Site
let browser: Browser
beforeAll(async () => {
  busy = await startBusyOffice()
  empty = await startSite({ empty: true })
  zigzag = await startZigzags()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await busy.close()
  await empty.close()
  await zigzag.close()
})

/** Everything wrong with the screens of a tour. */
async function faultsOf(
  { page, troubles }: Visitor,
  tour: (page: Page, show: (name: string) => Promise<void>) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = []
  await tour(page, async (name) => {
    faults.push(...(await seriousFindings(page)).map((finding) => `${name}: ${finding}`))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) faults.push(`${name}: is ${overflow} pixels too wide`)
    // On a desk only the content scrolls, never the page around it.
    const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    if (below > 0 && page.viewportSize()!.width > 900)
      faults.push(`${name}: scrolls ${below} pixels past the console`)
    faults.push(...troubles.splice(0).map((trouble) => `${name}: ${trouble}`))
  })
  return faults
}

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('in the %s scheme, %d pixels wide', (scheme, width) => {
  test('the desk has no accessibility problem while things load, fail, move or wait for an answer', async () => {
    const visitor = await enterConsoleToday(browser, busy, { scheme, width })
    expect(await faultsOf(visitor, tourDesk)).toEqual([])
    await visitor.close()
  })

  test('neither have photos, nor the visits of a technician who is sick', async () => {
    const visitor = await enterConsoleToday(browser, busy, { scheme, width })
    expect(await faultsOf(visitor, (page, show) => tourCrew(page, busy, show))).toEqual([])
    await visitor.close()
  })

  test('nor a plan that moves visits', async () => {
    const visitor = await enterConsoleToday(browser, zigzag, { scheme, width })
    expect(await faultsOf(visitor, tourMoves)).toEqual([])
    await visitor.close()
  })

  test('a company without anything has none either', async () => {
    const visitor = await enterConsoleToday(browser, empty, { scheme, width })
    expect(await faultsOf(visitor, tourEmpty)).toEqual([])
    await visitor.close()
  })
})
