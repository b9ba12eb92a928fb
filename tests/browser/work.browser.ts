import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobs, workerLocations } from '../../db/schema'
import { send } from '../support/app'
import { booking, marcus } from '../support/world'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

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

const phone = {
  width: 390,
  permissions: ['geolocation'],
  position: { latitude: 39.75, longitude: -104.99, accuracy: 12 },
}

async function office(method: string, path: string, body?: object) {
  const token = await site.world.hqToken()
  return (await send(site.world.app, method, path, { token, body })).body.data
}

/** A visit of today for Marcus. */
async function plan(customerName: string, start: string): Promise<string> {
  const { body } = await site.world.call('POST', '/api/jobs/create', {
    body: { ...booking, customerName, notes: 'Mind the dog' },
    from: `203.0.113.${start.slice(11, 13)}`,
  })
  const { id } = body.data.job
  await office('POST', `/api/admin/jobs/${id}/schedule`, { start, workerId: marcus })
  return id
}

const link = async () =>
  `/work${new URL((await office('POST', `/api/admin/workers/${marcus}/tokens`)).link).hash}`

async function statusOf(id: string): Promise<string | undefined> {
  const [job] = await site.world.deps.store.read.select().from(jobs).where(eq(jobs.id, id))
  return job?.status
}

async function eventually(what: () => Promise<unknown>, wanted: unknown): Promise<void> {
  for (let tries = 0; tries < 100 && !Bun.deepEquals(await what(), wanted); tries++) await Bun.sleep(50)
  expect(await what()).toEqual(wanted)
}

describe('a worker', () => {
  test('goes through the day, with the network gone in the middle', async () => {
    const first = await plan('Ada Moore', '2026-03-02T16:00:00Z')
    const second = await plan('Ben Ochoa', '2026-03-02T20:00:00Z')
    const { page, context, troubles, close } = await visit(browser, site, phone)
    await page.goto(await link())
    await page.getByText('2 visits left').waitFor()
    expect(page.url()).toBe(`${site.url}/work`)
    const ada = page.getByRole('article').filter({ hasText: 'Ada Moore' })
    await ada.getByText('9:00 AM').waitFor()
    await ada.getByText('Mind the dog').waitFor()
    await ada.getByRole('button', { name: 'On my way' }).click()
    await ada.getByText('On the way').waitFor()
    await eventually(() => statusOf(first), 'en_route')

    await context.setOffline(true)
    await ada.getByRole('button', { name: 'Start work' }).click()
    await ada.getByRole('button', { name: 'Work is done' }).click()
    await ada.getByText('Not sent yet').waitFor()
    await page.getByText('2 steps are kept on this phone').waitFor()
    expect(await statusOf(first)).toBe('en_route')

    await page.reload()
    await page.getByText('2 steps are kept on this phone').waitFor()
    await ada.getByText('Done').waitFor()

    await context.setOffline(false)
    await eventually(() => statusOf(first), 'completed')
    await ada.getByText('Not sent yet').waitFor({ state: 'detached' })
    await page.getByText('one visit left').waitFor()

    const ben = page.getByRole('article').filter({ hasText: 'Ben Ochoa' })
    await ben.getByRole('button', { name: 'Nobody is there' }).click()
    await page.getByRole('button', { name: 'Close the visit' }).click()
    await eventually(() => statusOf(second), 'no_show')
    await page.getByText('all done').waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  test('sends the position only after saying so, and can stop', async () => {
    const count = async () => (await site.world.deps.store.read.select().from(workerLocations)).length
    const { page, close } = await visit(browser, site, phone)
    await page.goto(await link())
    await page.getByText('Your position is not sent.').waitFor()
    expect(await count()).toBe(0)
    await page.getByRole('button', { name: 'Send my position' }).click()
    await page.getByText('The office sees where you are while this page is open.').waitFor()
    await eventually(count, 1)
    await page.getByRole('button', { name: 'Stop sending' }).click()
    await page.getByText('Your position is not sent.').waitFor()
    await close()
  })

  test('sees that the office has called the visit off meanwhile', async () => {
    const id = await plan('Cleo Park', '2026-03-02T22:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await page.goto(await link())
    const cleo = page.getByRole('article').filter({ hasText: 'Cleo Park' })
    await cleo.waitFor()
    await context.setOffline(true)
    await cleo.getByRole('button', { name: 'On my way' }).click()
    await office('POST', `/api/admin/jobs/${id}/cancel`, {})
    await context.setOffline(false)
    await page.getByText('The job is cancelled; it cannot be changed any more').waitFor()
    await cleo.waitFor({ state: 'detached' })
    await close()
  })

  test('whose link was taken back is told to ask for another', async () => {
    const { page, close } = await visit(browser, site, phone)
    const address = await link()
    await office('DELETE', `/api/admin/workers/${marcus}/tokens`)
    await page.goto(address)
    await page.getByText('ask for a new one').waitFor()
    await close()
  })
})
