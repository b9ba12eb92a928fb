import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { enterConsoleToday } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser, type Visitor } from './support/visitor'

/** One dot of color, which the map stretches over the tile. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNYcWICAAQcAgGm2dwVAAAAAElFTkSuQmCC',
  'base64',
)
const note = 'built-in map'

let mood: 'up' | 'down' | 'slow' = 'up'
const released = Promise.withResolvers<void>()
const asked: { path: string; referrer: string | null }[] = []
const tiles = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    asked.push({ path: new URL(request.url).pathname, referrer: request.headers.get('referer') })
    if (mood === 'down') return new Response(null, { status: 503 })
    if (mood === 'slow') await released.promise
    return new Response(picture, { headers: { 'content-type': 'image/png', 'cache-control': 'no-store' } })
  },
})
const origin = `http://127.0.0.1:${tiles.port}`
let site: Site
let browser: Browser

beforeAll(async () => {
  const env = {
    MAP_STYLE_URL: `${origin}/streets/{z}/{x}/{y}.png`,
    MAP_ATTRIBUTION: '© Peak & Sons <img src=x>',
  }
  site = await startSite({ demoCompany: true, env })
  browser = await openBrowser()
})
afterAll(async () => {
  released.resolve()
  await browser.close()
  await site.close()
  await tiles.stop(true)
})

async function openMap(): Promise<Visitor> {
  const visitor = await enterConsoleToday(browser, site, { width: 1_440 })
  await visitor.page.goto('/admin?tab=dispatch&map=yes')
  await visitor.page.locator('.map').waitFor()
  return visitor
}

/** The visit ends well if nothing happened besides requests to the tile server. */
async function leave({ troubles, close }: Visitor): Promise<void> {
  const expected = (trouble: string) => trouble.startsWith(`asked another origin: ${origin}/streets/`)
  expect(troubles.splice(0).filter((trouble) => !expected(trouble))).toEqual([])
  await close()
}

const theirs = (page: Page) => page.locator('.map img.leaflet-tile-loaded').first()
const ours = (page: Page) => page.locator('.map canvas.leaflet-tile-loaded').first()
const credits = (page: Page) => page.locator('.map .leaflet-control-attribution')
const zoomIn = (page: Page) => page.getByRole('button', { name: 'Zoom in', exact: true }).click()

test("the company's own tiles are drawn with their credit, and no other origin is allowed", async () => {
  const visitor = await openMap()
  const { page } = visitor
  await theirs(page).waitFor()
  expect(await credits(page).textContent()).toBe('© Peak & Sons <img src=x>')
  expect(await page.locator('.map canvas').count()).toBe(0)
  expect(asked[0]?.path).toMatch(/^\/streets\/\d+\/\d+\/\d+\.png$/)
  // Tile servers refuse visitors who don't say where they come from, but the page is none of their business.
  expect(asked[0]?.referrer).toBe(`${site.url}/`)

  const policy = (await page.request.get('/admin')).headers()['content-security-policy']!.split('; ')
  expect(policy).toContain(`img-src 'self' data: ${origin} blob:`)
  expect(policy.filter((rule) => rule.includes('127.0.0.1'))).toHaveLength(1)
  await leave(visitor)
})

test('our own map stands in while their server is slow or down, and they return when it does', async () => {
  mood = 'slow'
  const visitor = await openMap()
  const { page } = visitor
  await ours(page).waitFor()
  await credits(page).getByText(note).waitFor()
  mood = 'up'
  released.resolve()
  await theirs(page).waitFor()
  await credits(page).getByText(note).waitFor({ state: 'detached' })
  expect(await page.locator('.map canvas').count()).toBe(0)

  mood = 'down'
  await zoomIn(page)
  await ours(page).waitFor()
  await credits(page).getByText(note).waitFor()
  const before = asked.length
  await zoomIn(page)
  await page.locator('.map-town').first().waitFor({ state: 'attached' })
  expect(asked.length).toBe(before)

  mood = 'up'
  await page.clock.setFixedTime(site.world.clock.now() + 61_000)
  await zoomIn(page)
  await theirs(page).waitFor()
  await credits(page).getByText(note).waitFor({ state: 'detached' })
  await leave(visitor)
})

test('the map opens near the most visits; from afar a crowd of jobs is one number, and Enter zooms in on it', async () => {
  const visitor = await openMap()
  const { page } = visitor
  const parts = page.getByRole('group', { name: 'Part of the map' }).getByRole('button')
  await page.locator('.map path.map-dot').first().waitFor({ state: 'attached' })
  expect(await parts.first().getAttribute('aria-pressed')).toBe('true')
  await parts.filter({ hasText: 'Everywhere' }).click()
  const crowd = page.getByRole('button', { name: /^\d+ jobs here\. Zoom in\.$/ }).first()
  await crowd.focus()
  await page.keyboard.press('Enter')
  await page.locator('.map path.map-dot').first().waitFor({ state: 'attached' })
  await leave(visitor)
})
