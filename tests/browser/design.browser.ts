import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import * as components from '../../src/web/components'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function openDesign(scheme: 'light' | 'dark', width: number) {
  const visitor = await visit(browser, site, { scheme, width })
  await visitor.page.goto('/admin/design')
  await visitor.page.getByRole('heading', { level: 1, name: 'Design' }).waitFor()
  return visitor
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('the design page in the %s scheme, %d pixels wide', (scheme, width) => {
  test('shows every component, light and dark, without a serious accessibility problem', async () => {
    const { page, troubles, close } = await openDesign(scheme, width)
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    for (const pane of await page.locator('.design-pane').all())
      expect(await pane.locator('.design-shown').count()).toBeGreaterThan(1)
    for (const name of ['Dialog', 'Drawer', 'Question']) {
      await page.getByRole('button', { name, exact: true }).last().click()
      await page.locator('dialog[open]').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'With Undo' }).first().click()
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('button', { name: 'Error', exact: true }).first().click()
    expect(await seriousFindings(page)).toEqual([])
    expect(troubles).toEqual([])
    await close()
  })
})

test('a toast above an open dialog can be pressed, and stays when the dialog closes', async () => {
  const { page, close } = await openDesign('light', 1440)
  await page.getByRole('button', { name: 'With Undo' }).first().click()
  await page.getByRole('button', { name: 'Drawer', exact: true }).last().click()
  const drawer = page.locator('dialog[open]')
  await drawer.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(await page.locator('.toast').count()).toBe(1)
  await page.getByRole('button', { name: 'Dialog', exact: true }).last().click()
  await page.locator('dialog[open] .toast').getByRole('button', { name: 'Undo' }).click()
  expect(await page.locator('.toast').count()).toBe(0)
  await close()
})

test('every component that pages can use is on the design page', async () => {
  const sources = new Bun.Glob('src/web/admin/design/*.tsx')
  const text = (await Promise.all([...sources.scanSync('.')].map((path) => Bun.file(path).text()))).join('\n')
  const missing = Object.keys(components)
    .filter((name) => /^[A-Z]/.test(name) && !['Toasts', 'Emphasis', 'Field', 'Sparkline'].includes(name))
    .filter((name) => !new RegExp(`<${name}\\b`).test(text))
  expect(missing).toEqual([])
})

test('a menu opens at its button, moves with the arrow keys and gives the focus back', async () => {
  const { page, close } = await openDesign('light', 1440)
  const button = page.getByRole('button', { name: 'Menu, light' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Send by email' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  // The item in between is disabled.
  await page.getByRole('menuitem', { name: 'Delete' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Send by email' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await button.and(page.locator(':focus')).waitFor()
  await close()
})

test('an amount is read the way people write it, and nonsense is refused in words', async () => {
  const { page, close } = await openDesign('light', 1440)
  const price = page.getByLabel('Price').first()
  for (const [typed, shown] of [
    ['1,250', '$1,250.00'],
    ['199.5', '$199.50'],
    ['$ 20', '$20.00'],
  ] as const) {
    await price.fill(typed)
    await price.blur()
    expect(await price.inputValue()).toBe(shown)
  }
  await price.fill('about 50')
  await price.blur()
  await page.getByText('Enter an amount, such as $199.50').first().waitFor()
  expect(await price.inputValue()).toBe('about 50')
  await close()
})

test('rows can be sorted and chosen, and a chip is added and removed by keyboard', async () => {
  const { page, close } = await openDesign('light', 1440)
  const pane = page
    .locator('.design-pane')
    .filter({ has: page.getByRole('table') })
    .first()
  await pane.getByRole('button', { name: 'Total' }).click()
  expect(await pane.locator('tbody tr').first().textContent()).toContain('Zoë')
  await pane.getByRole('button', { name: 'Total' }).click()
  expect(await pane.locator('tbody tr').first().textContent()).toContain('José')
  await pane.getByLabel('Select José Okafor').check()
  await pane.getByText('1 selected').waitFor()
  await pane.getByLabel('Select all shown').click()
  await pane.getByText('3 selected').waitFor()
  await pane.getByRole('button', { name: 'Clear selection' }).click()
  await pane.getByText('3 selected').waitFor({ state: 'detached' })
  const skills = page.getByLabel('Skills').first()
  await skills.fill('Snow removal')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Snow removal' }).waitFor()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Remove Snow removal' }).waitFor({ state: 'detached' })
  await close()
})
