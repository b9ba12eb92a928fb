import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { openScreen, settled } from './support/screens'
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

/** Buttons, tabs and fields that a finger would miss, and pages that slip sideways under it. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const controls = document.querySelectorAll<HTMLElement>(
      '.top-bar button, main :is(.button, .input, [role=tab]), dialog[open] :is(.button, .input)',
    )
    const small = [...controls]
      .filter((control) => control.checkVisibility() && control.offsetHeight < 44)
      .map((control) => `${control.offsetHeight}px: ${control.outerHTML.slice(0, 80)}`)
    return [...small, ...(scrollWidth > clientWidth ? [`${scrollWidth}px wide`] : [])]
  })

test('on a phone every control fits a finger and no screen slips sideways', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  for (const address of ['today', 'jobs', 'dispatch', 'customers', 'invoices', 'settings', 'reports']) {
    await openScreen(page, address)
    expect([address, ...(await misfits(page))]).toEqual([address])
  }
  await close()
})

test('on a phone a job is a card with its status in the corner, and its drawer calls the customer', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'jobs&status=scheduled')
  const card = page.locator('main tbody tr').first()
  const name = (await card.locator('.table-link').boundingBox())!
  const status = (await card.getByText('Scheduled').boundingBox())!
  expect(Math.abs(status.y - name.y)).toBeLessThan(8)
  expect(status.x).toBeGreaterThan(name.x + name.width)
  await card.tap()
  const call = page.locator('dialog[open]').getByRole('link', { name: /^\(\d{3}\) \d{3}-\d{4}$/ })
  expect(await call.getAttribute('href')).toMatch(/^tel:\d{10}$/)
  await settled(page)
  expect(await misfits(page)).toEqual([])
  await close()
})

test('on a phone the button that saves a long form is in reach before anybody scrolls', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'jobs')
  await page.getByRole('button', { name: 'Book a job' }).tap()
  const book = page.locator('dialog[open]').getByRole('button', { name: 'Book job' })
  await book.waitFor()
  const { y, height } = (await book.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(844)
  await close()
})

test('on a phone a long dialog shows all of its buttons before anybody scrolls', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'customers')
  await page.locator('main tbody tr').first().tap()
  await page.getByRole('button', { name: 'Edit contact' }).tap()
  const dialog = page.locator('dialog[open]')
  await settled(page)
  const save = (await dialog.getByRole('button', { name: 'Save' }).boundingBox())!
  const edge = (await dialog.boundingBox())!
  expect(save.y + save.height).toBeLessThan(edge.y + edge.height)
  await close()
})

test('on a phone the menus of all technicians stand below each other', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'dispatch')
  const menus = page.locator('.lane-title .button-icon')
  await menus.first().waitFor()
  const edges = await menus.evaluateAll((all) =>
    all.map((menu) => Math.round(menu.getBoundingClientRect().right)),
  )
  expect(edges.length).toBeGreaterThan(2)
  expect(new Set(edges).size).toBe(1)
  await close()
})

test('on a phone Text leads to the conversation, which stands below everything else', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'customers')
  await page.locator('main tbody tr').first().tap()
  await page.getByRole('button', { name: 'Text', exact: true }).tap()
  await page.waitForFunction(
    () => document.querySelector('.customer-main')!.getBoundingClientRect().top < innerHeight / 2,
  )
  await close()
})

test('on a phone a list is sorted beside the choice of columns', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'customers')
  await page.getByRole('button', { name: 'Columns' }).tap()
  await page.getByLabel('Sort by').selectOption({ label: 'Customer' })
  const first = page.locator('main tbody .table-link').first()
  await first.filter({ hasText: /^A/ }).waitFor()
  await page.getByLabel('Descending order').check()
  await first.filter({ hasText: /^Z/ }).waitFor()
  await close()
})

test('on a phone the icons of the search stand beside their words, and a table ends with its card', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'payouts')
  const below = await page.locator('main .card:has(.table-frame)').evaluateAll((cards) =>
    cards.map((card) => {
      const table = card.querySelector('.table-frame')!
      return Math.round(card.getBoundingClientRect().bottom - table.getBoundingClientRect().bottom)
    }),
  )
  expect(below.every((gap) => gap <= 1)).toBe(true)
  await page.keyboard.press('Control+k')
  await page.locator('.palette-item').nth(3).waitFor()
  const apart = await page.locator('.palette-item').evaluateAll((items) => {
    const middleOf = (element: Element) => {
      const { top, height } = element.getBoundingClientRect()
      return top + height / 2
    }
    return items
      .filter((item) => item.querySelector('.palette-note')?.textContent === '')
      .map((item) =>
        Math.abs(middleOf(item.querySelector('.icon')!) - middleOf(item.querySelector('.palette-label')!)),
      )
  })
  expect(Math.max(...apart)).toBeLessThan(2)
  await close()
})

test('on a phone the tools of a list stand beside its title', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  for (const address of ['jobs', 'customers', 'invoices', 'messages', 'payouts', 'activity']) {
    await openScreen(page, address)
    const title = (await page.locator('.tab-head h1').boundingBox())!
    const tool = (await page.getByRole('button', { name: 'Export CSV' }).first().boundingBox())!
    const middles = [title, tool].map(({ y, height }) => y + height / 2)
    expect([address, Math.abs(middles[0]! - middles[1]!) < 4, tool.width]).toEqual([address, true, 44])
  }
  await close()
})

test('on a phone a row of tabs fades out where it goes on', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'settings')
  const row = page.getByRole('tablist', { name: 'Settings' })
  const ends = (first: boolean, last: boolean) =>
    page.waitForFunction(
      ([before, after]) => {
        const tabs = document.querySelector('[role=tablist]')!
        return tabs.hasAttribute('data-before') === before && tabs.hasAttribute('data-after') === after
      },
      [first, last] as const,
    )
  await ends(false, true)
  await row.getByRole('tab', { name: 'Booking rules' }).click()
  await ends(true, true)
  await row.getByRole('tab', { name: 'Public access' }).click()
  await ends(true, false)
  await close()
})

test('on a phone each technician stands above a row that has the whole width', async () => {
  const { page, close } = await enterConsoleToday(browser, site, { width: 390 })
  await openScreen(page, 'dispatch')
  const board = page.locator('.board')
  const lane = page.locator('.lane', { hasText: 'Aaliyah Johnson' })
  const name = lane.locator('.lane-name')
  const [edge, above, track] = await Promise.all(
    [board, name, lane.locator('.lane-track')].map(async (one) => (await one.boundingBox())!),
  )
  expect(track!.x - edge!.x).toBeLessThan(3)
  expect(track!.y).toBeGreaterThanOrEqual(above!.y + above!.height - 1)
  expect(above!.height).toBeLessThan(64)
  // The name stays while the hours scroll.
  await board.evaluate((element) => element.scrollTo({ left: 200 }))
  expect((await name.boundingBox())!.x).toBe(above!.x)
  await close()
})
