import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { and, eq, isNull } from 'drizzle-orm'
import type { Browser, Locator, Page } from 'playwright-core'
import { invoices, jobs, workers } from '../../db/schema'
import { plantJob } from '../support/jobs'
import { pay, startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { office } from './support/demo-site'
import { settled } from './support/screens'
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

const read = () => site.world.deps.store.read
/** Without the arrow beside each of them. */
const namesOf = async (heads: Locator) =>
  (await heads.allInnerTexts()).map((name) => name.split('\n')[0] ?? '')
const lists = ['jobs', 'customers', 'invoices', 'messages']

async function showAllColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const box of await page.locator('.list-columns input:enabled').all()) await box.check()
  await page.keyboard.press('Escape')
}

test.each(lists)(
  '%s are sorted by any column, and the columns and the order are kept in a view',
  async (list) => {
    const { page, troubles, close } = await enterConsoleToday(browser, site, { width: 1920 })
    await page.goto(`/admin?tab=${list}`)
    await page.locator('tbody tr').first().waitFor()
    await showAllColumns(page)
    const heads = page.locator('thead th:not(.table-select)')
    const names = await namesOf(heads)
    for (const name of names) {
      await heads.getByRole('button', { name, exact: true }).click()
      const head = page.locator('th[aria-sort]:not([aria-sort=none])').filter({ hasText: name })
      await head.waitFor()
      await settled(page)
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(0)
    }
    await page.getByRole('button', { name: /views$/i }).click()
    await page.getByLabel('Save this view as').fill('Everything')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.goto(`/admin?tab=${list}`)
    await page.getByRole('button', { name: /views$/i }).click()
    await page.getByRole('button', { name: 'Everything', exact: true }).click()
    await page
      .locator('th[aria-sort]:not([aria-sort=none])')
      .filter({ hasText: names.at(-1)! })
      .waitFor()
    expect(await namesOf(heads)).toEqual(names)
    expect(troubles).toEqual([])
    await close()
  },
)

test.each(lists)('%s are filtered by date, and their file has names instead of ids', async (list) => {
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto(`/admin?tab=${list}`)
  await page.locator('tbody tr').first().waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  if (list === 'invoices') await page.getByRole('menuitem', { name: 'These invoices' }).click()
  const file = readFileSync(await (await saving).path(), 'utf8')
  expect(file.split('\n').length).toBeGreaterThan(3)
  expect(file).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  const dates = page.locator('main input[type=date]')
  expect(await dates.count()).toBe(2)
  await dates.first().fill('2031-01-01')
  await page.getByText(`No matching ${list}`).waitFor()
  expect(troubles).toEqual([])
  await close()
})

test('many visits get another day at once, and keep their time and technician', async () => {
  const [worker] = await read().select().from(workers).where(eq(workers.active, true)).limit(1)
  const planted: string[] = []
  for (const [place, customerName] of ['Rae One', 'Rae Two'].entries()) {
    const start = new Date(Date.parse('2027-03-03T17:00:00Z') + place * 7_200_000).toISOString()
    const fields = { customerName, franchiseId: worker!.franchiseId }
    planted.push(
      (await plantJob(site.world, { status: 'scheduled', workerId: worker!.id, start, fields })).id,
    )
  }
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=jobs&from=2027-03-03&to=2027-03-03')
  await page.getByText('2 total').waitFor()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Reschedule' })
    .click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('New date').fill('2027-03-10')
  await dialog.getByLabel('Notify customers').uncheck()
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByText('Rescheduled 2 jobs.').waitFor()
  for (const [place, id] of planted.entries()) {
    const [job] = await read().select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({
      workerId: worker!.id,
      scheduledStart: Date.parse('2027-03-10T17:00:00Z') + place * 7_200_000,
    })
  }
  expect(troubles).toEqual([])
  await close()
})

test("jobs without a visit can't be rescheduled or assigned, and the bar says why", async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=jobs&status=pending')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByText('No scheduled visit to change. Open a job to schedule it.').waitFor()
  for (const name of ['Assign', 'Reschedule'])
    expect(await bar.getByRole('button', { name }).isDisabled()).toBe(true)
  await close()
})

test('a refund is a negative credit note, each invoice has one status, and many are sent at once', async () => {
  const open = and(eq(invoices.status, 'sent'), isNull(invoices.paidAt))
  const [sent] = await read().select().from(invoices).where(open).limit(1)
  await pay(site, sent!.jobId, sent!.totalCents)
  await office(site, `/api/admin/jobs/${sent!.jobId}/refund`, {
    amount: 20,
    reason: 'A downspout was missed',
  })
  await site.world.deps.background.idle()
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=invoices')
  await page.locator('tbody tr').first().waitFor()
  const words = await page.locator('tbody .badge').allInnerTexts()
  expect(words).toHaveLength(await page.locator('tbody tr').count())
  expect(words.filter((word) => !/^(Draft|Sent|Paid|Paid, not sent|Overdue|Void)$/.test(word))).toEqual([])
  const credit = page.locator('tbody tr', { hasText: 'Credit note' }).first()
  expect(await credit.locator('td.end').innerText()).toMatch(/^[−-]\$20\.00/)

  await page.goto('/admin?tab=invoices&state=draft')
  await page.locator('tbody tr').first().waitFor()
  const drafts = await page.locator('tbody tr').count()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Send' }).click()
  await page.getByText(`Sent ${drafts} ${drafts === 1 ? 'invoice' : 'invoices'}.`).waitFor()
  await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No matching invoices').waitFor()
  expect(troubles).toEqual([])
  await close()
})
