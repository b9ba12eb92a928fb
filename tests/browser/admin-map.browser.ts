import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { franchises, jobs, workerLocations, workers } from '../../db/schema'
import { mapFile, writeMap } from '../../src/providers/routing/roads/file'
import { squareTown } from '../providers/routing/roads/town'
import { temporaryFolder } from '../support/temp'
import { enterConsoleToday } from './support/console'
import { office } from './support/demo-site'
import { startSite, type Site } from './support/site'
import { openBrowser } from './support/visitor'

const town = squareTown(24, { lat: 39.7, lng: -105.01 })
const day = '2026-03-12'
const tomorrow = '2026-03-03'
let site: Site
let browser: Browser
let visits: string[]

beforeAll(async () => {
  const folder = temporaryFolder('roads')
  writeMap(mapFile(folder), town.graph())
  site = await startSite({ demoCompany: true, env: { DATA_DIR: folder } })
  browser = await openBrowser()
  visits = await planVisits()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Three visits of one technician, two of them in the same building. */
async function planVisits(): Promise<string[]> {
  const { store } = site.world.deps
  const rows = (await store.read.select().from(jobs).where(eq(jobs.status, 'pending'))).slice(0, 3)
  // The map shows all jobs with a place, and the others are all over the country.
  await store.write((tx) => tx.update(jobs).set({ lat: null, lng: null }))
  const people = await store.read.select().from(workers)
  const places = [town.at(4, 4), town.at(18, 15), town.at(18, 15)]
  for (const [at, { id }] of rows.entries()) {
    await office(site, `/api/admin/jobs/${id}/schedule`, {
      start: `${day}T${15 + at * 2}:00:00Z`,
      end: `${day}T${16 + at * 2}:00:00Z`,
      workerId: people[0]!.id,
      tellCustomer: false,
    })
    await store.write((tx) => tx.update(jobs).set(places[at]!).where(eq(jobs.id, id)))
  }
  return rows.map(({ id }) => id)
}

async function openMap({ width = 1_440, date = day } = {}) {
  const visitor = await enterConsoleToday(browser, site, { width })
  await visitor.page.goto(`/admin?tab=dispatch&date=${date}&map=yes`)
  await visitor.page.locator('.map [data-job]').first().waitFor({ state: 'attached' })
  return visitor
}

const marker = (page: Page, id: string) => page.locator(`.map [data-job="${id}"]`)

test('the map beside the board shows streets, routes along them, and markers that spread', async () => {
  const { page, troubles, close } = await openMap()
  const board = (await page.locator('.board').boundingBox())!
  const map = (await page.locator('.map').boundingBox())!
  expect(map.x).toBeGreaterThanOrEqual(board.x + board.width)
  expect(Math.abs(map.y - board.y)).toBeLessThan(80)

  await page.locator('.map canvas.leaflet-tile-loaded').first().waitFor()
  await page.getByText('OpenStreetMap contributors').waitFor()
  // The straight line has two points, the one along the streets has corners.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.map-route')].some(
      (path) => (path.getAttribute('d')?.match(/L/g) ?? []).length > 1,
    ),
  )

  const [one, other] = [
    await marker(page, visits[1]!).boundingBox(),
    await marker(page, visits[2]!).boundingBox(),
  ]
  expect(Math.hypot(one!.x - other!.x, one!.y - other!.y)).toBeGreaterThan(14)

  await page.locator(`.block[data-stand="${visits[0]}"]`).hover()
  await page.locator(`.map-found[data-job="${visits[0]}"]`).waitFor({ state: 'attached' })
  await marker(page, visits[0]!).click()
  await page.locator('dialog[open]').waitFor()
  expect(troubles).toEqual([])
  await close()
})

test('an imported map has no approximate highways, from afar either', async () => {
  const { page, close } = await openMap()
  await page.getByText('OpenStreetMap contributors').waitFor()
  await page.getByRole('button', { name: 'Zoom out', exact: true }).click({ modifiers: ['Shift'] })
  await page.locator('.map-town').getByText('Aurora').waitFor({ state: 'attached' })
  expect(await page.getByText('highways are approximate').count()).toBe(0)
  await close()
})

