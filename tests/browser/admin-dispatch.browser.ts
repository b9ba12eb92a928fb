import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { jobs, outbox } from '../../db/schema'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
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
  return visitor
}

const lane = (page: Page, name: string) => page.locator('.lane').filter({ hasText: name })
const readJob = async (id: string) =>
  (await site.world.deps.store.read.select().from(jobs).where(eq(jobs.id, id)))[0]!

/** Jobs that have a time on the board and nobody to make the visit. */
const forNobody = () =>
  site.world.deps.store.read
    .select()
    .from(jobs)
    .where(and(eq(jobs.status, 'scheduled'), isNotNull(jobs.scheduledStart)))
    .then((rows) => rows.filter(({ workerId }) => workerId === null))

describe('the board of a day', () => {
  test('has a row for visits without a worker, shaded shifts and hatched time off', async () => {
    const { page, troubles, close } = await openBoard()
    expect(await lane(page, 'Nobody yet').locator('.block').count()).toBe(2)
    expect(await lane(page, 'Aaliyah Johnson').locator('.lane-name').textContent()).toContain(
      '8 AM – 5 PM, off 11 AM – 2 PM',
    )
    expect(await lane(page, 'Aaliyah Johnson').locator('.shade-off').getAttribute('title')).toBe('Dentist')
    expect(await lane(page, 'Ben Carter').locator('.lane-name').textContent()).toContain('Time off')
    expect(await lane(page, 'Marcus Lee').locator('.shade:not(.shade-off)').count()).toBe(1)
    expect(await lane(page, 'Marcus Lee').locator('.shade-off').count()).toBe(0)
    expect(troubles).toEqual([])
    await close()
  })

  test('gives a visit its worker by keyboard', async () => {
    const job = (await forNobody())[0]!
    const { page, close } = await openBoard()
    await lane(page, 'Nobody yet').locator('.block').filter({ hasText: job.customerName }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Worker').focus()
    await page.keyboard.press('ArrowDown')
    await dialog.getByLabel('Tell the customer').focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Set the time' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('.lanes[aria-label] .block').length === 1)
    expect((await readJob(job.id)).workerId).not.toBeNull()
    expect((await readJob(job.id)).scheduledStart).toBe(job.scheduledStart)
    await close()
  })

  test('takes a job from the list, and takes it off again, by dragging', async () => {
    const { page, close } = await openBoard()
    await page.getByLabel('Tell customers').uncheck()
    const waiting = page.locator('.waiting-job').filter({ hasText: 'Rose City' }).first()
    const name = (await waiting.locator('.strong').textContent())!
    const track = lane(page, 'Owen Fischer').locator('.lane-track')
    const { width } = (await track.boundingBox())!
    await waiting.dragTo(track, { targetPosition: { x: width / 2 + 4, y: 20 } })
    await page.getByText(`${name} has a new time`).waitFor()
    const block = lane(page, 'Owen Fischer').locator('.block').filter({ hasText: name })
    await block.waitFor()
    // The board shows 7 to 19: its middle is one o'clock in Portland.
    expect(await block.getAttribute('title')).toContain('1 PM to')

    await block.dragTo(page.locator('.waiting h2'))
    await page.getByText(`${name} waits for a time again`).waitFor()
    await block.waitFor({ state: 'detached' })
    const told = await site.world.deps.store.read
      .select()
      .from(outbox)
      .where(eq(outbox.template, 'unscheduled'))
    expect(told).toEqual([])
    await close()
  })

  test('says who could take a job, why the others cannot, and takes over who is chosen', async () => {
    const { page, close } = await openBoard()
    await page.locator('.waiting-job').first().click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByText('Who could take it, and why').click()
    const first = dialog.getByRole('button', { name: /^Choose / }).first()
    const name = ((await first.getAttribute('aria-label')) ?? '').replace('Choose ', '')
    for (const why of await dialog.locator('.candidates small').allTextContents()) expect(why).not.toBe('')
    await first.click()
    expect(await dialog.getByLabel('Worker').locator('option:checked').textContent()).toBe(name)
    await close()
  })

  test('plans dry, says why, and changes nothing until it is committed', async () => {
    const { page, close } = await openBoard()
    const waiting = await page.locator('.waiting-job').count()
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText(/Would assign \d+/).waitFor()
    const rows = page.locator('.run-actions tbody tr')
    expect(await rows.count()).toBe(waiting)
    for (const why of await rows.locator('td[data-label="Why"]').allTextContents()) expect(why).not.toBe('')
    expect(await page.locator('.waiting-job').count()).toBe(waiting)
    await page.getByRole('button', { name: 'Put away' }).click()
    expect(await rows.count()).toBe(0)
    await close()
  })
})
