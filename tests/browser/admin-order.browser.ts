import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { followingJobs, workers } from '../../db/schema'
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
const moment = (time: string) => new Date(`2026-03-05T${time}:00-08:00`).toISOString()

async function book(type: string, franchiseId: string | null): Promise<string> {
  const { job } = await office(site, '/api/admin/jobs', {
    customerName: 'Nell Order',
    customerEmail: 'nell.order@example.com',
    address: '700 SW 5th Ave, Portland, OR 97204',
    type,
    price: 200,
    franchiseId,
  })
  await site.world.deps.background.idle()
  return job.id
}

test('the office puts a job after another one, and hears what a new time would break', async () => {
  const [owen] = await store().select().from(workers).where(eq(workers.name, 'Owen Fischer'))
  const repair = await book('Gutter repair', owen!.franchiseId)
  const cleaning = await book('Gutter cleaning', owen!.franchiseId)
  const visit = { start: moment('15:00'), end: moment('16:00'), workerId: owen!.id, tellCustomer: false }
  await office(site, `/api/admin/jobs/${repair}/schedule`, visit)
  const { page, troubles, close } = await enterConsoleToday(browser, site, { width: 1440 })
  await page.goto(`/admin?tab=jobs&job=${cleaning}`)
  await page.getByRole('button', { name: 'Schedule after another job' }).click()
  await page.getByLabel('Schedule after', { exact: true }).selectOption(repair)
  await page.getByLabel('At least this much later').fill('2')
  await page.getByLabel('Unit').selectOption('hours')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Gutter repair, Thu, Mar 5, 3:00 PM; at least 2 hours between').waitFor()
  const links = await store().select().from(followingJobs)
  expect(links).toEqual([{ jobId: cleaning, afterJobId: repair, gapMinutes: 120 }])

  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByLabel('Date').fill('2026-03-05')
  await page.getByLabel('Start time').fill('16:30')
  await page.getByRole('button', { name: 'Schedule visit' }).click()
  await page
    .getByText('This comes at least 2 hours after Gutter repair, which ends Thu, Mar 5, 4:00 PM.')
    .waitFor()
  await page.getByRole('button', { name: 'Go back' }).click()

  await page.getByRole('button', { name: /^Gutter repair, Thu/ }).click()
  await page.getByText('Comes before').waitFor()
  await page.getByRole('button', { name: /^Gutter cleaning, not scheduled; at least 2 hours/ }).waitFor()
  expect(troubles).toEqual([])
  await close()
})
