import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { franchises } from '../../db/schema'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { office } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

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
const saved = async (page: Page, click: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), text: await Bun.file(await file.path()).text() }
}

test('a bookkeeper finds the overdue invoice through the aging totals and records its payment', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=invoices')
  const late = page.getByRole('button', { name: /days overdue · 1 invoice/ })
  await late.click()
  await page.getByText('1 total').waitFor()
  expect(await page.locator('td .badge').allTextContents()).toEqual(['Overdue'])
  expect(await late.getAttribute('aria-pressed')).toBe('true')
  const amount = await late.locator('b').textContent()
  expect(await page.locator('td.end').first().textContent()).toContain(amount)
  await page.locator('.table-link').click()
  await drawer(page).getByRole('button', { name: 'Record payment' }).click()
  await drawer(page)
    .getByRole('group', { name: 'Record payment' })
    .getByRole('button', { name: /Record/ })
    .click()
  await drawer(page).locator('.badge').getByText('Paid', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('No matching invoices').waitFor()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await page.getByRole('searchbox', { name: 'Search by customer or number' }).fill('nobody by that name')
  await page.getByText('No matching invoices').waitFor()
  expect(troubles).toEqual([])
  await close()
})

test('a paid invoice that was never sent says so, and sending many leaves out those that were', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=invoices&state=paid')
  const unsent = page.getByRole('row').filter({ hasText: 'Paid, not sent' })
  await unsent.first().waitFor()
  expect(await unsent.locator('.unnumbered').count()).toBe(await unsent.count())
  const all = await page.locator('td .badge').count()
  const sent = all - (await unsent.count())
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Send', exact: true })
    .click()
  await page
    .getByRole('status')
    .getByText(`${all - sent} of ${all} done, ${sent} skipped`)
    .waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await unsent.first().waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
  await close()
})

test('payouts are summed up by period, a statement names its jobs and downloads, and a franchisee sees only their own', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=payouts')
  await page.getByRole('heading', { name: /^By franchise/ }).waitFor()
  await page.locator('.table-link').first().waitFor()
  await page.getByLabel('Period').selectOption({ label: 'January 2026' })
  await page.getByRole('heading', { name: 'By franchise, January 2026' }).waitFor()
  await page.getByLabel('Period').selectOption({ label: 'All of 2026' })
  await page.getByRole('heading', { name: 'By franchise, all of 2026' }).waitFor()
  const [first] = await site.world.deps.store.read.select().from(franchises).orderBy(franchises.id)
  await page.getByRole('button', { name: first!.name }).click()
  await drawer(page).getByText('Closing balance owed to the franchise').waitFor()
  await drawer(page).getByRole('button', { name: /^TR-/ }).first().waitFor()
  const csv = await saved(page, () => drawer(page).getByRole('button', { name: 'Download CSV' }).click())
  expect(csv.text).toStartWith('date,kind,reference,customerName')
  const pdf = await saved(page, () => drawer(page).getByRole('button', { name: 'Download PDF' }).click())
  expect(pdf.text).toStartWith('%PDF-')
  expect(troubles).toEqual([])
  await close()

  const person = { name: 'Lee', email: 'lee@example.com', role: 'franchisee', franchiseId: first!.id }
  const { link } = await office(site, '/api/admin/staff', person)
  const lee = await visit(browser, site)
  await lee.page.clock.setFixedTime(site.world.clock.now())
  await lee.page.goto(`/admin${new URL(link).hash}`)
  await lee.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await lee.page.goto('/admin?tab=payouts')
  await lee.page.getByRole('button', { name: 'Download PDF' }).waitFor()
  expect(await lee.page.getByRole('heading', { name: /^By franchise/ }).count()).toBe(0)
  await lee.close()
})

test('the ledger is in order, filters by account and exports for QuickBooks', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=ledger')
  await page.getByRole('heading', { name: /^Trial balance as of / }).waitFor()
  await page.getByText('In balance').waitFor()
  const sides = ['Account', 'Debit', 'Credit']
  for (const name of sides) await page.getByRole('columnheader', { name, exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Service revenue' }).click()
  await page.waitForURL(/account=revenue_hq/)
  await page.locator('.ledger-lines').first().waitFor()
  await page.getByRole('button', { name: 'Export for QuickBooks' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('From').fill('2026-01-01')
  const { name, text } = await saved(page, () => dialog.getByRole('button', { name: 'Download CSV' }).click())
  expect(name).toMatch(/^quickbooks-2026-01-01-.*\.csv$/)
  const [head, ...rows] = text.trimEnd().split('\r\n')
  expect(head).toStartWith('Journal No.,Journal Date,Account Name,Debits,Credits')
  const sum = (place: number) =>
    rows.reduce((total, row) => total + Math.round(Number(row.split(',')[place]) * 100), 0)
  expect(rows.length).toBeGreaterThan(3)
  expect(sum(3)).toBe(sum(4))
  expect(troubles).toEqual([])
  await close()
})

test('reports compare with the period before and show each franchise, technician and tax rate', async () => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=reports&type=revenue')
  await page.getByRole('heading', { name: 'Net revenue over time' }).waitFor()
  await page.getByText(/^Compared with /).waitFor()
  await page.getByRole('img', { name: /Net revenue over time/ }).waitFor()
  await page.getByRole('columnheader', { name: 'Previous period' }).first().waitFor()
  await page.getByRole('heading', { name: 'By franchise' }).first().waitFor()
  await page.getByRole('tab', { name: 'Sales tax' }).click()
  await page.getByRole('heading', { name: 'By rate', exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Technicians' }).click()
  await page.getByRole('heading', { name: 'By technician' }).waitFor()
  await page.getByRole('button', { name: 'All time' }).click()
  await page.getByText('Choose a range of up to a year to see each technician.').waitFor()
  expect(troubles).toEqual([])
  await close()
})
