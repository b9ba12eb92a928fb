import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { tabs } from '../../src/web/admin/tabs'
import { startBusyOffice } from './support/busy-office'
import { enterConsole, enterConsoleToday } from './support/console'
import { shiftsOf, watchShifts } from './support/shift'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

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

test.each([
  [1440, 900, 0.01],
  [390, 844, 0.1],
])('at %d pixels no screen jumps while its answers come in', async (width, height, most) => {
  const { page, close } = await enterConsoleToday(browser, site, { width, height })
  await watchShifts(page)
  const faults: string[] = []
  for (const { name } of tabs) {
    const { sum, what } = await shiftsOf(page, name)
    if (process.env['SHIFTS']) console.log(width, name, sum.toFixed(3), what)
    if (sum >= most) faults.push(`${name}: ${sum.toFixed(3)}\n${what.join('\n')}`)
  }
  expect(faults).toEqual([])
  await close()
})

test('a long list is there with its first rows, and the others move no column', async () => {
  const { page, close } = await enterConsole(browser, site)
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    window.requestIdleCallback = (work) => held.push(work as () => void)
    window.addEventListener('idle', () => held.splice(0).forEach((work) => work()))
  })
  await page.goto('/admin?tab=jobs')
  const rows = page.locator('main tbody tr')
  const edges = () =>
    page
      .locator('main thead th')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)))
  await rows.first().waitFor()
  const first = await rows.count()
  expect(first).toBeLessThan(25)
  const last = await rows.nth(first - 1).evaluate((row) => row.getBoundingClientRect().bottom - innerHeight)
  expect(last).toBeGreaterThan(0)
  const before = await edges()
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event('idle'))
    return document.querySelectorAll('main tbody tr').length === 50
  })
  // A date further down may need a pixel more than those above.
  const moved = (await edges()).map((edge, at) => Math.abs(edge - before[at]!))
  expect(Math.max(...moved)).toBeLessThanOrEqual(2)
  // Another order has other rows, whose columns find their own places.
  await page.locator('main thead').getByRole('button', { name: 'Customer' }).click()
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('main thead th')].every((head) => head.style.width === ''),
  )
  await close()
})
