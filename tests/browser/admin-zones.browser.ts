import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { franchises, jobs, workers } from '../../db/schema'
import { enterConsole, enterConsoleToday, holdFranchises } from './support/console'
import { office, startDemoSite } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const read = () => site.world.deps.store.read
const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()

test("a visit's time is offered for change only once its time zone is known", async () => {
  const elsewhere = await inAnotherZone()
  const { page, close } = await enterConsole(browser, site)
  const release = await holdFranchises(page)
  await page.goto(`/admin?tab=jobs&job=${elsewhere.id}`)
  await drawer(page)
    .getByRole('heading', { name: `${elsewhere.customerName} · ${elsewhere.type}` })
    .waitFor()
  expect(await drawer(page).getByText('Preferred time').count()).toBe(0)
  release()
  await drawer(page)
    .getByText(/Times are in \w+ Time/)
    .waitFor()
  await close()
})

test("a visit in another time zone appears at the right moment on its worker's row", async () => {
  const zones = await read().select().from(franchises)
  const west = zones.find(({ timeZone }) => timeZone === 'America/Los_Angeles')!
  const denver = zones.find(({ timeZone }) => timeZone === 'America/Denver')!
  const [job] = await read()
    .select()
    .from(jobs)
    .where(and(eq(jobs.status, 'pending'), eq(jobs.franchiseId, west.id)))
    .limit(1)
  const [worker] = await read().select().from(workers).where(eq(workers.franchiseId, denver.id)).limit(1)
  await office(site, `/api/admin/jobs/${job!.id}/schedule`, {
    start: '2026-04-07T14:30:00-07:00',
    workerId: worker!.id,
    tellCustomer: false,
  })
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=dispatch&date=2026-04-07')
  const block = page.locator('.lane').filter({ hasText: worker!.name }).locator('.block')
  expect(await block.getAttribute('title')).toContain('3:30–')
  await block.click()
  expect(await page.locator('dialog[open]').getByLabel('Start time').inputValue()).toBe('14:30')
  await close()
})

async function inAnotherZone() {
  const elsewhere = await read().select().from(franchises)
  const { timeZone } = site.world.deps.config.business
  const franchise = elsewhere.find((one) => one.timeZone !== timeZone)!
  return (await read().select().from(jobs).where(eq(jobs.franchiseId, franchise.id)).limit(1))[0]!
}