test('the map shows where technicians were last, how long ago, and fades old locations', async () => {
  const { store, clock } = site.world.deps
  const people = (await store.read.select().from(workers).orderBy(workers.id)).slice(0, 2)
  const minutes = [4, 95]
  await store.write((tx) =>
    tx.insert(workerLocations).values(
      people.map(({ id }, at) => ({
        workerId: id,
        ...town.at(8 + at * 4, 8),
        recordedAt: clock.now() - minutes[at]! * 60_000,
      })),
    ),
  )
  const { page, close } = await openMap()
  const tooltip = page.locator('.map .leaflet-tooltip')
  for (const [at, { name }] of people.entries()) {
    const dot = page.locator(at === 0 ? '.map-worker:not(.map-stale)' : '.map-worker.map-stale')
    await dot.waitFor()
    await dot.hover()
    await tooltip.getByText(`${name}, ${at === 0 ? '4 min' : '1 hr 35 min'} ago`).waitFor()
  }
  await close()
})

test('a proposed plan is drawn on the map as ghosts until it is discarded', async () => {
  const { store } = site.world.deps
  const rows = await store.read
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(franchises, eq(franchises.id, jobs.franchiseId))
    .where(and(eq(jobs.status, 'pending'), eq(franchises.timeZone, 'America/Denver')))
  const wanted = rows.slice(0, 3)
  for (const [at, { id }] of wanted.entries())
    await store.write((tx) =>
      tx
        .update(jobs)
        .set({ ...town.at(6 + at * 4, 10), preferredDate: tomorrow, preferredTime: null })
        .where(eq(jobs.id, id)),
    )
  const { page, troubles, close } = await openMap({ date: tomorrow })
  const ghosts = page.locator('.map .map-dot.map-planned')
  expect(await ghosts.count()).toBe(0)
  await page.getByRole('button', { name: 'Preview plan' }).click()
  await page.getByText(/\d+ to assign/).waitFor()
  await ghosts.first().waitFor({ state: 'attached' })
  await page.locator('.map-key').getByText('Proposed').waitFor()
  // Each ghost on the board is on the map.
  const shown = await ghosts.evaluateAll((dots) => dots.map((dot) => dot.getAttribute('data-job')))
  for (const id of shown) await page.locator(`.board [data-stand="${id}"]`).first().waitFor()
  await page.getByRole('button', { name: 'Discard plan' }).click()
  await ghosts.first().waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
  await close()
})

test('on a phone, the map takes the place of the board until it is folded away', async () => {
  const { page, close } = await openMap({ width: 390 })
  expect(await page.locator('.board').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Hide map' }).click()
  await page.locator('.board').waitFor()
  await close()
})

test("the first corner of a service area doesn't move the map", async () => {
  const { store } = site.world.deps
  const [franchise] = await store.read.select().from(franchises).limit(1)
  await store.write((tx) =>
    tx
      .update(franchises)
      .set({ lat: null, lng: null, areaPolygon: null })
      .where(eq(franchises.id, franchise!.id)),
  )
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=franchises')
  await page.getByRole('button', { name: franchise!.name }).click()
  // Until the map is loaded, an empty one keeps its place.
  await page.locator('.map-edited.leaflet-container').waitFor()
  await page.locator('.map-edited').scrollIntoViewIfNeeded()
  const map = (await page.locator('.map-edited').boundingBox())!
  const [x, y] = [map.x + map.width * 0.7, map.y + map.height * 0.3]
  await page.mouse.click(x, y)
  const corner = page.locator('.map-corner').first()
  await corner.waitFor()
  await page.waitForFunction(() => !document.querySelector('.leaflet-zoom-anim'))
  const box = (await corner.boundingBox())!
  expect(Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y)).toBeLessThan(4)
  await close()
})
