import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Locator, Page } from 'playwright-core'
import { jobs } from '../../db/schema'
import { plantJob } from '../support/jobs'
import { denver, marcus, sofia } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { enterConsoleToday } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser } from './support/visitor'

const hour = 3_600_000
const place = { franchiseId: denver, placeState: 'placed', lat: 39.74, lng: -104.98 } as const
let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  // Ten on a Monday morning in Denver.
  site.world.clock.advance(2 * hour)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const plant = async (customerName: string, workerId: string, hours: number) => {
  const start = new Date(site.world.clock.now() + hours * hour).toISOString()
  const planted = { workerId, start, status: 'scheduled', fields: { ...place, customerName } } as const
  return (await plantJob(site.world, planted)).id
}
const wait = async (customerName: string, fields: Partial<typeof jobs.$inferInsert>) =>
  (await plantJob(site.world, { fields: { ...place, customerName, ...fields } })).id
const startOf = async (id: string) =>
  (await site.world.deps.store.read.select().from(jobs).where(eq(jobs.id, id)))[0]!.scheduledStart

async function openBoard(date = '2026-03-02') {
  const visitor = await enterConsoleToday(browser, site, { width: 1440 })
  await visitor.page.goto(`/admin?tab=dispatch&date=${date}`)
  await visitor.page.locator('.lane').first().waitFor()
  return visitor
}
const block = (page: Page, id: string) => page.locator(`.block[data-stand="${id}"]`)
const colorOf = (found: Locator) => found.evaluate((element) => getComputedStyle(element).borderLeftColor)

test('the board of today shows the time, what is late and what will be, and asks before a time that has passed', async () => {
  const late = await plant('Lena Late', marcus, -0.75)
  const next = await plant('Rita Risk', marcus, 0.5)
  const calm = await plant('Carl Calm', sofia, 3)
  const { page, troubles, close } = await openBoard()

  // Every visit shows its customer and its time; that it is scheduled goes without saying.
  expect(await block(page, calm).innerText()).toMatch(/Carl\s+Calm\s+1\s?PM/)
  expect(await block(page, calm).locator('b').count()).toBe(0)
  expect(await block(page, calm).getAttribute('title')).toContain(
    'Carl Calm, Gutter cleaning, 1–2 PM, Scheduled',
  )
  expect(await block(page, late).innerText()).toContain('45 min late')
  expect(await block(page, late).getAttribute('title')).toContain('was due at 9:15 AM and hasn')
  expect(await block(page, next).innerText()).toMatch(/~\d+ min late/)
  expect(await block(page, next).getAttribute('title')).toContain(
    'the visit before it (Lena Late) takes until',
  )
  const colors = await Promise.all([late, next, calm].map((id) => colorOf(block(page, id))))
  expect(new Set(colors).size).toBe(3)

  // The line of the current time crosses the visit that should be half over.
  const line = (await page.locator('.lane', { hasText: 'Marcus' }).locator('.now-line').boundingBox())!
  const box = (await block(page, late).boundingBox())!
  expect((line.x - box.x) / box.width).toBeCloseTo(0.75, 1)

  await block(page, late).focus()
  await page.keyboard.press('ArrowLeft')
  await page.locator('.move-hint').getByText('This time has already passed.').waitFor()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Schedule Lena Late anyway?' })
  await question.getByText(/^This visit was due Mon, Mar 2.* 9:15 AM\.$/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const before = await startOf(late)
  await question.getByRole('button', { name: 'Back' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await startOf(late)).toBe(before)

  await page.goto('/admin?tab=dispatch&date=2026-03-03')
  await page.locator('.lane').first().waitFor()
  expect(await page.locator('.now-line').count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test('a visit too narrow for words still says how late it is', async () => {
  const late = await plant('Nadia Narrow', sofia, -0.5)
  const { page, close } = await openBoard('2026-03-02&view=three')
  await block(page, late).waitFor()
  const shown = await block(page, late).evaluate((element) => {
    const frame = element.getBoundingClientRect()
    return [...element.querySelectorAll<HTMLElement>('.block-late > span')]
      .filter((part) => {
        const { display, position } = getComputedStyle(part)
        return display !== 'none' && position !== 'absolute'
      })
      .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom
      })
      .map(({ innerText }) => innerText.replaceAll(/\s+/g, ' ').trim())
  })
  expect(shown.join(' ')).toMatch(/\+30m/)
  await close()
})

test('jobs without a visit come with the most urgent first, and say why', async () => {
  await wait('Nora Nextweek', { preferredDate: '2026-03-09' })
  await wait('Pete Priority', { priority: 2 })
  await wait('Tom Today', { preferredDate: '2026-03-02' })
  await wait('Ola Overdue', { preferredDate: '2026-02-27' })
  const { page, troubles, close } = await openBoard()
  const waiting = page.locator('.waiting-job')
  await waiting.first().waitFor()
  expect(await waiting.locator('.strong').allInnerTexts()).toEqual([
    'Ola Overdue',
    'Tom Today',
    'Pete Priority',
    'Nora Nextweek',
  ])
  const reasons = waiting.locator('.badge', { hasNotText: 'Not confirmed' })
  expect(await reasons.allInnerTexts()).toEqual(['Passed 3 days ago', 'Today', 'High priority'])
  expect(troubles).toEqual([])
  await close()
})

test('a shift is extended with one click, and what still has no visit becomes a to-do on Today', async () => {
  // Both are busy until half an hour before their shifts end.
  const until = Date.parse('2026-03-03T23:30:00Z')
  for (const workerId of [marcus, sofia]) {
    const id = await plant(`Busy with ${workerId}`, workerId, 22)
    await site.world.deps.store.write((tx) =>
      tx.update(jobs).set({ scheduledEnd: until, busyUntil: until }).where(eq(jobs.id, id)),
    )
  }
  const fits = await wait('Fay Fits', { preferredDate: '2026-03-03', preferredTime: 'afternoon' })
  await wait('Skye Skill', { type: 'Chimney sweeping' })
  const { page, troubles, close } = await openBoard('2026-03-03')
  await page.getByRole('button', { name: 'Preview plan' }).click()
  await page.getByRole('button', { name: /^Extend \w+ by .+: Fay Fits$/ }).click()
  const line = page.locator('.plan-line', { hasText: 'Fay Fits' })
  await line.getByText('Placed by you').waitFor()
  await page
    .getByRole('region', { name: 'Auto-dispatch' })
    .getByRole('button', { name: /^Assign/ })
    .click()
  const question = page.locator('dialog[open]')
  await question.getByText(/that can't be scheduled become/).waitFor()
  await question.getByRole('button', { name: /^Assign/ }).click()
  await page.getByText(/^Assigned \d+ visits?\./).waitFor()
  expect(await startOf(fits)).not.toBeNull()
  await page.goto('/admin?tab=today')
  await page.locator('.todo li', { hasText: 'Skye Skill' }).first().waitFor()
  expect(troubles).toEqual([])
  await close()
})
