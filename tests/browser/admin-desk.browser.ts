import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { tourCrew } from './support/crew-screens'
import { tourDesk, tourEmpty } from './support/desk-screens'
import { faultsOn } from './support/faults'
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

type Tour = (page: Page, show: (name: string) => Promise<void>) => Promise<void>

/** Everything wrong with the screens of a tour. */
async function faultsOf(
  visitor: Visitor,
  tour: Tour,
  how: { look?: boolean; phone?: boolean; dark?: boolean },
): Promise<string[]> {
  const faults: string[] = []
  await tour(visitor.page, async (name) => {
    faults.push(...(await faultsOn(visitor, name, how)))
  })
  return faults
}

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('in the %s scheme, %d pixels wide', (scheme, width) => {
  test('the desk has no accessibility problem while things load, fail, move or wait for an answer', async () => {
    const visitor = await enterConsoleToday(browser, busy, { scheme, width })
    expect(await faultsOf(visitor, tourDesk, { look: scheme === 'dark' })).toEqual([])
    await visitor.close()
  })
})

describe('on a desk and on a phone', () => {
  test('photos have no accessibility problem, nor the visits of a technician who is sick', async () => {
    const visitor = await enterConsoleToday(browser, busy, { width: 1440 })
    const tour: Tour = (page, show) => tourCrew(page, busy, show)
    expect(await faultsOf(visitor, tour, { phone: true, dark: true })).toEqual([])
    await visitor.close()
  })

  test('nor a plan that moves visits', async () => {
    const visitor = await enterConsoleToday(browser, zigzag, { width: 1440 })
    expect(await faultsOf(visitor, tourMoves, { phone: true, dark: true })).toEqual([])
    await visitor.close()
  })

  test('nor a company without anything', async () => {
    const visitor = await enterConsoleToday(browser, empty, { width: 1440 })
    expect(await faultsOf(visitor, tourEmpty, { phone: true })).toEqual([])
    await visitor.close()
  })
})
