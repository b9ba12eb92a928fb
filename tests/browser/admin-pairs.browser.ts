import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobs, secondWorkers, workers } from '../../db/schema'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { office } from './support/demo-site'
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

const store = () => site.world.deps.store.read
const moment = (time: string) => Date.parse(`2026-03-05T${time}:00-08:00`)
const iso = (time: string) => new Date(moment(time)).toISOString()

/** A visit of Owen Fischer with Viktor Novak. */
async function visitOfTwo() {
  const named = await store()
    .select()
    .from(workers)
    .where(inArray(workers.name, ['Owen Fischer', 'Viktor Novak']))
  const [owen, viktor] = named.toSorted((a, b) => a.name.localeCompare(b.name))
  const { job } = await office(site, '/api/admin/jobs', {
    customerName: 'Nell Together',
    address: '700 SW 5th Ave, Portland, OR 97204',
    type: 'Gutter cleaning',
    price: 200,
    franchiseId: owen!.franchiseId,
  })
  await site.world.deps.background.idle()
  await office(site, `/api/admin/jobs/${job.id}/schedule`, {
    start: iso('08:00'),
    end: iso('09:30'),
    workerId: owen!.id,
    secondWorkerId: viktor!.id,
    tellCustomer: false,
  })
  return { id: job.id as string, owen: owen!.id, viktor: viktor!.id }
}

test('a visit for two is in both rows, and moving it in one moves it in both', async () => {
  const { id, owen, viktor } = await visitOfTwo()
  const { page, troubles, close } = await enterConsoleToday(browser, site, { width: 1440 })
  await page.goto('/admin?tab=dispatch&date=2026-03-05')
  const blockOf = (name: string) =>
    page.locator('.lane').filter({ hasText: name }).locator(`[data-stand="${id}"]`)
  await blockOf('Owen Fischer').getByText('with Viktor').waitFor()
  const helped = blockOf('Viktor Novak')
  await helped.getByText('with Owen').waitFor()
  await helped.scrollIntoViewIfNeeded()
  const box = (await helped.boundingBox())!
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 10 + box.width * 5, box.y + 10, { steps: 6 })
  expect(await page.locator('.block-ghost').count()).toBe(2)
  await page.mouse.up()
  await page.getByText('Owen Fischer with Viktor Novak').waitFor()
  const [job] = await store().select().from(jobs).where(eq(jobs.id, id))
  const [second] = await store().select().from(secondWorkers).where(eq(secondWorkers.jobId, id))
  expect(job).toMatchObject({ workerId: owen, scheduledStart: moment('15:30') })
  expect(second).toMatchObject({ workerId: viktor, start: moment('15:30') })
  expect(troubles).toEqual([])
  await close()
})
