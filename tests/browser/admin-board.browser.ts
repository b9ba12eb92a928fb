import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import type { Browser, Locator, Page } from 'playwright-core'
import { jobs, outbox, workers } from '../../db/schema'
import { deliverDue } from '../../src/modules/messages/queue'
import { seriousFindings } from './support/accessibility'
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

const store = () => site.world.deps.store.read
const readJob = async (id: string) => (await store().select().from(jobs).where(eq(jobs.id, id)))[0]!
const lane = (page: Page, name: string) => page.locator('.lane').filter({ hasText: name })
const moment = (time: string, date = '2026-03-05') => Date.parse(`${date}T${time}:00-08:00`)

/** A visit of Owen Fischer in Portland, usually on Thursday, at a time that isn't on the quarter hour. */
async function visit(name: string, start: string, end: string, date?: string) {
  const [owen] = await store().select().from(workers).where(eq(workers.name, 'Owen Fischer'))
  const { job } = await office(site, '/api/admin/jobs', {
    customerName: name,
    customerEmail: `${name.replaceAll(' ', '.')}@example.com`,
    address: '700 SW 5th Ave, Portland, OR 97204',
    type: 'Gutter cleaning',
    price: 200,
    franchiseId: owen!.franchiseId,
  })
  await site.world.deps.background.idle()
  const iso = (time: string) => new Date(moment(time, date)).toISOString()
  const times = { start: iso(start), end: iso(end) }
  await office(site, `/api/admin/jobs/${job.id}/schedule`, {
    ...times,
    workerId: owen!.id,
    tellCustomer: false,
  })
  return job.id as string
}

const openBoard = async (view = '', width = 1440) => {
  const visitor = await enterConsoleToday(browser, site, { width })
  await visitor.page.goto(`/admin?tab=dispatch&date=2026-03-05${view}`)
  await visitor.page.locator('.block').first().waitFor()
  await settled(visitor.page)
  return visitor
}

