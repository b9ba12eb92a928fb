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

/** Waits until the tiles have lines in the color of highways, or no longer have any. */
const waitForHighways = (page: Page, areWanted: boolean) =>
  page.waitForFunction((wanted) => {
    const map = document.querySelector('.map')!
    const probe = map.appendChild(document.createElement('i'))
    probe.style.color = 'var(--map-highway)'
    const color = getComputedStyle(probe).color.match(/\d+/g)!.map(Number)
    probe.remove()
    const isHighway = (data: Uint8ClampedArray, at: number) =>
      data[at + 3]! > 250 && color.every((part, index) => Math.abs(data[at + index]! - part) < 4)
    const tiles = [...map.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile-loaded')]
    const have = tiles.some((canvas) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4) if (isHighway(data, at)) return true
      return false
    })
    return tiles.length > 0 && have === wanted
  }, areWanted)

for (const scheme of ['light', 'dark'] as const)
  test(`a map without imported streets has approximate highways, and says so (${scheme})`, async () => {
    const { page, troubles, close } = await enterConsoleToday(browser, site, { width: 1_440, scheme })
    await page.goto('/admin?tab=dispatch&map=yes')
    await page.locator('.map-town').getByText('Portland', { exact: true }).waitFor({ state: 'attached' })
    await waitForHighways(page, true)
    await page.getByText('Highways: approximate').waitFor()

    await parts(page).filter({ hasText: 'Everywhere' }).click()
    await page.locator('.map-town').getByText('Houston').waitFor({ state: 'attached' })
    await waitForHighways(page, true)

    // Nearer than this, people would see that the lines aren't exact.
    await parts(page).filter({ hasText: 'Front Range' }).click()
    await page.locator('.map-town').getByText('Lakewood').waitFor({ state: 'attached' })
    await waitForHighways(page, true)
    // A map without streets goes no nearer than zoom 13.
    const zoomIn = page.getByRole('button', { name: 'Zoom in', exact: true })
    while ((await zoomIn.getAttribute('aria-disabled')) !== 'true') {
      await zoomIn.click()
      await page.waitForFunction(() => !document.querySelector('.leaflet-zoom-anim'))
    }
    await waitForHighways(page, false)
    expect(troubles).toEqual([])
    await close()
  })
