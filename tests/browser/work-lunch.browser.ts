import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { dayOf, openDay, phone } from './support/worker-day'

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

test("a technician's phone shows lunch between the visits", async () => {
  const lunch = { minutes: 30, from: '11:00', until: '13:30' }
  await office('PATCH', '/api/admin/settings/hours', { values: { lunch } })
  await plan('Ada Moore', '2026-03-02T16:00:00Z')
  await plan('Ben Ochoa', '2026-03-02T21:00:00Z')
  const { page, troubles, close } = await visit(browser, site, phone)
  await openDay(page, await link())
  await page.locator('.work-lunch').waitFor()
  const cards = await page.locator('article, .work-lunch').allInnerTexts()
  expect(cards.map((text) => /Ada|Lunch|Ben/.exec(text)?.[0])).toEqual(['Ada', 'Lunch', 'Ben'])
  expect(cards[1]).toContain('11:00–11:30 AM')
  expect(troubles).toEqual([])
  await close()
})
