import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { tabs } from '../../src/web/admin/tabs'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
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
