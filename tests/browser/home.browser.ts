import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { seriousFindings } from './support/accessibility'
import { startDemoSite, type DemoSite } from './support/demo-site'
import { openBrowser, visit } from './support/visitor'

let browser: Browser
let site: DemoSite
beforeAll(async () => {
  browser = await openBrowser()
  site = await startDemoSite()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe.each([true, false])('on a phone, with scripts: %p', (javaScript) => {
  test('a visitor checks a ZIP code and goes on to book a service', async () => {
    const { page, close } = await visit(browser, site, { width: 390, javaScript })
    await page.goto('/')
    await page.getByLabel('ZIP code').fill('99501')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('we don’t serve 99501 yet').waitFor()
    await page.getByLabel('ZIP code').fill('80202')
    await page.getByLabel('ZIP code').press('Enter')
    await page.getByText('Front Range Gutters serves 80202').waitFor()
    await page.getByRole('link', { name: 'Front Range Gutters', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Book online with Front Range Gutters' }).waitFor()
    await page.getByRole('link', { name: 'Book Roof inspection' }).click()
    expect(await page.getByRole('radio', { name: /Roof inspection/ }).isChecked()).toBe(true)
    await page.getByRole('link', { name: 'Truckroll' }).first().click()
    await page.getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor()
    await close()
  })
})

test.each([
  ['light', 390, 'en-US'],
  ['dark', 1440, 'es-US'],
] as const)('public pages have no accessibility problem: %s, %d, %s', async (scheme, width, locale) => {
  const { page, close } = await visit(browser, site, { scheme, width, locale })
  const faults: string[] = []
  for (const path of ['/?zip=80202', '/?zip=1', '/f/rose-city-exteriors', '/terms', '/privacy', '/book']) {
    await page.goto(path)
    faults.push(...(await seriousFindings(page, { moderate: true })).map((finding) => `${path}: ${finding}`))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) faults.push(`${path} is ${overflow} pixels too wide`)
  }
  expect(faults).toEqual([])
  await close()
})
