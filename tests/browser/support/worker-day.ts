import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { jobs } from '../../../db/schema'
import { send } from '../../support/app'
import { pngOf } from '../../support/pictures'
import { booking, marcus } from '../../support/world'
import type { Site } from './site'

/** The phone as the page sees it. */
export const phone = {
  width: 390,
  permissions: ['geolocation'],
  position: { latitude: 39.75, longitude: -104.99, accuracy: 12 },
}

export const doorPhoto = {
  name: 'IMG_1.png',
  mimeType: 'image/png',
  buffer: Buffer.from(pngOf(1200, 800, [90, 90, 90])),
}

/** The office behind a technician's day: it plans visits, sends links and sees the results. */
export function dayOf(site: () => Site) {
  const office = async (method: string, path: string, body?: object) => {
    const token = await site().world.hqToken()
    const answer = await send(site().world.app, method, path, { token, body })
    if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
    return answer.body.data
  }

  /** A visit of today for Marcus. */
  const plan = async (customerName: string, start: string): Promise<string> => {
    const { body } = await site().world.call('POST', '/api/jobs/create', {
      body: { ...booking, customerName, notes: 'Mind the dog' },
      from: `203.0.113.${start.slice(11, 13)}`,
    })
    const { id } = body.data.job
    await office('POST', `/api/admin/jobs/${id}/schedule`, { start, workerId: marcus })
    return id
  }

  const link = async (workerId = marcus) =>
    `/work${new URL((await office('POST', `/api/admin/workers/${workerId}/tokens`)).link).hash}`

  const find = async (id: string) => {
    const [job] = await site().world.deps.store.read.select().from(jobs).where(eq(jobs.id, id))
    return job
  }
  const statusOf = async (id: string) => (await find(id))?.status
  return { office, plan, link, find, statusOf }
}

/** Opens a link; a phone without a token asks before it uses the code in it. */
export async function openDay(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const open = page.getByRole('button', { name: 'Open my visits' })
  await open
    .or(page.getByRole('button', { name: 'Refresh' }))
    .first()
    .waitFor()
  if (await open.isVisible()) await open.click()
}

/** Does something and waits until the service has answered the page's request about it. */
export async function answered(page: Page, path: RegExp, act: () => Promise<void>): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => path.test(response.url()) && response.request().method() === 'POST'),
    act(),
  ])
  expect(answer.status()).toBe(200)
}

export const aMove = /\/api\/work\/jobs\/[^/]+\/move$/
export const anArrival = /\/api\/work\/jobs\/[^/]+\/arrive$/
export const anUndo = /\/api\/work\/jobs\/[^/]+\/undo$/
export const aLookAtNews = /\/api\/work\/jobs\/[^/]+\/seen$/
export const aPosition = /\/api\/work\/location$/

/** Waits until the page is stored on the phone, as after a first visit of a few seconds. */
export const keptForOffline = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null)

/** Everything the browser stores for this site. */
export const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const texts = [localStorage, sessionStorage].map((kept) => JSON.stringify(Object.entries(kept)))
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const answer of await cache.matchAll()) texts.push(await answer.text())
    }
    return texts.join('\n')
  })

export const keysKept = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(localStorage))
