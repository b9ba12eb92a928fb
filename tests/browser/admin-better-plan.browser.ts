import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { jobs } from '../../db/schema'
import { improveSoon } from '../../src/modules/scheduling/dispatch/better-plan'
import { searchBriefly, zigzags } from '../modules/scheduling/zigzags'
import { enterConsoleToday } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  searchBriefly(site.world)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const starts = async () =>
  (await site.world.deps.store.read.select().from(jobs)).map(({ id, workerId, scheduledStart }) => [
    id,
    workerId,
    scheduledStart,
  ])

test('a plan that saves driving waits on Today, opens on the board, and one click applies it', async () => {
  const { deps } = site.world
  await zigzags(site.world)
  improveSoon(deps)
  await deps.background.idle()
  const before = await starts()
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  const line = page.getByRole('listitem').filter({ hasText: /A better dispatch plan saves .+ of driving/ })
  await line
    .first()
    .getByRole('button', { name: /^See plan/ })
    .click()
  await page.getByRole('heading', { name: 'Dispatch plan' }).waitFor()
  // The board opens on the first day that changes, though nothing happens today.
  await page.locator('.block[data-state=planned]').first().waitFor()
  expect(await page.getByText(/^\d+ to move\. Saves .+ of driving\.$/).count()).toBe(1)
  // The visits that would leave their place look different from those that stay.
  expect(await page.locator('.block[data-leaving]', { hasText: 'Would move' }).count()).toBeGreaterThan(0)
  expect(await page.locator('.lane:has(.block[data-leaving]) .drive').count()).toBe(0)
  expect(await starts()).toEqual(before)
  await page.getByRole('button', { name: /^Move \d+ visits?$/ }).click()
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: /^Move \d+ visits?$/ })
    .click()
  await page.getByRole('region', { name: 'Moved' }).waitFor()
  await page.locator('.block[data-leaving]').first().waitFor({ state: 'detached' })
  await page.locator('.drive').first().waitFor()
  expect(await starts()).not.toEqual(before)
  expect(troubles).toEqual([])
  await close()
})

test('the dispatcher chooses how long a plan may take', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=dispatch')
  await page.getByRole('combobox', { name: 'Planning time' }).selectOption('Thorough (a minute)')
  const asked = page.waitForRequest((request) => request.url().includes('/dispatch/run'))
  await page.getByRole('button', { name: 'Preview plan' }).click()
  expect((await asked).url()).toEndWith('?effort=thorough')
  await page.getByRole('heading', { name: 'Dispatch plan' }).waitFor()
  expect(troubles).toEqual([])
  await close()
})
