import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { customerTags, customers, invoices, jobs } from '../../db/schema'
import { seriousFindings } from './support/accessibility'
import { enterConsoleToday } from './support/console'
import { office, startDemoSite, type DemoSite } from './support/demo-site'
import { settled } from './support/screens'
import { openBrowser, visit } from './support/visitor'

let site: DemoSite
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const read = () => site.world.deps.store.read

test('screens typed by hand open, an unknown one says so with a way back, and an invitation says where its link is', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin/jobs')
  await heading(page, 'Jobs')
  await page.goto('/admin/technicians')
  await heading(page, 'Technicians')
  await page.goto('/admin/frobnicate')
  await heading(page, 'Page not found')
  await page.getByText("There's no page called “frobnicate”").waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to Today' }).click()
  await heading(page, 'Today')

  await page.goto('/admin?tab=staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Sam Okafor')
  await page.getByRole('dialog').getByLabel('Email').fill('sam@example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Create invitation' }).click()
  await page.getByText('nothing went to sam@example.com. Copy this link').waitFor()
  expect(troubles).toEqual([])
  await close()
})

test('lists: messages are searched, customers get a tag together, and a cut order says so', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=messages')
  await page.getByLabel('Name, email, phone or text').fill('invoice')
  await page.waitForURL(/q=invoice/)
  await page.locator('tbody tr').first().getByText('Invoice').first().waitFor()
  await page.getByLabel('Name, email, phone or text').fill('nobody-at-all')
  await page.getByText('No matching messages').waitFor()

  await page.goto('/admin?tab=customers')
  const checks = page.locator('tbody').getByRole('checkbox')
  await checks.nth(0).check()
  await checks.nth(1).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Add a tag' }).click()
  await page.locator('dialog[open]').getByLabel('Tag').fill('VIP')
  expect(await seriousFindings(page)).toEqual([])
  await page.locator('dialog[open]').getByRole('button', { name: 'Add tag' }).click()
  await page.getByText('Added “VIP” to 2 customers.').waitFor()
  await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).last().click()
  expect(await read().$count(customerTags)).toBe(2)
  await bar.getByRole('button', { name: 'Remove a tag' }).click()
  await page.locator('dialog[open]').getByLabel('Tag').selectOption('VIP')
  await page.locator('dialog[open]').getByRole('button', { name: 'Remove tag' }).click()
  await page.getByText('Removed “VIP” from 2 customers.').waitFor()
  expect(await read().$count(customerTags)).toBe(0)

  await page.route('**/api/admin/jobs?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, sortedNewest: 5000 } } })
  })
  await page.goto('/admin?tab=jobs&sort=customer&order=asc')
  await page.getByText('Only the newest 5,000 matches are sorted here.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test('a bookkeeper creates an invoice, sends it and records a payment', async () => {
  const [job] = await read()
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(customers, eq(customers.id, jobs.customerId))
    .leftJoin(invoices, eq(invoices.jobId, jobs.id))
    .where(and(eq(jobs.status, 'completed'), isNotNull(customers.email), eq(jobs.paymentState, 'unpaid')))
    .orderBy(jobs.seq)
    .limit(1)
  const person = { name: 'Ada', email: 'ada@example.com', role: 'bookkeeper', franchiseId: null }
  const { link } = await office(site, '/api/admin/staff', person)
  const { page, troubles, close } = await visit(browser, site)
  await page.clock.setFixedTime(site.world.clock.now())
  await page.goto(`/admin${new URL(link).hash}`)
  await heading(page, 'Today')
  await page.goto(`/admin?tab=jobs&job=${job!.id}`)
  const drawer = page.locator('dialog.drawer[open]').last()
  expect(await drawer.getByRole('button', { name: 'Reschedule' }).count()).toBe(0)
  await drawer.getByRole('button', { name: 'Create invoice' }).click()
  await drawer.getByText('Invoice (draft)').waitFor()
  await drawer.getByRole('button', { name: 'Send by email' }).click()
  await drawer.getByRole('button', { name: 'Resend by email' }).waitFor()
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  const form = drawer.getByRole('group', { name: 'Record payment' })
  await form.getByLabel('Method').selectOption('check')
  await form.getByRole('button', { name: /^Record \$/ }).click()
  await page.getByText('Payment recorded. Paid in full.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test('each row of the board is one Tab stop, and keys go from visit to visit', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=dispatch')
  await page.locator('.block').first().waitFor()
  await settled(page)
  const stops = await page.locator('.lane-track').evaluateAll((tracks) =>
    tracks
      .map((track) => [...track.querySelectorAll<HTMLElement>('.block')])
      .filter((blocks) => blocks.length > 0)
      .map((blocks) => blocks.filter(({ tabIndex }) => tabIndex === 0).length),
  )
  expect(new Set(stops)).toEqual(new Set([1]))
  const lane = page
    .locator('.lane-track')
    .filter({ has: page.locator('.block:nth-of-type(2)') })
    .first()
  const blocks = lane.locator('.block')
  await blocks.first().focus()
  const focused = () => blocks.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement))
  await page.keyboard.press('j')
  expect(await focused()).toBe(1)
  expect(await blocks.nth(1).getAttribute('tabindex')).toBe('0')
  expect(await blocks.first().getAttribute('tabindex')).toBe('-1')
  await page.keyboard.press('k')
  expect(await focused()).toBe(0)
  await page.keyboard.press('End')
  expect(await focused()).toBe((await blocks.count()) - 1)
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+ArrowRight')
  expect(await focused()).toBe(1)
  const cards = page.locator('.waiting-job[tabindex="0"]')
  expect(await cards.count()).toBe(1)
  expect(await seriousFindings(page)).toEqual([])
  expect(troubles).toEqual([])
  await close()
})
