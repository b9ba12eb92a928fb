import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobs, outbox } from '../../db/schema'
import { hour } from '../../src/lib/clock'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { aMove, answered, dayOf, openDay, phone } from './support/worker-day'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const { office, plan, link } = dayOf(() => site)

test('a technician who is late tells the next customer with one tap', async () => {
  const first = await plan('Ada Moore', '2026-03-02T16:00:00Z')
  const second = await plan('Ben Ochoa', '2026-03-02T18:00:00Z')
  const { page, troubles, close } = await visit(browser, site, phone)
  await openDay(page, await link())
  const late = page.getByRole('button', { name: 'Running late?' })
  await late.click()
  await page.getByText('You can still make all of today’s visits in time.').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()

  // Ada's visit begins at noon instead of nine.
  site.world.clock.advance(4 * hour)
  for (const to of ['en_route', 'in_progress']) await office('POST', `/api/admin/jobs/${first}/move`, { to })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await late.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Ben Ochoa').waitFor()
  expect(await dialog.innerText()).toMatch(/11:00 AM → \d+:\d\d PM/)
  expect(await dialog.innerText()).toMatch(/You’ll be about \d\shr\s\d+\smin late for your next visit\./)
  expect(await seriousFindings(page)).toEqual([])
  const told = dialog.getByRole('button', { name: 'Tell 1 customer' })
  await answered(page, /\/api\/work\/late$/, () => told.click())
  await page.getByText('We told 1 customer.').waitFor()
  const sent = await site.world.deps.store.read.select().from(outbox).where(eq(outbox.jobId, second))
  expect(sent.filter(({ data }) => data['moved'] === true)).toHaveLength(1)
  await page
    .getByRole('article')
    .filter({ hasText: 'Ben Ochoa' })
    .getByText(/^1:\d\d/)
    .waitFor()
  expect(troubles).toEqual([])
  await close()
})

test('the list stays where it is when the last visit begins', async () => {
  await plan('Cleo Hart', '2026-03-02T23:30:00Z')
  const last = await plan('Dan Wu', '2026-03-03T01:30:00Z')
  for (const { id, status } of await site.world.deps.store.read.select().from(jobs)) {
    const left = { scheduled: ['en_route', 'in_progress', 'completed'], in_progress: ['completed'] }
    const steps = id === last ? [] : (left[status as keyof typeof left] ?? [])
    for (const to of steps) await office('POST', `/api/admin/jobs/${id}/move`, { to })
  }
  const { page, close } = await visit(browser, site, phone)
  await openDay(page, await link())
  const dan = page.getByRole('article').filter({ hasText: 'Dan Wu' })
  const top = async () => (await dan.boundingBox())!.y + (await page.evaluate(() => window.scrollY))
  await dan.getByRole('button', { name: 'On my way' }).click()
  await answered(page, aMove, () => page.getByRole('button', { name: 'Yes, on my way' }).click())
  const before = await top()
  await answered(page, aMove, () => dan.getByRole('button', { name: 'Start work' }).click())
  await page.getByText('This is your last visit today.').waitFor()
  expect(await top()).toBe(before)
  await close()
})
