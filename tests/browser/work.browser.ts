import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { jobEvents, jobs, workerLocations } from '../../db/schema'
import { minute } from '../../src/lib/clock'
import { send } from '../support/app'
import { booking, marcus, sofia } from '../support/world'
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
  const answer = await send(site.world.app, method, path, { token, body })
  if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
  return answer.body.data
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

const link = async (workerId = marcus) =>
  `/work${new URL((await office('POST', `/api/admin/workers/${workerId}/tokens`)).link).hash}`

async function find(id: string) {
  const [job] = await site.world.deps.store.read.select().from(jobs).where(eq(jobs.id, id))
  return job
}
const statusOf = async (id: string) => (await find(id))?.status

/** Does something and waits until the office has answered what the page sends about it. */
async function answered(page: Page, path: RegExp, act: () => Promise<void>): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => path.test(response.url()) && response.request().method() === 'POST'),
    act(),
  ])
  expect(answer.status()).toBe(200)
}

const aMove = /\/api\/work\/jobs\/[^/]+\/move$/
const aPosition = /\/api\/work\/location$/

/** The page is on the phone from now on, as it is after a first visit of a few seconds. */
const keptForOffline = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)

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
    expect(await ada.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('39.7')
    await answered(page, aMove, () => ada.getByRole('button', { name: 'On my way' }).click())
    await ada.getByText('On the way').waitFor()
    expect(await statusOf(first)).toBe('en_route')

    await keptForOffline(page)
    await context.setOffline(true)
    await ada.getByRole('button', { name: 'Start work' }).click()
    await ada.getByRole('button', { name: 'Work is done' }).click()
    await page.getByRole('button', { name: 'Finish the visit' }).click()
    await ada.getByText('Not sent yet').waitFor()
    await page.getByText('2 steps are kept on this phone').waitFor()
    expect(await statusOf(first)).toBe('en_route')

    await page.reload()
    await page.getByText('2 steps are kept on this phone').waitFor()
    await ada.getByText('Done').waitFor()

    const { clock } = site.world
    const done = clock.now()
    clock.advance(30 * minute)
    await context.setOffline(false)
    await ada.getByText('Not sent yet').waitFor({ state: 'detached' })
    const { status, startedAt, completedAt } = (await find(first))!
    expect(status).toBe('completed')
    // The time of the click and not of the sending, by the clock of the service, though the phone has another.
    for (const at of [startedAt!, completedAt!]) expect(at - done).toBeWithin(0, 10 * minute)
    await page.getByText('one visit left').waitFor()

    const ben = page.getByRole('article').filter({ hasText: 'Ben Ochoa' })
    await ben.getByRole('button', { name: 'Nobody is there' }).click()
    await answered(page, aMove, () => page.getByRole('button', { name: 'Close the visit' }).click())
    expect(await statusOf(second)).toBe('no_show')
    await page.getByText('all done').waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  test('who taps twice has done one step, and is asked before the last one', async () => {
    const id = await plan('Hal Ortiz', '2026-03-02T10:00:00Z')
    await office('POST', `/api/admin/jobs/${id}/move`, { to: 'en_route' })
    const { page, close } = await visit(browser, site, phone)
    await page.goto(await link())
    const hal = page.getByRole('article').filter({ hasText: 'Hal Ortiz' })
    const start = hal.getByRole('button', { name: 'Start work' })
    const { x, y, width, height } = (await start.boundingBox())!
    const tap = () => page.mouse.click(x + width / 2, y + height / 2)
    // The list takes its time after a step; until then the card stands by what the office has answered.
    const list = Promise.withResolvers<void>()
    await page.route(/\/api\/work\/jobs$/, async (route) => {
      await list.promise
      await route.continue()
    })
    await answered(page, aMove, tap)
    await hal.getByText('Not sent yet').waitFor({ state: 'detached' })
    const done = hal.getByRole('button', { name: 'Work is done' })
    expect(await done.getAttribute('aria-disabled')).toBe('true')
    await tap()
    expect(await page.getByRole('dialog').count()).toBe(0)
    list.resolve()

    await done.click()
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await statusOf(id)).toBe('in_progress')
    await done.click()
    await answered(page, aMove, () => page.getByRole('button', { name: 'Finish the visit' }).click())
    expect(await statusOf(id)).toBe('completed')
    await close()
  })

  test('sends the position only after saying so, and can stop', async () => {
    const count = async () => (await site.world.deps.store.read.select().from(workerLocations)).length
    const { page, close } = await visit(browser, site, phone)
    await page.goto(await link())
    await page.getByText('Your position is not sent.').waitFor()
    expect(await count()).toBe(0)
    await answered(page, aPosition, () => page.getByRole('button', { name: 'Send my position' }).click())
    await page.getByText('The office sees where you are while this page is open.').waitFor()
    expect(await count()).toBe(1)
    await page.getByRole('button', { name: 'Stop sending' }).click()
    await page.getByText('Your position is not sent.').waitFor()
    await close()
  })

  test('sends a step again whose answer was lost, and it counts once', async () => {
    const id = await plan('Dora Quinn', '2026-03-02T18:00:00Z')
    const { page, close } = await visit(browser, site, phone)
    await page.goto(await link())
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
    await page.getByText('One step is kept on this phone').waitFor()
    expect(await statusOf(id)).toBe('en_route')

    await page.getByRole('button', { name: 'Refresh' }).click()
    await dora.getByText('Not sent yet').waitFor({ state: 'detached' })
    await dora.getByText('On the way').waitFor()
    expect(keys).toEqual([keys[0], keys[0]])
    const { read } = site.world.deps.store
    const events = await read.select().from(jobEvents).where(eq(jobEvents.jobId, id))
    expect(events.filter(({ after }) => after.status === 'en_route')).toHaveLength(1)
    await close()
  })

  test('keeps what was not sent when the link runs out, and sends it with the next one', async () => {
    const id = await plan('Emil Stone', '2026-03-03T00:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await page.goto(await link())
    const emil = page.getByRole('article').filter({ hasText: 'Emil Stone' })
    await emil.waitFor()
    await context.setOffline(true)
    await emil.getByRole('button', { name: 'On my way' }).click()
    await page.getByRole('button', { name: 'Yes, on my way' }).click()
    await page.getByText('One step is kept on this phone').waitFor()
    await office('DELETE', `/api/admin/workers/${marcus}/tokens`)
    await context.setOffline(false)
    await page.getByText('Steps that were not sent yet are kept').waitFor()
    expect(await statusOf(id)).toBe('scheduled')

    // In the same tab, in which only the fragment changes.
    const next = await link()
    await answered(page, aMove, async () => void (await page.goto(next)))
    await emil.getByText('On the way').waitFor()
    expect(await statusOf(id)).toBe('en_route')
    await close()
  })

  test('leaves alone what another did on the same phone, who sends it later', async () => {
    const id = await plan('Fay Tran', '2026-03-02T14:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await page.goto(await link())
    const fay = page.getByRole('article').filter({ hasText: 'Fay Tran' })
    await fay.waitFor()
    await keptForOffline(page)
    await context.route(aMove, (route) => route.abort('internetdisconnected'))
    await fay.getByRole('button', { name: 'On my way' }).click()
    await page.getByText('One step is kept on this phone').waitFor()

    await page.goto('about:blank')
    await context.unroute(aMove)
    await page.goto(await link(sofia))
    await page.getByText('Sofia Reyes · all done').waitFor()
    expect(await statusOf(id)).toBe('scheduled')

    await page.goto('about:blank')
    const own = await link()
    await answered(page, aMove, async () => void (await page.goto(own)))
    expect(await statusOf(id)).toBe('en_route')
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
    await page.getByRole('button', { name: 'Yes, on my way' }).click()
    await office('POST', `/api/admin/jobs/${id}/cancel`, {})
    await context.setOffline(false)
    await page.getByText('The job is cancelled; it cannot be changed any more').waitFor()
    await cleo.waitFor({ state: 'detached' })
    await close()
  })

  test('is told whose visit the office has given to somebody else, and that the step is dropped', async () => {
    const id = await plan('Gus Hale', '2026-03-02T12:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await page.goto(await link())
    const gus = page.getByRole('article').filter({ hasText: 'Gus Hale' })
    await gus.waitFor()
    await keptForOffline(page)
    await context.setOffline(true)
    await gus.getByRole('button', { name: 'On my way' }).click()
    await page.getByText('One step is kept on this phone').waitFor()
    await office('POST', `/api/admin/jobs/${id}/schedule`, {
      start: '2026-03-02T12:00:00Z',
      workerId: sofia,
    })
    // Also to a page that has been opened anew since, and so has the list without the visit.
    await page.reload()
    await context.setOffline(false)
    await page
      .getByText(
        'Gus Hale: The office has taken this visit off your list. Your step “On my way” was dropped.',
      )
      .waitFor()
    await gus.waitFor({ state: 'detached' })
    await close()
  })

  test('finds the visit of the evening before, which was never ended, and ends it', async () => {
    const { clock } = site.world
    const evening = await plan('Ida Frost', '2026-03-03T03:00:00Z')
    for (const to of ['en_route', 'in_progress'])
      await office('POST', `/api/admin/jobs/${evening}/move`, { to })
    const before = clock.now()
    clock.set('2026-03-03T14:30:00Z')
    const { page, close } = await visit(browser, site, phone)
    await page.goto(await link())
    const ida = page.getByRole('article').filter({ hasText: 'Ida Frost' })
    await ida.getByText('Mon, Mar 2, 8:00 PM').waitFor()
    await ida.getByRole('button', { name: 'Work is done' }).click()
    await answered(page, aMove, () => page.getByRole('button', { name: 'Finish the visit' }).click())
    expect(await statusOf(evening)).toBe('completed')
    await ida.waitFor({ state: 'detached' })
    await close()
    clock.advance(before - clock.now())
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
