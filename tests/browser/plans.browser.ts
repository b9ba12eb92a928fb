import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { outbox } from '../../db/schema'
import { booking } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { enterConsole } from './support/console'
import { signInWithCode } from './support/portal'
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

const email = 'robin@example.com'

async function request(name: string): Promise<string> {
  const token = await site.world.deps.tokens.proof.issue(email)
  const { address, type: serviceType } = booking
  const body = { name, serviceType, address, intervalMonths: 3, preferredStart: '2026-04-07' }
  return (await site.world.call('POST', '/api/maintenance-plans', { token, body })).body.data.plan.id
}

const offer = async (id: string, price: number) =>
  site.world.call('PATCH', `/api/admin/plans/${id}`, { token: await site.world.hqToken(), body: { price } })

/** The page that the newest email about a plan leads to. */
async function linkSent(): Promise<string> {
  const [message] = await site.world.deps.store.read
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.template, 'plan'))
    .orderBy(desc(outbox.id))
    .limit(1)
  const token = await site.world.hqToken()
  const { rendered } = (await site.world.call('GET', `/api/admin/outbox/${message?.id}`, { token })).body.data
  return /\/plan\/[\w.-]+/.exec(rendered.text)?.[0] ?? 'none'
}

async function expectGood(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([])
  const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWider)).toBe(false)
}

describe('a customer with an offer', () => {
  test('accepts it by the link in the email, on a phone and without scripts', async () => {
    await offer(await request('Robin Vega'), 150)
    const { page, close } = await visit(browser, site, { width: 390, javaScript: false })
    await page.goto(await linkSent())
    await page.getByText('Nothing is scheduled or charged until you accept.').waitFor()
    await page.getByRole('button', { name: 'Accept this plan' }).click()
    await page.getByRole('heading', { name: 'Your plan is set up' }).waitFor()
    await close()
  })

  test('reads it in Spanish, and every screen is accessible', async () => {
    await offer(await request('Robin Vega'), 160)
    const { page, troubles, close } = await visit(browser, site, { width: 390 })
    await page.goto(`${await linkSent()}?lang=es`)
    await page.getByText('No programamos ni cobramos nada hasta que usted acepte.').waitFor()
    await expectGood(page)
    await page.getByRole('button', { name: 'Aceptar este plan' }).click()
    await page.getByRole('heading', { name: 'Su plan está listo' }).waitFor()
    await expectGood(page)
    expect(troubles).toEqual([])
    await close()
  })

  test('finds it in the portal, accepts it and can end it', async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390 })
    const id = await request('Robin Vega')
    await offer(id, 170)
    await page.goto('/my')
    await signInWithCode(page, site, email)
    await page.getByRole('tab', { name: 'Plans' }).click()
    const plan = page.locator(`[id="${id}"]`)
    await plan.getByText('Ready for you to accept').waitFor()
    await expectGood(page)
    await plan.getByRole('button', { name: 'No, thanks' }).click()
    const question = page.getByRole('dialog', { name: 'Decline this offer?' })
    await question.getByText('We won’t schedule or charge anything.').waitFor()
    await question.getByRole('button', { name: 'Keep offer' }).click()
    await plan.getByRole('link', { name: 'View and accept' }).click()
    await page.getByRole('button', { name: 'Accept this plan' }).click()
    await page.getByRole('link', { name: 'My bookings and plans' }).click()
    await page.getByRole('tab', { name: 'Plans' }).click()
    await plan.getByText('Active').waitFor()
    await plan.getByRole('button', { name: 'End plan' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End plan' }).click()
    await plan.getByText('Ended').waitFor()
    expect(troubles).toEqual([])
    await close()
  })
})

test('HQ sends an offer, and writes down a consent by phone', async () => {
  const [first, second] = [await request('Ann Offered'), await request('Ben Called')]
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=recurring&part=plans&id=${first}`)
  await page.getByLabel('Price per visit').fill('150')
  await page.getByLabel('How often').selectOption('Every 2 weeks')
  await page.getByRole('button', { name: 'Send offer' }).click()
  await page.getByText('Offer sent to the customer').waitFor()
  await page.getByText(/every 2 weeks.*waiting for the customer/).waitFor()
  // Without a change, there is only the same offer to send again.
  const changed = page.getByRole('button', { name: 'Send updated offer' })
  expect(await changed.isDisabled()).toBe(true)
  await page.getByLabel('Price per visit').fill('160')
  expect(await changed.isDisabled()).toBe(false)
  await page.goto(`/admin?tab=recurring&part=plans&id=${second}`)
  await page.getByLabel('Price per visit').fill('150')
  await page.getByLabel('The customer agreed by phone').check()
  expect(await page.getByLabel('Person who agreed').inputValue()).toBe('Ben Called')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Start plan' }).click()
  await page.getByText('Plan started').waitFor()
  await page.getByText(/Ben Called, .* by phone with/).waitFor()
  expect(troubles).toEqual([])
  await close()
})