/** Presses on a point of an element and moves to another point, in steps as a hand does. */
async function drag(page: Page, from: Locator, at: { x: number; y: number }, to: { x: number; y: number }) {
  const box = (await from.boundingBox())!
  await page.mouse.move(box.x + at.x, box.y + at.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
}

/** The messages about a visit in the outbox. */
const news = (jobId: string) =>
  store()
    .select({ state: outbox.state })
    .from(outbox)
    .where(and(eq(outbox.jobId, jobId), eq(outbox.template, 'scheduled')))
    .orderBy(asc(outbox.id))

async function deliver() {
  await deliverDue(site.world.deps)
  await site.world.deps.background.idle()
}

describe('moving a visit on the board', () => {
  test('straight down keeps its time, and undoing it sends no message', async () => {
    const id = await visit('Gwen Straight', '10:40', '12:00')
    const { page, close } = await openBoard()
    const block = page.locator(`[data-stand="${id}"]`)
    await block.scrollIntoViewIfNeeded()
    const box = (await block.boundingBox())!
    const below = (await lane(page, 'Viktor Novak').locator('.lane-track').boundingBox())!
    await drag(page, block, { x: box.width - 20, y: 10 }, { x: box.x + box.width - 19, y: below.y + 20 })
    await page.locator('.move-hint').getByText('10:40 AM–12:00 PM, Viktor Novak').waitFor()
    await page.mouse.up()
    await page.getByText('Gwen Straight is scheduled').waitFor()
    const [viktor] = await store().select().from(workers).where(eq(workers.name, 'Viktor Novak'))
    expect(await readJob(id)).toMatchObject({ workerId: viktor!.id, scheduledStart: moment('10:40') })
    await deliver()
    expect((await news(id)).map(({ state }) => state)).toEqual(['queued'])

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await lane(page, 'Owen Fischer').locator(`[data-stand="${id}"]`).waitFor()
    site.world.clock.advance(60_000)
    await deliver()
    expect((await news(id)).map(({ state }) => state)).toEqual(['cancelled'])
    expect((await readJob(id)).scheduledEnd).toBe(moment('12:00'))
    await close()
  })

  test('says what it would break, refuses to cover another visit, and Escape leaves it where it was', async () => {
    const id = await visit('Hal Objection', '08:00', '09:00')
    const { page, close } = await openBoard()
    const block = page.locator(`[data-stand="${id}"]`)
    const track = (await lane(page, 'Owen Fischer').locator('.lane-track').boundingBox())!
    await drag(page, block, { x: 10, y: 10 }, { x: track.x + track.width - 60, y: track.y + 20 })
    await page.locator('.move-hint').getByText("This is outside Owen Fischer's shift").waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.move-hint').waitFor({ state: 'detached' })
    await page.mouse.up()
    expect((await readJob(id)).scheduledStart).toBe(moment('08:00'))
    expect(await page.locator('dialog[open]').count()).toBe(0)

    const other = await visit('Ira Inway', '13:00', '14:30')
    await page.reload()
    const busy = (await page.locator(`[data-stand="${other}"]`).boundingBox())!
    await drag(
      page,
      page.locator(`[data-stand="${id}"]`),
      { x: 4, y: 10 },
      { x: busy.x + 10, y: busy.y + 20 },
    )
    await page.locator('.move-hint').getByText("There's another visit at that time: Ira Inway.").waitFor()
    await page.mouse.up()
    await page.locator('.toast').getByText('Ira Inway').waitFor()
    expect((await readJob(id)).scheduledStart).toBe(moment('08:00'))
    await close()
  })

  test('works with the keyboard alone, and so does changing how long it takes', async () => {
    const id = await visit('Kay Board', '15:00', '16:00')
    const { page, close } = await openBoard()
    const block = page.locator(`[data-stand="${id}"]`)
    await block.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.locator('.move-hint').getByText('3:15–4:15 PM, Viktor Novak').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowLeft')
    await page.locator('.move-hint').getByText('2:45–3:45 PM, Owen Fischer').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Kay Board is scheduled').waitFor()
    expect((await readJob(id)).scheduledStart).toBe(moment('14:45'))

    await block.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.locator('.move-hint').getByText('2:45–4:15 PM').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.change-bar').getByText('2:45–4:15 PM, Owen Fischer').waitFor()
    expect(await readJob(id)).toMatchObject({
      scheduledStart: moment('14:45'),
      scheduledEnd: moment('16:15'),
    })
    await page.keyboard.press('Control+z')
    await page.getByText('Undone.').waitFor()
    expect((await readJob(id)).scheduledEnd).toBe(moment('15:45'))
    await close()
  })

  test("by its end makes it longer, and the customer isn't notified", async () => {
    const id = await visit('Lou Longer', '09:15', '09:45')
    const before = await readJob(id)
    const { page, close } = await openBoard()
    const block = page.locator(`[data-stand="${id}"]`)
    const box = (await block.boundingBox())!
    const track = (await lane(page, 'Owen Fischer').locator('.lane-track').boundingBox())!
    const quarter = track.width / 12 / 4
    await drag(
      page,
      block,
      { x: box.width - 3, y: 10 },
      { x: box.x + box.width - 3 + 2 * quarter, y: box.y + 10 },
    )
    await page.mouse.up()
    await page.getByText('Lou Longer is scheduled').waitFor()
    const after = await readJob(id)
    expect(after.scheduledStart).toBe(before.scheduledStart)
    expect(after.scheduledEnd! - before.scheduledEnd!).toBe(30 * 60_000)
    expect(await news(id)).toEqual([])
    await page.getByText("Customers aren't told how long a visit takes.").waitFor()
    expect(await page.getByLabel('Notify customer').count()).toBe(0)
    await close()
  })
})

test('the board shows a day, three days or a week without faults for assistive technology', async () => {
  const { page, troubles, close } = await openBoard()
  for (const [name, days] of [
    ['3 days', 3],
    ['Week', 7],
    ['Day', 1],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.locator(`.board[data-days="${days}"] .block`).first().waitFor()
    const hidden = await page.locator('.board').evaluate((board) => board.scrollWidth - board.clientWidth)
    expect(hidden).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
  }
  expect(await lane(page, 'Owen Fischer').locator('.drive').count()).toBeGreaterThan(0)
  expect(await lane(page, 'Owen Fischer').locator('.lane-sums span').allTextContents()).toEqual([
    expect.stringMatching(/^\d.* of 9 hr$/),
    expect.stringMatching(/^\d+ min drive$/),
  ])
  expect(troubles).toEqual([])
  await close()
})

test('a dispatch plan is drawn on the board; a line is left out, a proposal moved, and the rest assigned', async () => {
  const { page, troubles, close } = await openBoard()
  await page.getByRole('button', { name: 'Preview plan' }).click()
  const ghosts = page.locator('.block[data-state="planned"]')
  await ghosts.first().waitFor()
  expect(await seriousFindings(page)).toEqual([])

  const lines = page.getByRole('region', { name: 'Lines of the plan' })
  const first = lines.getByRole('checkbox').first()
  const name = ((await first.getAttribute('aria-label')) ?? '').replace('Assign ', '')
  const proposed = await lines.getByRole('checkbox').count()
  await first.uncheck()
  await page.getByRole('button', { name: `Assign ${proposed - 1} visits` }).waitFor()

  const ghost = ghosts.first()
  const id = (await ghost.getAttribute('data-stand'))!
  await ghost.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const anyway = page.getByRole('button', { name: 'Schedule anyway' })
  const placed = lines.getByText('Placed by you')
  await anyway.or(placed).first().waitFor()
  if (await anyway.isVisible()) await anyway.click()
  await placed.waitFor()
  expect((await readJob(id)).status).toBe('pending')

  await page.getByRole('button', { name: /^Assign \d+ visits$/ }).click()
  const question = page.getByRole('dialog', { name: /^Assign \d+ visits\?$/ })
  await question.getByText(/^\d+ customers will be notified of their visit\.$/).waitFor()
  await question.getByText('1 line you took out stays as it is.').waitFor()
  await question.getByRole('button', { name: /^Assign/ }).click()
  await page.getByText(/^Assigned \d+ visits\./).waitFor()
  expect((await readJob(id)).status).toBe('scheduled')
  const left = await store().select().from(jobs).where(eq(jobs.customerName, name))
  expect(left.some(({ status }) => status === 'pending')).toBe(true)
  expect(troubles).toEqual([])
  await close()
})

test('a job that does not fit has a button that makes it fit or asks the customer', async () => {
  const { page, close } = await openBoard()
  await page.getByRole('button', { name: 'Preview plan' }).click()
  const offer = page.getByRole('button', { name: /^Offer \w{3} [\d–]+ (?:AM|PM): / }).first()
  await offer.click()
  await page.getByText('We asked the customer.').waitFor()
  const sent = await store().select().from(outbox).where(eq(outbox.template, 'new-time'))
  expect(sent).toHaveLength(1)
  await close()
})

test('the three-day view shows a whole time or none, however short the visit', async () => {
  await visit('Quincy Quick', '14:00', '14:30', '2026-03-07')
  await visit('Hortensia Hourly', '15:00', '16:00', '2026-03-07')
  const { page, close } = await openBoard('&view=three')
  const quick = page.locator('.block', { hasText: 'Quincy' })
  await quick.waitFor()
  const cut = await page
    .locator('.block small')
    .evaluateAll((all) =>
      all
        .filter(
          (line) => getComputedStyle(line).position !== 'absolute' && line.scrollWidth > line.clientWidth,
        )
        .map((line) => line.textContent),
    )
  expect(cut).toEqual([])
  // A screen reader still reads the time.
  expect(await quick.textContent()).toContain('2:00–2:30 PM')
  await close()
})
