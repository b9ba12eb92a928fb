import type { Page } from 'playwright-core'
import { tabs } from '../../../src/web/admin/tabs'

/** Called on every screen, and on everything that opens above one, under a name of its own. */
export type ShowScreen = (name: string) => Promise<void>

/** Opens a screen and waits for it. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(`/admin?tab=${address}`)
  await settled(page)
}

/** Waits until the screen is there and done loading; frames keep the network from ever being idle. */
export const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.skeleton, .stale, .map[data-drawing], i[data-drawing]') === null &&
      document.querySelector('[aria-busy="true"]') === null &&
      // The script of the booking drawer loads without anything to see.
      (!new URLSearchParams(location.search).get('book') ||
        document.querySelector('dialog[open]') !== null) &&
      [...document.querySelectorAll('iframe')].every((frame) => frame.clientHeight > 0),
  )

/** Every tab with its parts and the first item of its lists, so a new tab is covered without a line here. */
export async function tourTabs(page: Page, show: ShowScreen): Promise<void> {
  for (const { name } of tabs) {
    await openScreen(page, name)
    await show(name)
    const [first, ...others] = await partsOf(page)
    await tourItem(page, name, show)
    for (const part of first === undefined ? [] : others) {
      await openScreen(page, name)
      await choosePart(page, part)
      await show(`${name}-${part}`)
      await tourItem(page, `${name}-${part}`, show)
    }
  }
}

/** The first item of the list on this screen, if it has one that opens. */
async function tourItem(page: Page, name: string, show: ShowScreen): Promise<void> {
  const items = page.locator('main .table-link')
  if ((await items.count()) === 0) return
  await items.first().click()
  // A customer and an import have a page, everything else a drawer.
  await page.locator('dialog[open], .customer-columns, .import-opened').first().waitFor()
  await settled(page)
  await show(`${name}-opened`)
  if ((await page.locator('dialog[open]').count()) > 0) return
  for (const part of (await partsOf(page)).slice(1)) {
    await choosePart(page, part)
    await show(`${name}-opened-${part}`)
  }
}

const partsOf = (page: Page) =>
  page.locator('main [role=tab]').evaluateAll((all) => all.map((tab) => tab.getAttribute('data-tab') ?? ''))

async function choosePart(page: Page, part: string): Promise<void> {
  await page.locator(`main [role=tab][data-tab="${part}"]`).click()
  await settled(page)
}

/** Everything that opens above a screen or shows another side of it, by the names of the buttons that lead there. */
const ways: [name: string, address: string, ...buttons: string[]][] = [
  ['today-new-to-do', 'today', 'Add to-do'],
  ['today-completed', 'today', 'Show completed'],
  ['today-snooze', 'today', '^Snooze: '],
  ['job-new', 'jobs', 'Book a job'],
  ['jobs-columns', 'jobs', 'Columns'],
  ['jobs-views', 'jobs', 'Views'],
  ['jobs-none', 'jobs&q=nobody'],
  ['dispatch-three', 'dispatch&date=2026-03-03&view=three'],
  ['dispatch-week', 'dispatch&date=2026-03-03&view=week'],
  ['dispatch-map', 'dispatch&date=2026-03-03&map=yes'],
  ['dispatch-plan', 'dispatch&date=2026-03-03', 'Preview plan'],
  ['dispatch-commit', 'dispatch&date=2026-03-03', 'Preview plan', 'Assign \\d+ visits'],
  ['recurring-new', 'recurring&part=templates', 'Add recurring visits'],
  ['schedule-new', 'recurring&part=schedules', 'Add billing schedule'],
  ['worker-new', 'workers', 'Add technician'],
  ['staff-new', 'staff', 'Invite'],
  ['franchise-new', 'franchises', 'Add franchise'],
  ['franchise-connecting', 'franchises&connect=pending'],
  ['service-new', 'services', 'Add service'],
  ['promo-new', 'services', 'Add promo code'],
  ['invoices-overdue', 'invoices&state=overdue'],
  ['ledger-account', 'ledger', 'Service revenue'],
  ['ledger-quickbooks', 'ledger', 'QuickBooks'],
  ['key-new', 'connections&part=keys', 'Create key'],
  ['webhook-new', 'connections&part=webhooks', 'Add webhook'],
  ['settings-wording', 'settings&part=messages', '^Edit text'],
]

