import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { day } from '../../src/lib/clock'
import { marcus } from '../support/world'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { dayOf, keptForOffline, keptOn, keysKept, openDay, phone } from './support/worker-day'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite({ env: { BUSINESS_PHONE: '303-555-0100' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const { office, plan, link } = dayOf(() => site)

const kept = (page: Page, key: string): Promise<string> =>
  page.evaluate((name) => localStorage.getItem(`truckroll.${name}`) ?? 'null', key)

describe("a technician's phone", () => {
  test('deletes the visits of a day at midnight, and keeps unsent steps without names', async () => {
    await plan('Hugo Lind', '2026-03-02T20:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    // 8 AM in Denver; the service's clock stands still.
    await context.clock.install({ time: '2026-03-02T15:00:00Z' })
    await openDay(page, await link())
    const hugo = page.getByRole('article').filter({ hasText: 'Hugo Lind' })
    await hugo.waitFor()
    await keptForOffline(page)
    await context.setOffline(true)
    await hugo.getByRole('button', { name: 'On my way' }).click()
    await page.getByText('We’ll tell the customer once you’re back online').waitFor()
    await page.getByRole('button', { name: 'Yes, on my way' }).click()
    await page.getByText('1 change is saved on this phone').waitFor()
    expect(await keptOn(page)).toContain('Hugo Lind')

    await page.clock.runFor('15:59:00')
    await hugo.waitFor()
    await page.clock.runFor('00:02:00')
    await hugo.waitFor({ state: 'detached' })
    const left = await keptOn(page)
    for (const secret of ['Hugo Lind', 'Mind the dog', '1 Main']) expect(left).not.toContain(secret)
    expect(await keysKept(page)).toContain('truckroll.worker-token')
    expect(JSON.parse(await kept(page, 'work-queue'))).toMatchObject([{ to: 'en_route' }])
    await close()
  })

  test('shows nothing of yesterday when it opens without a network', async () => {
    await plan('Ines Falk', '2026-03-03T00:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await context.clock.install({ time: '2026-03-02T15:00:00Z' })
    await openDay(page, await link())
    await page.getByRole('article').filter({ hasText: 'Ines Falk' }).waitFor()
    await keptForOffline(page)
    await page.close()
    await context.setOffline(true)
    await context.clock.setSystemTime('2026-03-03T14:00:00Z')
    const morning = await context.newPage()
    await morning.goto('/work')
    await morning.getByText('No connection. This list may be out of date.').waitFor()
    await morning.getByText('No visits today').waitFor()
    expect(await keptOn(morning)).not.toContain('Ines Falk')
    await close()
  })

  test('stays signed in for months, until the office revokes it', async () => {
    await plan('Jon Berg', '2026-03-02T16:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    await page.getByRole('article').filter({ hasText: 'Jon Berg' }).waitFor()
    await page.close()
    const { clock } = site.world
    clock.advance(90 * day)
    const later = await context.newPage()
    await later.goto('/work')
    await later.getByText('Marcus Lee').waitFor()
    clock.advance(-90 * day)
    await later.getByRole('button', { name: 'Refresh' }).click()
    await later.getByRole('article').filter({ hasText: 'Jon Berg' }).waitFor()

    await office('DELETE', `/api/admin/workers/${marcus}/tokens`)
    await later.reload()
    await later.getByRole('heading', { name: 'Open your link' }).waitFor()
    const call = later.getByRole('link', { name: 'Call the office: (303) 555-0100' })
    expect(await call.getAttribute('href')).toBe('tel:3035550100')
    const left = await keptOn(later)
    for (const secret of ['Jon Berg', 'Mind the dog', '1 Main', 'wrk_']) expect(left).not.toContain(secret)
    await close()
  })
})
