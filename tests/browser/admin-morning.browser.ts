import { afterAll, beforeAll, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { Browser, Locator, Page } from 'playwright-core'
import { customers, jobs, workers } from '../../db/schema'
import { codeSentTo } from '../support/codes'
import { pay, startBusyOffice } from './support/busy-office'
import { office } from './support/demo-site'
import { keyboardOf } from './support/keyboard'
import type { Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

const dispatcher = 'dana@example.com'
const hour = 3_600_000

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startBusyOffice()
  await office(site, '/api/admin/staff', { name: 'Dana Reyes', email: dispatcher, role: 'owner' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const read = () => site.world.deps.store.read
const readJob = async (id: string) => (await read().select().from(jobs).where(eq(jobs.id, id)))[0]!
const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()

async function book(customerName: string) {
  const { job } = await office(site, '/api/admin/jobs', {
    customerName,
    customerEmail: `${customerName.replaceAll(/\W/g, '.')}@example.com`,
    customerPhone: '720-555-0131',
    address: '1420 Larimer St, Denver, CO 80202',
    type: 'Gutter cleaning',
    price: 180,
  })
  await site.world.deps.background.idle()
  return job.id as string
}

test('a dispatcher gets through a whole morning with the keyboard alone', async () => {
  const late = await book('Lena Late')
  const start = new Date(site.world.clock.now() - 3 * hour).toISOString()
  await office(site, `/api/admin/jobs/${late}/schedule`, { start, workerId: null, tellCustomer: false })
  await book("Sean O'Neill")
  const paid = await book('Paula Paid')
  await pay(site, paid, (await readJob(paid)).totalCents)

  const { page, troubles, close } = await visit(browser, site, { width: 1440 })
  await page.clock.setFixedTime(site.world.clock.now())
  const keys = keyboardOf(page)
  const button = (name: string | RegExp, place: Page | Locator = page) =>
    place.getByRole('button', { name, exact: true })

  /** A button among the actions of the open job. */
  const action = (name: string) => button(name, drawer(page).getByRole('group', { name: 'Actions' }))

  // Signs in.
  await page.goto('/admin')
  await keys.isOn(page.getByLabel('Email'))
  await keys.type(dispatcher)
  const code = await codeSentTo(site.world, dispatcher, async () => {
    await keys.press('Enter')
    await page.getByLabel('Code').waitFor()
    await site.world.deps.background.idle()
  })
  await keys.isOn(page.getByLabel('Code'))
  await keys.type(code)
  await keys.press('Enter')

  // Finds the late visit on Today and opens its fix.
  const line = button("Reschedule: Lena Late's visit hasn't started")
  await keys.isOn(page.getByRole('main'))
  await keys.tabTo(line)
  await keys.press('Enter')

  // Reschedules it, and stands on the button that opened the form.
  await keys.isOn(drawer(page).getByLabel('Date'))
  await keys.type('03042026')
  await keys.tabTo(drawer(page).getByLabel('Start time'))
  await keys.type('1000AM')
  await keys.press('Enter')
  await keys.isOn(button('Schedule anyway'))
  await keys.press('Enter')
  await keys.isOn(action('Reschedule'))
  expect((await readJob(late)).scheduledStart).toBe(Date.parse('2026-03-04T17:00:00Z'))

  // Assigns it.
  await keys.tabTo(action('Assign'), 1)
  await keys.press('Enter')
  await keys.isOn(drawer(page).getByLabel('Technician'))
  await keys.type('Priya Nair')
  await keys.tabTo(button('Assign', drawer(page).locator('form')), 3)
  await keys.press('Enter')
  await keys.isOn(action('Assign'))
  const [priya] = await read().select().from(workers).where(eq(workers.name, 'Priya Nair'))
  expect((await readJob(late)).workerId).toBe(priya!.id)
  await keys.press('Escape')
  await keys.isOn(page.getByRole('region', { name: 'Needs you' }))

  // Proposes a dispatch plan and commits it.
  await keys.press('Control+k')
  await keys.type('dispatch')
  await keys.press('Enter')
  await keys.isOn(page.getByRole('main'))
  await keys.tabTo(button('Preview plan'))
  await keys.press('Enter')
  const assign = page.getByRole('region', { name: 'Auto-dispatch' }).getByRole('button', { name: /^Assign/ })
  await keys.isOn(page.getByRole('region', { name: 'Auto-dispatch' }))
  await keys.tabTo(assign, 2)
  await keys.press('Enter')
  const question = page.getByRole('dialog', { name: /^Assign \d+ visits\?$/ })
  await question.getByText(/^\d+ customers will be notified of their visit\.$/).waitFor()
  await keys.tabTo(question.getByRole('button', { name: /^Assign/ }), 4)
  await keys.press('Enter')
  await page.getByText(/^Assigned \d+ visits\./).waitFor()
  await keys.isOn(page.getByRole('region', { name: 'Auto-dispatch' }))

  // The phone rings: finds the caller, and books what they want.
  const before = (await read().select().from(customers)).length
  await keys.press('Control+k')
  await keys.type('oneill')
  await page.getByRole('option', { name: /^Sean O'Neill/ }).waitFor()
  await keys.press('Enter')
  await page.getByRole('heading', { name: "Sean O'Neill" }).waitFor()
  await keys.tabTo(button('Book for this customer'))
  await keys.press('Enter')
  await drawer(page).getByText('Sean.O.Neill@example.com').first().waitFor()
  await keys.tabTo(button('Gutter cleaning', drawer(page)))
  await keys.press('Enter')
  await drawer(page).locator('.window-days input').first().waitFor({ state: 'attached' })
  await keys.tabTo(drawer(page).getByRole('radio', { name: 'No preference' }))
  await keys.press('ArrowDown')
  await keys.isOn(drawer(page).locator('.window-days'))
  await keys.press('Enter')
  await page.getByText(/^Booked TR-/).waitFor()
  await keys.isOn(drawer(page))
  const [booked] = await read().select().from(jobs).orderBy(desc(jobs.seq)).limit(1)
  expect(booked?.customerName).toBe("Sean O'Neill")
  expect(booked?.preferredTime).toMatch(/^\d\d:00-\d\d:00$/)
  expect((await read().select().from(customers)).length).toBe(before)
  await keys.press('Escape')
  await keys.isOn(button('Book for this customer'))

  // Refunds a paid job.
  await keys.press('Control+k')
  await keys.type((await readJob(paid)).reference ?? '')
  await page
    .getByRole('option', { name: /Paula Paid/ })
    .first()
    .waitFor()
  await keys.press('Enter')
  await drawer(page)
    .getByRole('heading', { name: /Paula Paid/ })
    .waitFor()
  await keys.tabTo(action('Refund'))
  await keys.press('Enter')
  await keys.isOn(drawer(page).getByLabel('Amount'))
  await keys.press('Control+a')
  await keys.type('25')
  await keys.press('Enter')
  await drawer(page).locator('.badge').getByText('Partially refunded').waitFor()
  await keys.isOn(action('Refund'))
  await keys.press('Escape')
  await keys.isOn(button('Book for this customer'))
  expect(troubles).toEqual([])
  await close()
})
