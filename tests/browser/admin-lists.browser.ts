import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { eq, inArray } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { hqTasks, jobs, workers } from '../../db/schema'
import { plantJob } from '../support/jobs'
import { seriousFindings } from './support/accessibility'
import { enterConsoleToday } from './support/console'
import { startDemoSite } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const read = () => site.world.deps.store.read
const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()
const isoIn = (hours: number) => new Date(site.world.clock.now() + hours * 3_600_000).toISOString()
const lineOf = (page: Page, text: string) => page.locator('.todo li').filter({ hasText: text })

test('Today leads from a late visit of yesterday to its new time in one click, and puts other lines off', async () => {
  const late = await plantJob(site.world, {
    status: 'scheduled',
    start: isoIn(-26),
    fields: { customerName: 'Harriet Late' },
  })
  await site.world.deps.store.write((tx) =>
    tx.insert(hqTasks).values({
      id: 'reply-1',
      kind: 'sms.reply',
      subject: 'sms-1',
      title: 'A customer replied: can you come earlier?',
      state: 'open',
      createdAt: site.world.clock.now(),
    }),
  )
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.getByText(/(more|less) than last week at this time|Same as last week at this time/).waitFor()
  const line = lineOf(page, "Harriet Late's visit hasn't started")
  await line.getByRole('button', { name: 'Reschedule' }).click()
  await drawer(page).getByLabel('Date').fill('2027-06-01')
  await drawer(page).getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Schedule anyway' }).click()
  await line.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  const [moved] = await read().select().from(jobs).where(eq(jobs.id, late.id))
  expect(moved!.scheduledStart).toBeGreaterThan(site.world.clock.now())

  const reply = lineOf(page, 'can you come earlier?')
  await reply.getByRole('button', { name: /^Snooze/ }).click()
  await page.getByRole('menuitem', { name: 'Until tomorrow morning' }).click()
  await reply.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Snoozed (1)' }).click()
  await reply.getByRole('button', { name: /^Bring back/ }).click()
  await reply.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Snoozed/ }).click()
  await reply.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test('a list is sorted, filtered by date, kept as a view, changed many at a time and exported with names', async () => {
  const [worker] = await read().select().from(workers).where(eq(workers.active, true)).limit(1)
  const names = ['Aaa First', 'Aab Second', 'Aac Third']
  const planted = []
  for (const [place, customerName] of names.entries())
    planted.push(
      await plantJob(site.world, {
        status: 'scheduled',
        start: new Date(Date.parse('2027-03-03T17:00:00Z') + place * 7_200_000).toISOString(),
        fields: { customerName, franchiseId: worker!.franchiseId },
      }),
    )
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=jobs')
  await page.getByLabel('Visit from').fill('2027-03-03')
  await page.getByLabel('Visit to').fill('2027-03-03')
  await page.getByText('3 total').waitFor()
  await page.locator('th').getByRole('button', { name: 'Customer' }).click()
  await page.locator('th[aria-sort=ascending]').filter({ hasText: 'Customer' }).waitFor()
  expect(await page.locator('tbody tr .table-link').allTextContents()).toEqual(names)

  await page.getByRole('button', { name: /columns$/i }).click()
  await page.getByRole('checkbox', { name: 'Technician' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /views$/i }).click()
  await page.getByLabel('Save this view as').fill('March 3')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.goto('/admin?tab=jobs')
  await page.getByRole('button', { name: /views$/i }).click()
  await page.getByRole('button', { name: 'March 3', exact: true }).click()
  await page.getByText('3 total').waitFor()

  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Assign' }).click()
  await page.getByLabel('Technician', { exact: true }).last().selectOption({ label: worker!.name })
  await page.locator('dialog[open]').getByRole('button', { name: 'Assign' }).click()
  await page.getByText(`Assigned 3 jobs to ${worker!.name}.`).waitFor()
  await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).last().click()
  const ids = planted.map(({ id }) => id)
  const assigned = await read().select().from(jobs).where(inArray(jobs.id, ids))
  expect(assigned.map(({ workerId }) => workerId)).toEqual(ids.map(() => worker!.id))

  const saving = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Export selected' }).click()
  const file = readFileSync(await (await saving).path(), 'utf8')
  expect(file).toContain('Aab Second')
  expect(file).toContain(worker!.name)
  expect(file).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect(await seriousFindings(page)).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test('a panel follows its button when the page scrolls, and closes once the button is out of sight', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=jobs')
  const button = page.getByRole('button', { name: /views$/i })
  await button.click()
  const name = page.getByLabel('Save this view as')
  const distance = async () => (await name.boundingBox())!.y - (await button.boundingBox())!.y
  const before = await distance()
  const top = (await button.boundingBox())!.y
  await page.locator('main').evaluate((main) => main.scrollBy({ top: 30, behavior: 'instant' }))
  expect((await button.boundingBox())!.y).toBeLessThan(top)
  for (let look = 0; look < 100 && Math.abs((await distance()) - before) > 1; look++)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await distance()).toBeCloseTo(before, 0)
  await page.locator('tbody tr').nth(30).scrollIntoViewIfNeeded()
  await name.waitFor({ state: 'detached' })
  await close()
})

