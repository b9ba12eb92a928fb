import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { jobs, outbox } from '../../db/schema'
import { send } from '../support/app'
import { pay, startBusyOffice } from './support/busy-office'
import { enterConsole, enterConsoleToday } from './support/console'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startBusyOffice()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()

async function unpaidJob(status: 'pending' | 'scheduled') {
  const { read } = site.world.deps.store
  const [job] = await read
    .select()
    .from(jobs)
    .where(and(eq(jobs.status, status), eq(jobs.paymentState, 'unpaid')))
    .orderBy(asc(jobs.seq))
    .limit(1)
  return job!
}

async function told(jobId: string): Promise<string[]> {
  const { read } = site.world.deps.store
  const rows = await read
    .select({ template: outbox.template })
    .from(outbox)
    .where(eq(outbox.jobId, jobId))
    .orderBy(asc(outbox.createdAt))
  return rows.map(({ template }) => template)
}

test('a new price is sent to the customer or not, as the switch says', async () => {
  const job = await unpaidJob('pending')
  const { page, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=jobs&job=${job.id}`)
  for (const { price, tell } of [
    { price: '250', tell: false },
    { price: '260', tell: true },
  ]) {
    await drawer(page).getByRole('button', { name: 'Change price' }).click()
    await drawer(page).getByLabel('Price', { exact: true }).fill(price)
    await drawer(page).getByLabel('Notify customer').setChecked(tell)
    await drawer(page).getByRole('button', { name: 'Change price' }).last().click()
    await drawer(page)
      .locator('dd', { hasText: `$${price}.00` })
      .first()
      .waitFor()
    expect((await told(job.id)).filter((template) => template === 'repriced')).toHaveLength(tell ? 1 : 0)
  }
  await close()
})

test("the refund amount is shown before it's sent, partial or full", async () => {
  const job = await unpaidJob('scheduled')
  await pay(site, job.id, job.totalCents)
  const whole = (job.totalCents / 100).toFixed(2)
  const rest = ((job.totalCents - 1_000) / 100).toFixed(2)
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=jobs&job=${job.id}`)
  await drawer(page).getByRole('button', { name: 'Refund', exact: true }).click()
  await drawer(page)
    .getByRole('button', { name: `Refund $${whole}` })
    .waitFor()
  await drawer(page).getByLabel('Amount').fill('10')
  await drawer(page).getByRole('button', { name: 'Refund $10.00' }).click()
  await drawer(page).locator('.badge').getByText('Partially refunded').waitFor()
  expect(await told(job.id)).toContain('refunded')

  await drawer(page).getByRole('button', { name: 'Cancel job' }).first().click()
  await drawer(page).getByText('already got $10.00 back').waitFor()
  await drawer(page).getByLabel('Notify customer').uncheck()
  await drawer(page)
    .getByRole('button', { name: `Cancel job and refund $${rest}` })
    .click()
  await drawer(page).locator('.badge').getByText('Canceled').waitFor()
  expect(await told(job.id)).not.toContain('cancelled')
  expect(troubles).toEqual([])
  await close()
})

test("a draft invoice shows its job's new price at once, behind the job and in the list", async () => {
  const job = await unpaidJob('scheduled')
  const { app, deps, hqToken } = site.world
  const made = await send(app, 'POST', '/api/invoices/generate', {
    token: await hqToken(),
    body: { jobId: job.id },
  })
  const { page, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=invoices&id=${made.body.data.invoice.id}`)
  await drawer(page).getByRole('button', { name: /^TR-/ }).click()
  await drawer(page).getByRole('button', { name: 'Change price' }).click()
  await drawer(page).getByLabel('Price', { exact: true }).fill('777')
  await drawer(page).getByRole('button', { name: 'Change price' }).last().click()
  await drawer(page).locator('dd', { hasText: '$777.00' }).first().waitFor()
  const [{ totalCents } = { totalCents: 0 }] = await deps.store.read
    .select({ totalCents: jobs.totalCents })
    .from(jobs)
    .where(eq(jobs.id, job.id))
  await page.keyboard.press('Escape')
  const total = `$${(totalCents / 100).toFixed(2)}`
  await drawer(page).getByRole('heading', { name: 'Preview' }).waitFor()
  await drawer(page).locator('dd', { hasText: total }).first().waitFor()
  await page.locator('td', { hasText: total }).first().waitFor({ state: 'attached' })
  await close()
})

test('an overdue invoice needs attention, is found by its filter and disappears once void', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.getByText(/^Invoice .* was due/).waitFor()
  await page.goto('/admin?tab=invoices&state=overdue')
  await page.locator('td .badge').getByText('Overdue').waitFor()
  await page.locator('.table-link').click()
  await drawer(page).getByRole('button', { name: 'Void' }).click()
  await page.getByRole('button', { name: 'Void invoice' }).click()
  await page.getByText('No matching invoices').waitFor()
  await close()
})

test('a report downloads as the numbers on screen', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=reports&type=revenue')
  const table = page.locator('section', { hasText: 'By month' }).locator('tbody tr').last()
  expect(await table.locator('td').first().textContent()).toBe('Mar 2026')
  const download = page.waitForEvent('download')
  const months = page.locator('section', { hasText: 'By month' })
  await months.getByRole('button', { name: 'Export CSV' }).first().click()
  const file = await Bun.file(await (await download).path()).text()
  expect(file).toStartWith('Month,Payments,Revenue,')
  expect(file).toContain('2026-03,')
  await close()
})

test('a failed message is shown as its reader would see it and can be sent again', async () => {
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=messages&state=dead')
  await page.locator('.table-link').click()
  await drawer(page).getByText("The mailbox doesn't exist").first().waitFor()
  await page.frameLocator('.safe-frame').locator('body').waitFor()
  await drawer(page).getByRole('button', { name: 'Resend' }).click()
  await drawer(page).locator('.badge').getByText('Sent', { exact: true }).waitFor()
  expect(troubles).toEqual([])
  await close()
})
