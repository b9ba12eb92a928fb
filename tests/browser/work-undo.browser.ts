import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobEvents, outbox } from '../../db/schema'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { aMove, answered, anUndo, dayOf, keptForOffline, openDay, phone } from './support/worker-day'

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

const { plan, link, statusOf } = dayOf(() => site)

const stepsOf = async (id: string) => {
  const { read } = site.world.deps.store
  const events = await read.select().from(jobEvents).where(eq(jobEvents.jobId, id))
  return events.map(({ kind }) => kind).filter((kind) => /en_route|undone/.test(kind))
}

describe('a technician who tapped the wrong visit', () => {
  test('takes the step back, and the customer hears nothing', async () => {
    const id = await plan('Ada Moore', '2026-03-02T16:00:00Z')
    await plan('Ben Ochoa', '2026-03-02T20:00:00Z')
    const { page, troubles, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const ada = page.getByRole('article').filter({ hasText: 'Ada Moore' })
    const ben = page.getByRole('article').filter({ hasText: 'Ben Ochoa' })
    await answered(page, aMove, () => ada.getByRole('button', { name: 'On my way' }).click())
    // Nobody is on the way to two customers.
    await ben.getByText('Finish the visit to Ada Moore first.').waitFor()
    expect(await ben.getByRole('button', { name: 'On my way' }).count()).toBe(0)
    await answered(page, anUndo, () => ada.getByRole('button', { name: 'Undo' }).click())
    await ada.getByText('Scheduled').waitFor()
    await ben.getByRole('button', { name: 'On my way' }).waitFor()
    expect(await statusOf(id)).toBe('scheduled')
    expect(await stepsOf(id)).toEqual(['en_route', 'undone'])
    const sent = await site.world.deps.store.read.select().from(outbox).where(eq(outbox.jobId, id))
    const onTheWay = sent.filter(({ template }) => template === 'on-the-way')
    expect(onTheWay.map(({ state }) => state)).toEqual(['cancelled'])
    expect(await ada.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect(troubles).toEqual([])
    await close()
  })

  test('without a network, nothing of it ever reaches the office', async () => {
    const id = await plan('Cleo Park', '2026-03-03T00:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const cleo = page.getByRole('article').filter({ hasText: 'Cleo Park' })
    await cleo.waitFor()
    await keptForOffline(page)
    await context.setOffline(true)
    await cleo.getByRole('button', { name: 'On my way' }).click()
    await page.getByRole('button', { name: 'Yes, on my way' }).click()
    await page.getByText('1 change is saved on this phone').waitFor()
    await cleo.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('No connection. This list may be out of date.').waitFor()
    await cleo.getByText('Scheduled').waitFor()
    await context.setOffline(false)
    await page.getByText('No connection').waitFor({ state: 'detached' })
    expect(await stepsOf(id)).toEqual([])
    await close()
  })
})
