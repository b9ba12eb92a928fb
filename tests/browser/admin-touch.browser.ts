import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { jobs, workers } from '../../db/schema'
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

const read = () => site.world.deps.store.read
const workerNamed = async (name: string) =>
  (await read().select().from(workers).where(eq(workers.name, name)))[0]!
const readJob = async (id: string) => (await read().select().from(jobs).where(eq(jobs.id, id)))[0]!
const moment = (time: string) => Date.parse(`2026-03-05T${time}:00-08:00`)

/** A visit of Owen Fischer in Portland on Thursday. */
async function visit(customerName: string, start: string, end: string): Promise<string> {
  const { id: workerId, franchiseId } = await workerNamed('Owen Fischer')
  const address = '700 SW 5th Ave, Portland, OR 97204'
  const wish = { customerName, address, type: 'Gutter cleaning', price: 200, franchiseId }
  const { job } = await office(site, '/api/admin/jobs', wish)
  await site.world.deps.background.idle()
  const [from, until] = [start, end].map((time) => new Date(moment(time)).toISOString())
  const visitOf = { start: from, end: until, workerId, tellCustomer: false }
  await office(site, `/api/admin/jobs/${job.id}/schedule`, visitOf)
  return job.id
}

async function openBoard(width: number) {
  const visitor = await enterConsoleToday(browser, site, { width, touch: true })
  await visitor.page.goto('/admin?tab=dispatch&date=2026-03-05')
  await visitor.page.locator('.block').first().waitFor()
  await settled(visitor.page)
  return visitor
}

/** Fingers speak the browser's own protocol, because only that reaches the scrolling too. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at })
  return {
    press: (x: number, y: number) => send('touchStart', { x, y }),
    slide: async (from: { x: number; y: number }, by: { x: number; y: number }) => {
      for (const part of [0.25, 0.5, 0.75, 1])
        await send('touchMove', { x: from.x + by.x * part, y: from.y + by.y * part })
    },
    lift: () => send('touchEnd'),
  }
}

test('a long press picks a visit up, and the finger drops it on another technician', async () => {
  const id = await visit('Toni Touch', '10:30', '11:30')
  const { page, troubles, close } = await openBoard(1024)
  const block = page.locator(`[data-stand="${id}"]`)
  await block.scrollIntoViewIfNeeded()
  const box = (await block.boundingBox())!
  const below = (await page
    .locator('.lane')
    .filter({ hasText: 'Viktor Novak' })
    .locator('.lane-track')
    .boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const hand = await finger(page)
  await hand.press(at.x, at.y)
  await page.locator('.move-hint').waitFor()
  await hand.slide(at, { x: 0, y: below.y + below.height / 2 - at.y })
  await page.locator('.move-hint').getByText('10:30–11:30 AM, Viktor Novak').waitFor()
  await hand.lift()
  await page.getByText('Toni Touch is scheduled').waitFor()
  const { id: workerId } = await workerNamed('Viktor Novak')
  expect(await readJob(id)).toMatchObject({ workerId, scheduledStart: moment('10:30') })
  expect(await page.locator('dialog[open]').count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test('a swipe scrolls and a tap opens the visit, and neither moves it', async () => {
  const id = await visit('Sam Swipe', '16:00', '16:45')
  const { page, close } = await openBoard(390)
  const block = page.locator(`[data-stand="${id}"]`)
  await block.scrollIntoViewIfNeeded()
  const box = (await block.boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const board = page.locator('.board')
  const scrolled = () => board.evaluate(({ scrollLeft }) => scrollLeft)
  const before = await scrolled()
  const hand = await finger(page)
  await hand.press(at.x, at.y)
  await hand.slide(at, { x: 120, y: 0 })
  await hand.lift()
  await page.waitForFunction((was) => document.querySelector('.board')!.scrollLeft < was, before)
  expect(await page.locator('.move-hint').count()).toBe(0)
  await block.scrollIntoViewIfNeeded()
  await block.tap()
  await page.locator('dialog[open]').getByLabel('Start time').waitFor()
  expect((await readJob(id)).scheduledStart).toBe(moment('16:00'))
  await close()
})
