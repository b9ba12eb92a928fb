import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobEvents } from '../../db/schema'
import { send } from '../support/app'
import { marcus, sofia } from '../support/world'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import {
  aMove,
  answered,
  dayOf,
  keptForOffline,
  keptOn,
  keysKept,
  openDay,
  phone,
} from './support/worker-day'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const { office, plan, link, statusOf } = dayOf(() => site)

/** Nobody can be at two visits at once. */
const finish = async (id: string) => {
  for (const to of ['in_progress', 'completed']) await office('POST', `/api/admin/jobs/${id}/move`, { to })
}

describe("a technician's phone", () => {
  test('resends a step whose answer was lost, and it counts once', async () => {
    const id = await plan('Dora Quinn', '2026-03-02T18:00:00Z')
    const { page, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const dora = page.getByRole('article').filter({ hasText: 'Dora Quinn' })
    await keptForOffline(page)
    const keys: (string | undefined)[] = []
    await page.route(aMove, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const answer = await route.fetch()
      return keys.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer })
    })
    await dora.getByRole('button', { name: 'On my way' }).click()
    await page.getByRole('button', { name: 'Yes, on my way' }).click()
    await page.getByText('1 change is saved on this phone').waitFor()
    expect(await statusOf(id)).toBe('en_route')

    await page.getByRole('button', { name: 'Refresh' }).click()
    await dora.getByText('Not sent yet').waitFor({ state: 'detached' })
    await dora.getByText('On the way').waitFor()
    expect(keys).toEqual([keys[0], keys[0]])
    const { read } = site.world.deps.store
    const events = await read.select().from(jobEvents).where(eq(jobEvents.jobId, id))
    expect(events.filter(({ after }) => after.status === 'en_route')).toHaveLength(1)
    await finish(id)
    await close()
  })

  test('keeps unsent steps when the link expires and sends them with the next link', async () => {
    const id = await plan('Emil Stone', '2026-03-03T00:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const emil = page.getByRole('article').filter({ hasText: 'Emil Stone' })
    await emil.waitFor()
    await context.setOffline(true)
    await emil.getByRole('button', { name: 'On my way' }).click()
    await page.getByRole('button', { name: 'Yes, on my way' }).click()
    await page.getByText('1 change is saved on this phone').waitFor()
    await office('DELETE', `/api/admin/workers/${marcus}/tokens`)
    await context.setOffline(false)
    await page.getByText('Changes you haven’t sent yet').waitFor()
    expect(await keysKept(page)).not.toContain('truckroll.work-day')
    expect(await statusOf(id)).toBe('scheduled')
    const left = await keptOn(page)
    expect(left).toContain(id)
    for (const secret of ['Emil Stone', 'Mind the dog', '1 Main', 'wrk_']) expect(left).not.toContain(secret)

    // In the same tab, where only the fragment changes.
    const next = await link()
    await answered(page, aMove, () => openDay(page, next))
    await emil.getByText('On the way').waitFor()
    expect(await statusOf(id)).toBe('en_route')
    await finish(id)
    await close()
  })

  test('forgets the link and the list when its owner signs out, and the link stops working', async () => {
    await plan('Gus Hale', '2026-03-02T21:00:00Z')
    const { page, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    await page.getByRole('article').filter({ hasText: 'Gus Hale' }).waitFor()
    expect(await keysKept(page)).toContain('truckroll.work-day')
    const kept = await page.evaluate(() => localStorage.getItem('truckroll.worker-token') ?? 'null')
    const token = JSON.parse(kept) as string
    const asked = () => send(site.world.app, 'GET', '/api/work/jobs', { token })
    expect((await asked()).status).toBe(200)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Open your link' }).waitFor()
    const left = await keysKept(page)
    for (const key of ['truckroll.work-day', 'truckroll.worker-token']) expect(left).not.toContain(key)
    expect((await asked()).status).toBe(401)
    await close()
  })

  test('remembers a sign-out without a connection, and tells the office later', async () => {
    await plan('Hal Ito', '2026-03-03T21:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    await page.getByText('Marcus Lee').waitFor()
    const kept = await page.evaluate(() => localStorage.getItem('truckroll.worker-token') ?? 'null')
    const token = JSON.parse(kept) as string
    const asked = () => send(site.world.app, 'GET', '/api/work/jobs', { token })
    // Chromium lets requests through for a moment when a page without a network is loaded again.
    await context.route('**/api/work/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('We’ll tell the office when you’re back online').waitFor()
    const left = await keysKept(page)
    for (const key of ['truckroll.work-day', 'truckroll.work-week', 'truckroll.worker-token'])
      expect(left).not.toContain(key)
    expect(await keptOn(page)).not.toContain('Hal Ito')
    expect((await asked()).status).toBe(200)

    await page.reload()
    await page.getByText('We’ll tell the office when you’re back online').waitFor()
    const ended = page.waitForResponse((response) => response.url().endsWith('/api/work/sign-out'))
    await context.unroute('**/api/work/sign-out')
    expect((await ended).status()).toBe(200)
    await page.getByText('We’ll tell the office').waitFor({ state: 'detached' })
    expect((await asked()).status).toBe(401)
    expect(await keysKept(page)).not.toContain('truckroll.work-signed-out')
    await close()
  })

  test("doesn't touch another technician's unsent steps, who sends them later", async () => {
    const id = await plan('Fay Tran', '2026-03-02T14:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const fay = page.getByRole('article').filter({ hasText: 'Fay Tran' })
    await fay.waitFor()
    await keptForOffline(page)
    await context.route(aMove, (route) => route.abort('internetdisconnected'))
    await fay.getByRole('button', { name: 'On my way' }).click()
    await page.getByText('1 change is saved on this phone').waitFor()

    await page.goto('about:blank')
    await context.unroute(aMove)
    await openDay(page, await link(sofia))
    await page.getByText('Sofia Reyes · all done').waitFor()
    expect(await statusOf(id)).toBe('scheduled')

    await page.goto('about:blank')
    const own = await link()
    await answered(page, aMove, () => openDay(page, own))
    expect(await statusOf(id)).toBe('en_route')
    await close()
  })
})
