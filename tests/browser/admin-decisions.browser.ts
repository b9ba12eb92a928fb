import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { jobs, outbox } from '../../db/schema'
import { giveHqToken } from '../../src/modules/staff'
import { watchHealth } from '../../src/modules/operations'
import { booking } from '../support/world'
import { enterConsole } from './support/console'
import { office } from './support/demo-site'
import { startSite, type Site } from './support/site'
import { openBrowser } from './support/visitor'

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

const drawer = (page: Page) => page.locator('dialog[open]')
const badges = (page: Page) => drawer(page).locator('.badge')

let strangers = 0
const book = async (change: object) => {
  const answer = await site.world.call('POST', '/api/jobs/create', {
    body: { ...booking, preferredDate: null, preferredTime: null, ...change },
    from: `198.18.3.${++strangers}`,
  })
  expect(answer.status).toBe(201)
  return answer.body.data.job as { id: string }
}

test('a held message goes out once, and the page where it was released says so', async () => {
  const { world } = site
  const { id: jobId } = await book({ customerEmail: 'held@example.com' })
  const phone = '+44 20 7946 0958'
  await world.call('POST', '/api/customer/cancel', { body: { jobId, phone }, from: '198.18.4.1' })
  await world.deps.background.idle()
  const copies = () => world.deps.store.read.select().from(outbox).where(eq(outbox.recipient, phone))
  expect(await copies()).toMatchObject([{ state: 'held' }])

  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=messages&state=held')
  await page.getByRole('button', { name: phone }).click()
  await drawer(page).getByRole('button', { name: 'Send anyway' }).click()
  await badges(page).getByText('Sent').waitFor()
  expect(await drawer(page).getByRole('button', { name: 'Send anyway' }).count()).toBe(0)
  expect(await copies()).toMatchObject([{ state: 'sent' }])
  expect(troubles).toEqual([])
  await close()
})

test("HQ accepts a booking below the catalog price and confirms a stranger's booking on the job", async () => {
  const { id } = await book({ customerEmail: 'cheap@example.com', price: 49 })
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=jobs&job=${id}`)
  await badges(page).getByText('Price below catalog').waitFor()
  await drawer(page).getByRole('button', { name: 'Accept price' }).click()
  await drawer(page).getByText('the catalog price is $189.00').waitFor()
  await drawer(page).getByRole('button', { name: 'Accept price' }).last().click()
  await badges(page).getByText('Price below catalog').waitFor({ state: 'detached' })

  await drawer(page).getByRole('button', { name: 'Confirm booking' }).click()
  await drawer(page).getByRole('button', { name: 'Confirm booking' }).last().click()
  await badges(page).getByText('Not confirmed').waitFor({ state: 'detached' })
  expect(await drawer(page).getByRole('button', { name: 'Confirm booking' }).count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test("confirming a booking also shares its customer with the franchise; another job's are shared on their own", async () => {
  const { id } = await book({ customerEmail: 'claimed@example.com' })
  const { store } = site.world.deps
  const claim = (change: Partial<typeof jobs.$inferInsert>) =>
    store.write((tx) =>
      tx
        .update(jobs)
        .set({ claimed: true, ...change })
        .where(eq(jobs.id, id)),
    )
  const isClaimed = async () =>
    (await store.read.select({ claimed: jobs.claimed }).from(jobs).where(eq(jobs.id, id)))[0]?.claimed
  const { page, troubles, close } = await enterConsole(browser, site)
  const action = (name: string) => drawer(page).getByRole('button', { name })
  await claim({})
  await page.goto(`/admin?tab=jobs&job=${id}`)
  await action('Confirm booking').click()
  await drawer(page).getByText('The customer is new to the franchise.').waitFor()
  expect(await action('Share contact details').count()).toBe(0)
  await action('Confirm booking').last().click()
  await badges(page).getByText('Not confirmed').waitFor({ state: 'detached' })
  expect(await isClaimed()).toBe(false)

  await claim({ source: 'hq' })
  await page.reload()
  await action('Share contact details').click()
  await action('Share contact details').last().click()
  await page.getByText('Contact details shared').waitFor()
  expect(await isClaimed()).toBe(false)
  expect(troubles).toEqual([])
  await close()
})

test('a canceled job whose payment goes back offers neither to undo it nor an invoice', async () => {
  const { id } = await book({ customerEmail: 'back@example.com' })
  await office(site, `/api/admin/jobs/${id}/payments`, { amount: 40, method: 'cash' })
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=jobs&job=${id}`)
  const button = (name: string) => drawer(page).getByRole('button', { name })
  await button('Undo').waitFor()
  await office(site, `/api/admin/jobs/${id}/cancel`, { tellCustomer: false })
  await page.reload()
  await button('Mark as refunded').waitFor()
  await drawer(page).getByText('Void', { exact: true }).waitFor()
  expect(await button('Undo').count()).toBe(0)
  expect(await button('Create invoice').count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test('a token revoked in the list stops working', async () => {
  const { world } = site
  const { link } = await giveHqToken(world.deps, 'gone@example.com', 3_600_000, 'test')
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=health&part=tokens')
  const row = page.getByRole('row').filter({ hasText: 'gone@example.com' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked').waitFor()
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code')
  const answer = await world.call('POST', '/api/sign-in', { body: { code } })
  expect(answer.status).toBe(401)
  expect(troubles).toEqual([])
  await close()
})

test('an open incident is shown with who gets alerts', async () => {
  const { world } = site
  world.deps.config.alerts.email = 'owner@example.com'
  world.deps.telemetry.figures.breakers.set('fake', () => 1_000)
  await watchHealth(world.deps)
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=health&part=alerts')
  await page.getByText('owner@example.com').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Calls to fake are paused after repeated failures' })
  await row.getByText('Open').waitFor()
  await row.getByText('Not sent').waitFor()
  expect(troubles).toEqual([])
  await close()
})
