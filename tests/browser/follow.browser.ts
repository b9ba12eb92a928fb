import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobRatings, jobs } from '../../db/schema'
import { hour } from '../../src/lib/clock'
import { scheduleJob } from '../../src/modules/jobs/schedule'
import { recordOwnLocation } from '../../src/modules/workforce/locations'
import { jobLinkToken, type JobLinkPurpose } from '../../src/tokens/job-link'
import { booking, marcus } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
let start: number
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  start = site.world.deps.clock.now() + 2 * hour
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function bookVisit(): Promise<string> {
  const { body } = await site.world.call('POST', '/api/jobs/create', { body: booking })
  const { id } = body.data.job
  await scheduleJob(site.world.deps, id, { workerId: marcus, start, actor: 'hq', tellCustomer: false })
  start += 3 * hour
  const place = { lat: 39.7392, lng: -104.9903 }
  await site.world.deps.store.write((tx) => tx.update(jobs).set(place).where(eq(jobs.id, id)))
  return id
}

const linkTo = (path: string, purpose: JobLinkPurpose, id: string) =>
  `/${path}/${jobLinkToken(site.world.deps, purpose, { jobId: id, series: 0 }, site.world.deps.clock.now())}`

async function move(id: string, to: string): Promise<void> {
  const path = `/api/admin/jobs/${id}/move`
  const body = { to, tellCustomer: false }
  const { status } = await site.world.call('POST', path, { token: await site.world.hqToken(), body })
  expect(status).toBe(200)
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('a customer on a phone, %s', (_, javaScript) => {
  test('confirms the visit, follows the technician and rates the work', async () => {
    const id = await bookVisit()
    const { page, troubles, close } = await visit(browser, site, { width: 390, javaScript })
    const isAccessible = async () => javaScript && expect(await seriousFindings(page)).toEqual([])

    await page.goto(linkTo('visit', 'visit link', id))
    await page.getByRole('heading', { name: 'Does this time still work?' }).waitFor()
    await isAccessible()
    await page.getByRole('button', { name: 'Confirm visit' }).click()
    await page.getByRole('heading', { name: 'Thanks, your visit is confirmed' }).waitFor()

    await move(id, 'en_route')
    await recordOwnLocation(site.world.deps, marcus, { lat: 39.76, lng: -104.97 })
    if (javaScript) await page.clock.install()
    await page.goto(linkTo('track', 'track link', id))
    await page.getByRole('heading', { name: 'Marcus is on the way' }).waitFor()
    await page.getByRole('img', { name: 'Map with Marcus and your address' }).waitFor()
    expect(await page.getByText(/About \d+ minutes? away/).count()).toBe(1)
    await isAccessible()
    const booking = page.getByRole('link', { name: 'View your booking' })
    await booking.focus()
    await move(id, 'in_progress')
    if (javaScript) {
      await page.getByText('This page updates automatically.').waitFor()
      await page.clock.fastForward(21_000)
    } else await page.getByRole('link', { name: 'Refresh' }).click()
    await page.getByRole('heading', { name: 'Marcus is here' }).waitFor()
    if (javaScript) expect(await booking.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await page.getByText(/updates automatically|^Refresh$/).count()).toBe(0)
    expect(await page.getByRole('img', { name: /^Map/ }).count()).toBe(0)
    await isAccessible()

    await move(id, 'completed')
    await page.goto(linkTo('rate', 'rating link', id))
    await page.getByRole('heading', { name: 'How did we do?' }).waitFor()
    await isAccessible()
    await page.getByRole('radio', { name: '4 stars' }).check()
    await page.getByLabel('Anything you’d like to tell us?').fill('Spotless gutters')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('You gave us 4 of 5 stars.').waitFor()
    await isAccessible()
    const [rating] = await site.world.deps.store.read
      .select()
      .from(jobRatings)
      .where(eq(jobRatings.jobId, id))
    expect(rating).toMatchObject({ stars: 4, comment: 'Spotless gutters' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(troubles).toEqual([])
    await close()
  })
})
