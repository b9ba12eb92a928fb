import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { areaRequests, jobs, windowHolds } from '../../db/schema'
import { hour } from '../../src/lib/clock'
import { scheduleJob } from '../../src/modules/jobs/schedule'
import { jobLinkToken, type JobLinkPurpose } from '../../src/tokens/job-link'
import { booking, marcus } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
let onTheWay: string
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const { deps } = site.world
  const { body } = await site.world.call('POST', '/api/jobs/create', { body: booking })
  onTheWay = body.data.job.id
  const start = deps.clock.now() + hour
  await scheduleJob(deps, onTheWay, { workerId: marcus, start, actor: 'hq', tellCustomer: false })
  const place = { lat: 39.7392, lng: -104.9903 }
  await deps.store.write((tx) => tx.update(jobs).set(place).where(eq(jobs.id, onTheWay)))
  const [token, move] = [await site.world.hqToken(), { to: 'en_route', tellCustomer: false }]
  await site.world.call('POST', `/api/admin/jobs/${onTheWay}/move`, { token, body: move })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const linkTo = (path: string, purpose: JobLinkPurpose) =>
  `/${path}/${jobLinkToken(site.world.deps, purpose, { jobId: onTheWay, series: 0 }, site.world.deps.clock.now())}`

/** The page that follows a technician loads again automatically, and says so: their position changes. */
const isUnexpected = (finding: string): boolean => !finding.startsWith('meta-refresh:')

describe.each([
  ['with scripts', true, 'Wednesday, March 4'],
  ['without scripts', false, 'Thursday, March 5'],
])('a customer on a phone with slow 4G, %s', (_, javaScript, day) => {
  test('finds their way through every public page', async () => {
    const { page, close } = await visit(browser, site, { width: 390, javaScript, slow: true })
    const email = `zoe-${javaScript}@example.com`
    const faults: string[] = []
    const look = async (name: string) => {
      if (!javaScript) return
      const findings = await seriousFindings(page, { moderate: true })
      faults.push(...findings.filter(isUnexpected).map((finding) => `${name}: ${finding}`))
    }

    await page.goto('/')
    await page.getByLabel('ZIP code').fill('02108')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Sorry, we don’t serve 02108 yet.').waitFor()
    await look('home')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Let me know' }).click()
    await page.getByText('Thanks! We’ll email you when we serve 02108.').waitFor()
    const asked = await site.world.deps.store.read.select().from(areaRequests)
    expect(asked.map((request) => request.email)).toContain(email)

    await page.goto('/book')
    await page.getByLabel('Street address').fill('1420 Larimer St')
    await page.getByLabel('ZIP code').fill('80202')
    await page.getByText('Gutter cleaning').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
    await look('times')
    await page.getByRole('group', { name: day }).getByRole('radio', { name: '12–2 PM' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('We’re holding this time for you until 8:10 AM.').waitFor()
    expect(await site.world.deps.store.read.select().from(windowHolds)).toHaveLength(1)
    await look('contact')
    await page.getByLabel('Name').fill('Zoe Park')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
    expect(await site.world.deps.store.read.select().from(windowHolds)).toEqual([])
    await look('booked')

    await page.getByRole('link', { name: /Pay .* now/ }).click()
    await page.waitForURL(/demo/)
    await page.getByRole('heading').first().waitFor()
    await look('pay')
    for (const [name, path] of [
      ['visit', linkTo('visit', 'visit link')],
      ['track', linkTo('track', 'track link')],
      ['portal', '/my'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('main').waitFor()
      await look(name)
    }
    expect(faults).toEqual([])
    await close()
  })
})

test('a held time says so when it runs out, and that booking still works', async () => {
  const { page, close } = await visit(browser, site, { width: 390 })
  await page.clock.install()
  await page.goto('/book?address=1420+Larimer+St,+Denver,+CO+80202&service=service-cleaning')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: '8–10 AM' }).first().check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('We’re holding this time for you until').waitFor()
  // The text is there before the script that watches it.
  await page.waitForLoadState('load')
  await page.clock.fastForward(10 * 60_000)
  await page
    .getByText('Your hold expired. Book now, and we’ll check that this time is still available.')
    .waitFor()
  await close()
})
