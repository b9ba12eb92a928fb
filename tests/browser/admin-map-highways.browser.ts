import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { enterConsoleToday } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({ demoCompany: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const parts = (page: Page) => page.getByRole('group', { name: 'Part of the map' }).getByRole('button')

/** Waits until the tiles have lines in the color of highways. The frames around numbers have far fewer dots. */
const waitForHighways = (page: Page) =>
  page.waitForFunction(() => {
    const map = document.querySelector('.map')!
    const probe = map.appendChild(document.createElement('i'))
    probe.style.color = 'var(--map-highway)'
    const color = getComputedStyle(probe).color.match(/\d+/g)!.map(Number)
    probe.remove()
    let dots = 0
    for (const tile of map.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile-loaded')) {
      const { data } = tile.getContext('2d')!.getImageData(0, 0, tile.width, tile.height)
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3]! > 120 && color.every((part, index) => Math.abs(data[at + index]! - part) < 6))
          dots += 1
    }
    return dots > 1_500
  })

for (const scheme of ['light', 'dark'] as const)
  test(`a map without imported streets has approximate highways, and says so (${scheme})`, async () => {
    const { page, troubles, close } = await enterConsoleToday(browser, site, { width: 1_440, scheme })
    await page.goto('/admin?tab=dispatch&map=yes')
    await page.locator('.map-town').getByText('Portland', { exact: true }).waitFor({ state: 'attached' })
    await waitForHighways(page)
    await page.getByText('highways are approximate').waitFor()

    await parts(page).filter({ hasText: 'Everywhere' }).click()
    await page.locator('.map-town').getByText('Houston').waitFor({ state: 'attached' })
    await waitForHighways(page)

    await parts(page).filter({ hasText: 'Front Range' }).click()
    await page.locator('.map-town').getByText('Lakewood').waitFor({ state: 'attached' })
    await waitForHighways(page)
    expect(troubles).toEqual([])
    await close()
  })
