import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { workerLocations } from '../../db/schema'
import { minute } from '../../src/lib/clock'
import { marcus, sofia } from '../support/world'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import {
  aLookAtNews,
  aMove,
  anArrival,
  answered,
  aPosition,
  dayOf,
  doorPhoto,
  keptForOffline,
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

const { office, plan, link, find, statusOf } = dayOf(() => site)

describe('a technician', () => {
  test('works through the day while the network drops in the middle', async () => {
    const first = await plan('Ada Moore', '2026-03-02T16:00:00Z')
    const second = await plan('Ben Ochoa', '2026-03-02T20:00:00Z')
    const { page, context, troubles, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    await page.getByText('2 visits left').waitFor()
    expect(page.url()).toBe(`${site.url}/work`)
    const ada = page.getByRole('article').filter({ hasText: 'Ada Moore' })
    await ada.getByText('9:00–').waitFor()
    await ada.getByText('Mind the dog').waitFor()
    expect(await ada.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('39.7')
    await answered(page, aMove, () => ada.getByRole('button', { name: 'On my way' }).click())
    await ada.getByText('On the way').waitFor()
    expect(await statusOf(first)).toBe('en_route')

    await keptForOffline(page)
    await context.setOffline(true)
    await ada.getByRole('button', { name: 'Start work' }).click()
    await ada.getByRole('button', { name: 'Finish visit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Finish visit' }).click()
    await ada.getByText('Not sent yet').waitFor()
    await page.getByText('2 changes are saved on this phone').waitFor()
    expect(await statusOf(first)).toBe('en_route')

    await page.reload()
    await page.getByText('2 changes are saved on this phone').waitFor()
    await ada.getByText('Completed').waitFor()

    const { clock } = site.world
    const done = clock.now()
    clock.advance(30 * minute)
    await context.setOffline(false)
    await ada.getByText('Not sent yet').waitFor({ state: 'detached' })
    const { status, startedAt, completedAt } = (await find(first))!
    expect(status).toBe('completed')
    // The time of the tap, not of the sending, by the service's clock even if the phone's differs.
    for (const at of [startedAt!, completedAt!]) expect(at - done).toBeWithin(0, 10 * minute)
    await page.getByText('1 visit left').waitFor()

    const ben = page.getByRole('article').filter({ hasText: 'Ben Ochoa' })
    // His visit is hours away, so nobody can have missed him yet.
    expect(await ben.getByRole('button', { name: 'Customer not home' }).count()).toBe(0)
    await ben.getByRole('button', { name: 'On my way' }).click()
    await answered(page, aMove, () => page.getByRole('button', { name: 'Yes, on my way' }).click())
    const notHome = ben.getByRole('button', { name: 'Customer not home' })
    await notHome.click()
    await answered(page, anArrival, () => page.getByRole('button', { name: 'Start 10-minute timer' }).click())
    await ben.getByText('10 min left').waitFor()
    expect(await notHome.isDisabled()).toBe(true)
    clock.advance(10 * minute)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await ben.getByText('min left').waitFor({ state: 'detached' })
    expect(await notHome.isDisabled()).toBe(true)
    await ben.getByLabel('Photo of the door').setInputFiles(doorPhoto)
    await ben.getByText('Photo taken').waitFor()
    await notHome.click()
    await answered(page, aMove, () => page.getByRole('button', { name: 'Close visit' }).click())
    expect(await statusOf(second)).toBe('no_show')
    await page.getByText('all done').waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  test('who taps twice takes one step, and is asked before the last one', async () => {
    const id = await plan('Hal Ortiz', '2026-03-02T10:00:00Z')
    await office('POST', `/api/admin/jobs/${id}/move`, { to: 'en_route' })
    const { page, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const hal = page.getByRole('article').filter({ hasText: 'Hal Ortiz' })
    const start = hal.getByRole('button', { name: 'Start work' })
    await start.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await start.boundingBox())!
    const tap = () => page.mouse.click(x + width / 2, y + height / 2)
    // The list takes a moment after a step; until then the card shows the service's answer.
    const list = Promise.withResolvers<void>()
    await page.route(/\/api\/work\/jobs$/, async (route) => {
      await list.promise
      await route.continue()
    })
    await answered(page, aMove, tap)
    await hal.getByText('Not sent yet').waitFor({ state: 'detached' })
    const done = hal.getByRole('button', { name: 'Finish visit' })
    expect(await done.getAttribute('aria-disabled')).toBe('true')
    await tap()
    expect(await page.getByRole('dialog').count()).toBe(0)
    list.resolve()

    await done.click()
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await statusOf(id)).toBe('in_progress')
    await done.click()
    await answered(page, aMove, () =>
      page.getByRole('dialog').getByRole('button', { name: 'Finish visit' }).click(),
    )
    expect(await statusOf(id)).toBe('completed')
    await close()
  })

  test('shares their location only after agreeing, and can stop', async () => {
    const count = async () => (await site.world.deps.store.read.select().from(workerLocations)).length
    const { page, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    await page.getByText('Location sharing is off.').waitFor()
    expect(await count()).toBe(0)
    await answered(page, aPosition, () => page.getByRole('button', { name: 'Share my location' }).click())
    await page.getByText('The office sees where you are while this page is open.').waitFor()
    expect(await count()).toBe(1)
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await page.getByText('Location sharing is off.').waitFor()
    await close()
  })

  test('sees that the office canceled the visit', async () => {
    const id = await plan('Cleo Park', '2026-03-02T22:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const cleo = page.getByRole('article').filter({ hasText: 'Cleo Park' })
    await cleo.waitFor()
    await context.setOffline(true)
    await cleo.getByRole('button', { name: 'On my way' }).click()
    await page.getByRole('button', { name: 'Yes, on my way' }).click()
    await office('POST', `/api/admin/jobs/${id}/cancel`, {})
    await context.setOffline(false)
    await page.getByText("This job is canceled, so it can't be changed anymore").waitFor()
    await cleo.waitFor({ state: 'detached' })
    const news = page.getByRole('region', { name: 'News about the visit to Cleo Park' })
    await news.getByText(/^Canceled by the office at \d/).waitFor()
    // It stays when the page opens again, and what they have seen is sent once there is a network.
    await page.reload()
    await news.waitFor()
    await keptForOffline(page)
    await context.setOffline(true)
    await news.getByRole('button', { name: 'Got it' }).click()
    await news.waitFor({ state: 'detached' })
    await answered(page, aLookAtNews, () => context.setOffline(false))
    await page.reload()
    await page.getByRole('button', { name: 'Refresh' }).waitFor()
    await page.getByText('visits left').or(page.getByText('All done')).first().waitFor()
    expect(await news.count()).toBe(0)
    await close()
  })

  test('learns which visit the office reassigned, and that the step was dropped', async () => {
    const id = await plan('Gus Hale', '2026-03-02T12:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const gus = page.getByRole('article').filter({ hasText: 'Gus Hale' })
    await gus.waitFor()
    await keptForOffline(page)
    await context.setOffline(true)
    await gus.getByRole('button', { name: 'On my way' }).click()
    await page.getByText('1 change is saved on this phone').waitFor()
    await office('POST', `/api/admin/jobs/${id}/schedule`, {
      start: '2026-03-02T12:00:00Z',
      workerId: sofia,
    })
    // Also on a page opened again since, whose list no longer has the visit.
    await page.reload()
    await context.setOffline(false)
    await page
      .getByText('Gus Hale: The office took this visit off your list. “On my way” wasn’t saved.')
      .waitFor()
    await gus.waitFor({ state: 'detached' })
    await page.getByText('Moved to Sofia Reyes').waitFor()
    await close()
  })

  test("finds last night's unfinished visit and finishes it", async () => {
    const { clock } = site.world
    const evening = await plan('Ida Frost', '2026-03-03T03:00:00Z')
    for (const to of ['en_route', 'in_progress'])
      await office('POST', `/api/admin/jobs/${evening}/move`, { to })
    const before = clock.now()
    clock.set('2026-03-03T14:30:00Z')
    const { page, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const ida = page.getByRole('article').filter({ hasText: 'Ida Frost' })
    await ida.getByText('Monday, March 2, 8:00–').waitFor()
    await ida.getByRole('button', { name: 'Finish visit' }).click()
    await answered(page, aMove, () =>
      page.getByRole('dialog').getByRole('button', { name: 'Finish visit' }).click(),
    )
    expect(await statusOf(evening)).toBe('completed')
    await ida.waitFor({ state: 'detached' })
    await close()
    clock.advance(before - clock.now())
  })

  test('with a revoked link is told to ask for a new one', async () => {
    const { page, close } = await visit(browser, site, phone)
    const address = await link()
    await office('DELETE', `/api/admin/workers/${marcus}/tokens`)
    await openDay(page, address)
    await page.getByText('Ask the office for a new one').waitFor()
    await close()
  })
})
