import type { Page, Route } from 'playwright-core'
import { tabs } from '../../../src/web/admin/tabs'
import { openScreen, settled, type ShowScreen } from './screens'

/** Every tab of a company without customers, jobs and technicians. */
export async function tourEmpty(page: Page, show: ShowScreen): Promise<void> {
  for (const { name } of tabs) {
    await openScreen(page, name)
    await show(`empty-${name}`)
  }
}

/** The day whose board the tour shows: the demo company's tomorrow. */
const board = 'dispatch&date=2026-03-03'

/** The dispatcher's screens in the middle of something: a question, a call, a change that can be undone. */
export async function tourDesk(page: Page, show: ShowScreen): Promise<void> {
  await tourPhoneMenus(page, show)
  await tourSearch(page, show)
  await tourCall(page, show)
  await tourMove(page, show)
  await tourMap(page, show)
  await tourJobs(page, show)
  await tourWaiting(page, show)
  await tourTrouble(page, show)
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

/** The side menu and the filters, which a phone folds away. */
async function tourPhoneMenus(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'jobs')
  const filters = button(page, 'Filters')
  if (!(await filters.isVisible())) return
  await filters.click()
  await show('jobs-filters')
  await button(page, 'Menu').click()
  await page.getByRole('link', { name: 'Dispatch' }).waitFor()
  await show('side-menu')
}

async function tourSearch(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'today')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Search customers/ })
  await field.waitFor()
  await page.locator('.palette [role=option]').first().waitFor()
  await show('search-open')
  await field.fill('zzyzx')
  await page.getByText(/^Nothing found/).waitFor()
  await show('search-none')
}

/** The phone rings: a caller we know, their booking with its windows, and somebody who closes it too early. */
async function tourCall(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'today')
  await button(page, 'Book a job').click()
  const drawer = page.locator('dialog.drawer[open]')
  await drawer.getByLabel('Customer name').fill('an')
  await drawer.locator('.alike').first().waitFor()
  await show('book-alike')
  await page.keyboard.press('Escape')
  await page.locator('dialog.dialog[open]').waitFor()
  await show('book-unsaved')
  await button(page, 'Keep editing').click()
  await drawer
    .getByRole('button', { name: /^Use this one/ })
    .first()
    .click()
  await settled(page)
  await show('book-caller')
  await drawer.getByLabel('Service').selectOption({ index: 1 })
  await drawer.locator('.window-days input').first().waitFor({ state: 'attached' })
  await settled(page)
  await show('book-windows')
}

/** A visit moved by keyboard: what the keys do, where it would land, what speaks against it, and the way back. */
async function tourMove(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, board)
  const visit = page.locator('.block[data-drag]').first()
  await visit.focus()
  await page.keyboard.press('Home')
  await show('dispatch-keys')
  for (let hours = 0; hours < 4; hours++) await page.keyboard.press('ArrowRight')
  await page.locator('.move-hint').waitFor()
  await show('dispatch-moving')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /anyway\?$/ })
  await question.or(page.locator('.change-bar')).first().waitFor()
  if (await question.isVisible()) {
    await show('dispatch-anyway')
    await button(page, 'Schedule anyway').click()
  }
  await page.locator('.change-bar').waitFor()
  await settled(page)
  await show('dispatch-undo')
  await page.locator('.change-bar').getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^Undone/).waitFor()
  await openScreen(page, board)
  await page.locator('.waiting-job').first().click()
  await page.getByText('See who can take this job').click()
  await page.locator('.candidates li').first().waitFor()
  await show('dispatch-candidates')
}

async function tourMap(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, `${board}&map=yes`)
  const nearer = page.getByRole('button', { name: 'Zoom in', exact: true })
  await nearer.waitFor()
  // Without streets the map stops before.
  for (let steps = 0; steps < 3; steps++) await nearer.dispatchEvent('click')
  await settled(page)
  await show('dispatch-map-near')
}

/** The drawer of a job in each state. */
async function tourJobs(page: Page, show: ShowScreen): Promise<void> {
  for (const status of ['pending', 'scheduled', 'completed', 'cancelled']) {
    await openScreen(page, `jobs&status=${status}`)
    const first = page.locator('main .table-link').first()
    if ((await first.count()) === 0) continue
    await first.click()
    await page.locator('dialog[open]').waitFor()
    await settled(page)
    await show(`job-${status}`)
  }
}

const screens: [name: string, address: string][] = [
  ['today', 'today'],
  ['jobs', 'jobs'],
  ['dispatch', board],
  ['customers', 'customers'],
  ['messages', 'messages'],
]

/** Each screen, and the drawer and page of an item, before their data is there. */
async function tourWaiting(page: Page, show: ShowScreen): Promise<void> {
  const held: Route[] = []
  const hold = (route: Route) => void held.push(route)
  const release = async () => {
    await page.unroute('**/api/admin/**', hold)
    await Promise.allSettled(held.splice(0).map((route) => route.continue()))
  }
  for (const [name, address] of screens) {
    await page.route('**/api/admin/**', hold)
    await page.goto(`/admin?tab=${address}`)
    await page.locator('main h1').waitFor()
    await show(`waiting-${name}`)
    await release()
    await settled(page)
  }
  for (const name of ['jobs', 'customers']) {
    await openScreen(page, name)
    await page.route('**/api/admin/**', hold)
    await page.locator('main .table-link').first().click()
    await page.locator('.skeleton').first().waitFor()
    await show(`waiting-${name}-opened`)
    await release()
    await settled(page)
  }
}

/** Each screen when a proxy says that the service is down, and without a connection. */
async function tourTrouble(page: Page, show: ShowScreen): Promise<void> {
  const fail = (route: Route) => route.fulfill({ status: 503, json: { error: { code: 'unavailable' } } })
  const lose = (route: Route) => route.abort('internetdisconnected')
  for (const [name, address] of screens) {
    await page.route('**/api/admin/**', fail)
    await page.goto(`/admin?tab=${address}`)
    await page.locator('main .alert-bad').first().waitFor()
    await show(`failed-${name}`)
    await page.unroute('**/api/admin/**', fail)
  }
  await openScreen(page, 'jobs')
  await page.route('**/api/admin/**', lose)
  await page.locator('main .table-link').first().click()
  await page.locator('dialog[open] .alert-bad').waitFor()
  await show('offline-job')
  await page.unroute('**/api/admin/**', lose)
  await openScreen(page, board)
  await page.route('**/api/admin/**', lose)
  await page.locator('.block[data-drag]').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('.move-hint').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.toast-bad').waitFor()
  await show('offline-move')
  await page.unroute('**/api/admin/**', lose)
}