/** Everything that the tour of the tabs doesn't come across. */
export async function tourMore(page: Page, show: ShowScreen): Promise<void> {
  for (const [name, address, ...buttons] of ways) {
    await openScreen(page, address)
    for (const button of buttons) await press(page, button)
    await show(name)
  }
  await tourBoard(page, show)
  await tourCustomer(page, show)
  await tourJobForms(page, show)
  await tourSelection(page, show)
  await tourInvoice(page, show)
  await tourCampaign(page, show)
  await openScreen(page, 'today')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search customers/ }).pressSequentially('an')
  await page.getByText(/^\d+ results$/).waitFor()
  await show('search')
}

async function press(page: Page, button: string): Promise<void> {
  const found = page.getByRole('button', { name: new RegExp(button) })
  await found.filter({ visible: true }).first().click()
  await settled(page)
}

async function tourBoard(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'dispatch&date=2026-03-03')
  await page.locator('.block').first().press('Enter')
  await page.locator('dialog[open]').waitFor()
  await show('dispatch-visit')
}

async function tourCustomer(page: Page, show: ShowScreen): Promise<void> {
  for (const button of ['Edit contact', 'Add address', 'Book for this customer']) {
    await openScreen(page, 'customers')
    await page.locator('.table-link').first().click()
    await settled(page)
    await press(page, `^${button}$`)
    await show(`customer-${button.toLowerCase().replaceAll(' ', '-')}`)
  }
  for (const entry of ['Merge into another customer', 'Erase']) {
    await openScreen(page, 'customers')
    await page.locator('.table-link').first().click()
    await settled(page)
    await page.locator('summary', { hasText: 'More' }).click()
    if (entry === 'Erase') await show('customer-more')
    await press(page, `^${entry}`)
    await show(`customer-${entry.split(' ')[0]!.toLowerCase()}`)
  }
}

/** The changes to many rows at once. */
async function tourSelection(page: Page, show: ShowScreen): Promise<void> {
  for (const [status, button] of [
    ['pending', null],
    ['scheduled', 'Assign'],
    ['scheduled', 'Reschedule'],
  ] as const) {
    await openScreen(page, `jobs&status=${status}`)
    const boxes = page.locator('tbody .table-select input')
    // A phone's lists have no boxes.
    if (!(await boxes.first().isVisible())) return
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    if (button === null) {
      await show('jobs-selected')
      continue
    }
    await press(page, `^${button}`)
    await show(`jobs-selected-${button.toLowerCase()}`)
  }
}

async function tourInvoice(page: Page, show: ShowScreen): Promise<void> {
  for (const button of ['Record payment', 'Void']) {
    await openScreen(page, 'invoices&state=sent')
    await page.locator('.table-link').first().click()
    await page.locator('dialog[open]').waitFor()
    await settled(page)
    await press(page, `^${button}`)
    await show(`invoice-${button.toLowerCase().replaceAll(' ', '-')}`)
  }
}

async function tourCampaign(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'campaigns')
  await page.getByLabel('Channel').selectOption('sms')
  await page.getByLabel('Message').fill('Hi {first_name}, it is time for a gutter cleaning.')
  await press(page, 'Preview campaign')
  await page.getByRole('region', { name: 'Campaign preview' }).waitFor()
  await show('campaign-preview')
}

/** Every form that a job offers, in each of its states. */
async function tourJobForms(page: Page, show: ShowScreen): Promise<void> {
  const seen = new Set<string>()
  for (const query of ['status=pending', 'status=scheduled', 'status=completed', 'paymentState=paid']) {
    await openScreen(page, `jobs&${query}`)
    await page.locator('.table-link').first().click()
    const actions = page.getByRole('group', { name: 'Actions' }).getByRole('button')
    await actions.first().waitFor()
    await settled(page)
    for (const label of await actions.allTextContents()) {
      if (seen.has(label)) continue
      seen.add(label)
      await actions.getByText(label, { exact: true }).click()
      await settled(page)
      await show(`job-${label.toLowerCase().replaceAll(' ', '-')}`)
    }
  }
}
