import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { franchises } from '../../db/schema'
import { office, startDemoSite, type DemoSite } from './support/demo-site'
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

const tabs = ['jobs', 'customers', 'workers', 'franchises', 'services', 'invoices', 'messages', 'webhooks']
const parts = ['templates', 'plans', 'schedules'].map((part) => `recurring&part=${part}`)

/** Selects every button on the page, and then those of the dialogs that this opens. */
const selectAll = (page: Page) =>
  page.evaluate(() => {
    const leave = /^(?:Close|Cancel|Print|Back|Sign out.*|Export CSV|Download PDF)$/
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button, dialog[open] button')]
    for (const button of buttons)
      if (!button.disabled && !leave.test(button.textContent.trim()) && button.closest('table') === null)
        button.click()
  })

const roles = [
  ['Kim', 'dispatcher', false],
  ['Ada', 'bookkeeper', false],
  ['Lee', 'franchisee', true],
] as const
for (const [name, role, isLimited] of roles)
  test(`a ${role}${isLimited ? ' of one franchise' : ''} finds no page and no button that is refused`, async () => {
    const [own] = await site.world.deps.store.read.select().from(franchises).orderBy(franchises.name)
    const franchiseId = isLimited ? own!.id : null
    const person = { name, email: `${name}@example.com`, role, franchiseId }
    const { link } = await office(site, '/api/admin/staff', person)
    const { page, troubles, close } = await visit(browser, site)
    const refused: string[] = []
    let place = 'today'
    page.on('response', (answer) => {
      if (answer.status() !== 401 && answer.status() !== 403) return
      refused.push(`${place}: ${answer.request().method()} ${new URL(answer.url()).pathname}`)
    })
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await page.goto(`/admin${new URL(link).hash}`)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const board = page.getByRole('button', { name: 'Open dispatch board' })
    expect(await board.count()).toBe(role === 'bookkeeper' ? 0 : 1)
    if (isLimited) await page.getByTitle(`Franchisee, ${own!.name}`).waitFor()
    for (const tab of [...tabs, ...parts]) {
      place = tab
      await page.goto(`/admin?tab=${tab}`)
      await page.locator('h1').waitFor()
      // Someone who may not use a tab lands on Today.
      if ((await page.locator('h1').innerText()) === 'Today') continue
      await page.waitForLoadState('networkidle')
      const row = page.locator('main tbody tr').first()
      if ((await row.count()) > 0) {
        await row.click()
        await page.waitForLoadState('networkidle')
      }
      await selectAll(page)
      await selectAll(page)
      await page.waitForLoadState('networkidle')
    }
    expect([...new Set(refused)]).toEqual([])
    // A refused value, such as an empty form, is also a line in the browser's console.
    troubles.splice(0)
    await close()
  })
