import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { jobs, workers } from '../../db/schema'
import { send } from '../support/app'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { office } from './support/demo-site'
import { settled } from './support/screens'
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

async function openBoard() {
  const visitor = await enterConsoleToday(browser, site)
  await visitor.page.goto('/admin?tab=dispatch&date=2026-03-03')
  await visitor.page.locator('.block').first().waitFor()
  await settled(visitor.page)
  return visitor
}

const lane = (page: Page, name: string) => page.locator('.lane').filter({ hasText: name })
const readJob = async (id: string) =>
  (await site.world.deps.store.read.select().from(jobs).where(eq(jobs.id, id)))[0]!

/** Jobs with a time on the board and no worker. */
const forNobody = () =>
  site.world.deps.store.read
    .select()
    .from(jobs)
    .where(and(eq(jobs.status, 'scheduled'), isNotNull(jobs.scheduledStart)))
    .then((rows) => rows.filter(({ workerId }) => workerId === null))

describe('the dispatch board', () => {
  test('has a row for visits without a worker, shaded shifts and hatched time off', async () => {
    const { page, troubles, close } = await openBoard()
    expect(await lane(page, 'Unassigned').locator('.block').count()).toBe(2)
    expect(await lane(page, 'Aaliyah Johnson').locator('.lane-name').textContent()).toContain(
      '8 AM–5 PM, off 11 AM–2 PM',
    )
    expect(await lane(page, 'Aaliyah Johnson').locator('.shade-off').getAttribute('title')).toBe('Dentist')
    expect(await lane(page, 'Ben Carter').locator('.lane-name').textContent()).toContain('Time off')
    expect(await lane(page, 'Marcus Lee').locator('.shade:not(.shade-off)').count()).toBe(1)
    expect(await lane(page, 'Marcus Lee').locator('.shade-off').count()).toBe(0)
    expect(troubles).toEqual([])
    await close()
  })

  test('assigns a worker to a visit by keyboard', async () => {
    const job = (await forNobody())[0]!
    const { page, close } = await openBoard()
    await lane(page, 'Unassigned').locator('.block').filter({ hasText: job.customerName }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Technician').focus()
    await page.keyboard.press('ArrowDown')
    await dialog.getByLabel('Notify customer').focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Save changes' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Schedule anyway' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('.lanes[aria-label] .block').length === 1)
    expect((await readJob(job.id)).workerId).not.toBeNull()
    expect((await readJob(job.id)).scheduledStart).toBe(job.scheduledStart)
    await close()
  })

  test('schedules a job dragged from the list and unschedules it when dragged back', async () => {
    const { page, close } = await openBoard()
    const waiting = page.locator('.waiting-job').filter({ hasText: 'Rose City' }).first()
    const name = (await waiting.locator('.strong').textContent())!
    const track = lane(page, 'Owen Fischer').locator('.lane-track')
    const { width } = (await track.boundingBox())!
    await waiting.dragTo(track, { targetPosition: { x: width / 2 + 4, y: 20 } })
    await page.getByRole('button', { name: 'Schedule anyway' }).click()
    await page.getByText(`${name} is scheduled`).waitFor()
    await page.getByLabel('Notify customer').uncheck()
    const block = lane(page, 'Owen Fischer').locator('.block').filter({ hasText: name })
    await block.waitFor()
    // The board shows 7 to 19: its middle is one o'clock in Portland.
    expect(await block.getAttribute('title')).toContain('1:00–')

    await block.dragTo(page.locator('.waiting h2'))
    await page.getByText(`${name} is no longer scheduled`).waitFor()
    await block.waitFor({ state: 'detached' })
    await close()
  })

  test("shows who could take a job, why others can't, and assigns the chosen worker", async () => {
    const job = await wish(null, null)
    const { page, close } = await openBoard()
    await page.locator(`[data-stand="${job.id}"]`).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByText('See who can take this job').click()
    const first = dialog.getByRole('button', { name: /^Choose / }).first()
    const name = ((await first.getAttribute('aria-label')) ?? '').replace('Choose ', '')
    for (const why of await dialog.locator('.candidates small').allTextContents()) expect(why).not.toBe('')
    await first.click()
    expect(await dialog.getByLabel('Technician').locator('option:checked').textContent()).toBe(name)
    await close()
  })

  test('shows a dispatch plan with reasons and changes nothing until you commit it', async () => {
    const { page, close } = await openBoard()
    const waiting = await page.locator('.waiting-job').count()
    await page.getByRole('button', { name: 'Preview plan' }).click()
    await page.getByText(/\d+ to assign/).waitFor()
    const rows = page.locator('.plan-line')
    expect(await rows.count()).toBe(waiting)
    for (const why of await rows.locator('.plan-why').allTextContents()) expect(why).not.toBe('')
    expect(await page.locator('.waiting-job').count()).toBe(waiting)
    await page.getByRole('button', { name: 'Discard plan' }).click()
    expect(await rows.count()).toBe(0)
    await close()
  })

  test("asks before placing a visit outside the customer's window or the shift", async () => {
    const job = await wish('2026-03-03', '08:00-10:00')
    const { page, close } = await openBoard()
    const waiting = page.locator(`[data-stand="${job.id}"]`)
    await waiting.click()
    await page.locator('dialog[open]').getByText('Prefers Tue, Mar 3, 8–10 AM').waitFor()
    await page.keyboard.press('Escape')

    const track = lane(page, 'Owen Fischer').locator('.lane-track')
    const { width } = (await track.boundingBox())!
    const drop = () => waiting.dragTo(track, { targetPosition: { x: width - 4, y: 20 } })
    await drop()
    const question = page.getByRole('dialog', { name: `Schedule ${job.customerName} anyway?` })
    await question.getByText('The customer asked for Tue, Mar 3, 8–10 AM.').waitFor()
    await question.getByText(/This is outside Owen Fischer's shift/).waitFor()
    await question.getByRole('button', { name: 'Back' }).click()
    expect((await readJob(job.id)).status).toBe('pending')

    await drop()
    await question.getByRole('button', { name: 'Schedule anyway' }).click()
    await page.getByText(`${job.customerName} is scheduled`).waitFor()
    expect((await readJob(job.id)).status).toBe('scheduled')
    await close()
  })
})

describe('a console left open', () => {
  const comeBack = (page: Page) =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

  test('shows new bookings and keeps open panels open', async () => {
    const { page, close } = await enterConsoleToday(browser, site)
    await page.goto('/admin?tab=jobs')
    await page.locator('tbody tr').first().waitFor()
    await page.getByRole('button', { name: 'Book a job' }).click()
    await page.getByLabel('Customer name').fill('Half a na')
    await book('Newly Booked')
    await comeBack(page)
    await page.locator('tbody').getByText('Newly Booked').waitFor()
    expect(await page.getByLabel('Customer name').inputValue()).toBe('Half a na')
    await close()
  })

  test('refreshes when the current tab is clicked again in the menu', async () => {
    const { page, close } = await enterConsoleToday(browser, site)
    await page.goto('/admin?tab=jobs')
    await page.locator('tbody tr').first().waitFor()
    await book('One More')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.locator('tbody').getByText('One More').waitFor()
    await close()
  })

  test('keeps the later pages of a list that were loaded', async () => {
    const { page, close } = await enterConsoleToday(browser, site)
    await page.goto('/admin?tab=jobs')
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length > 50)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await comeBack(page)
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(50)
    expect(asked).not.toContain('/api/admin/jobs')
    await close()
  })

  test("doesn't move a visit that someone else has placed meanwhile", async () => {
    const job = await wish(null, null)
    const { page, close } = await openBoard()
    await page.locator(`[data-stand="${job.id}"]`).waitFor()
    await office(site, `/api/admin/jobs/${job.id}/schedule`, {
      start: '2026-03-05T17:00:00Z',
      workerId: null,
      tellCustomer: false,
    })
    const track = lane(page, 'Owen Fischer').locator('.lane-track')
    await page.locator(`[data-stand="${job.id}"]`).dragTo(track, { targetPosition: { x: 80, y: 20 } })
    await page.getByText(/This job has changed in the meantime/).waitFor()
    await page.locator(`[data-stand="${job.id}"]`).waitFor({ state: 'detached' })
    expect((await readJob(job.id)).scheduledStart).toBe(Date.parse('2026-03-05T17:00:00Z'))
    await close()
  })

  test('shows in the dialog how a job looks after someone else changed it', async () => {
    const job = await wish(null, null)
    const { page, close } = await openBoard()
    await page.locator(`[data-stand="${job.id}"]`).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Start time').waitFor()
    await office(site, `/api/admin/jobs/${job.id}/schedule`, {
      start: '2026-03-05T17:00:00Z',
      workerId: null,
      tellCustomer: false,
    })
    await dialog.getByRole('button', { name: 'Schedule visit' }).click()
    await dialog.getByText(/This job has changed in the meantime.*Here's the latest version/).waitFor()
    expect(await dialog.getByLabel('Date').inputValue()).toBe('2026-03-05')
    await close()
  })
})

/** A waiting job of the Portland franchise, with the given requested time. */
async function wish(preferredDate: string | null, preferredTime: string | null) {
  const { id } = await book('Dana Whitfield')
  const owen = (await site.world.deps.store.read.select().from(workers)).find(
    ({ name }) => name === 'Owen Fischer',
  )!
  await send(site.world.app, 'PATCH', `/api/admin/jobs/${id}`, {
    body: { preferredDate, preferredTime, franchiseId: owen.franchiseId },
    token: await site.world.hqToken(),
  })
  await site.world.deps.background.idle()
  return readJob(id)
}

async function book(customerName: string) {
  const { job } = await office(site, '/api/admin/jobs', {
    customerName,
    customerEmail: 'dana@example.com',
    address: '700 SW 5th Ave, Portland, OR 97204',
    type: 'Gutter cleaning',
    price: 200,
  })
  return job as { id: string }
}