test('a list that its filters leave empty offers to clear them', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  for (const tab of ['jobs', 'customers', 'invoices', 'messages']) {
    await page.goto(`/admin?tab=${tab}&from=2031-01-01&order=asc`)
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await page.locator('.table-link').first().waitFor()
    expect(new URL(page.url()).search).toBe(`?tab=${tab}&order=asc`)
  }
  await close()
})

test('on a phone, filters wait behind a button, unless one is set', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await page.goto('/admin?tab=jobs')
  await page.getByLabel('Name, email, phone, address or reference').waitFor()
  expect(await page.getByLabel('Status').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Status').selectOption('completed')
  await page.reload()
  await page.getByLabel('Status').waitFor()
  expect(await page.getByLabel('Status').inputValue()).toBe('completed')
  await close()
})

/** Where the open panel and its button are. */
const panelAt = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('.popover:popover-open')?.getBoundingClientRect()
    const button = document.querySelector('[popovertarget][aria-expanded=true]')?.getBoundingClientRect()
    return panel && button ? { panel: panel.toJSON(), button: button.toJSON() } : null
  })

test('a long panel in a low window scrolls inside and leaves its button in sight', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { height: 500 })
  await page.goto('/admin?tab=settings&part=hours')
  const open = page.getByRole('button', { name: 'US holidays' })
  await open.scrollIntoViewIfNeeded()
  await open.click()
  // The panel gets its place first, then the focus.
  await page.locator('.popover:popover-open :focus').waitFor()
  const { panel, button } = (await panelAt(page))!
  expect(panel.bottom <= button.top || panel.top >= button.bottom).toBe(true)
  expect(panel.top).toBeGreaterThanOrEqual(0)
  expect(panel.bottom).toBeLessThanOrEqual(500)
  await close()
})

test('a panel stays at its button while the page scrolls', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { height: 900 })
  await page.goto('/admin?tab=settings&part=hours')
  await page.getByRole('button', { name: 'US holidays' }).click()
  await page.locator('.popover:popover-open :focus').waitFor()
  await page
    .locator('main.content')
    .evaluate((content) => content.scrollBy({ top: 150, behavior: 'instant' }))
  await page.waitForFunction(() => {
    const panel = document.querySelector('.popover:popover-open')!.getBoundingClientRect()
    const button = document.querySelector('[popovertarget][aria-expanded=true]')!.getBoundingClientRect()
    return Math.min(Math.abs(panel.bottom - button.top), Math.abs(panel.top - button.bottom)) < 6
  })
  await close()
})

test('technicians are sorted by name, and by another column from its head', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=workers')
  const names = () => page.locator('main .table-link').allInnerTexts()
  const head = (name: string) => page.getByRole('columnheader', { name })
  await head('Name').waitFor()
  expect(await head('Name').getAttribute('aria-sort')).toBe('ascending')
  const everyone = await names()
  expect(everyone).toEqual(everyone.toSorted())
  await head('Franchise').getByRole('button').click()
  await page.locator('th[aria-sort=ascending]', { hasText: 'Franchise' }).waitFor()
  const cells = await page.locator('main tbody td:nth-child(2)').allInnerTexts()
  expect(cells).toEqual(cells.toSorted())
  await close()
})
