import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { pngOf } from '../support/pictures'
import { enterConsole } from './support/console'
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

async function openPart(part: string) {
  const visitor = await enterConsole(browser, site)
  await visitor.page.goto(`/admin?tab=settings&part=${part}`)
  await visitor.page.locator('#settings .card').first().waitFor()
  return visitor
}

const save = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).first().click()
const saved = (page: Page, text = 'Saved') => page.locator('.toast', { hasText: text }).first().waitFor()

describe('the settings page', () => {
  test('changes the name for everyone at once, says so, and resets it', async () => {
    const { page, close } = await openPart('business')
    const before = await page.getByLabel('Business name').inputValue()
    await page.getByLabel('Business name').fill('Blue Gutters')
    await save(page)
    await saved(page)
    expect(await page.locator('.sourced').first().innerText()).toContain('Changed here')
    await page.getByText('Last changed by admin@example.com').waitFor()
    expect(await page.getByRole('button', { name: /^Reset/ }).count()).toBe(1)
    // Fields that nobody touched say nothing about their source.
    expect(await page.locator('#settings .source').count()).toBe(1)
    const other = await browser.newPage()
    await other.goto(`${site.url}/book`)
    expect(await other.locator('.brand').innerText()).toBe('Blue Gutters')
    await page.getByRole('button', { name: 'Reset name' }).click()
    await saved(page, 'Reset')
    expect(await page.getByLabel('Business name').inputValue()).toBe(before)
    await other.reload()
    expect(await other.locator('.brand').innerText()).toBe(before)
    await other.close()
    await close()
  })

  test('can be saved once something has changed, in every part', async () => {
    const { page, close } = await openPart('business')
    for (const part of ['look', 'home', 'hours', 'booking', 'dispatch', 'invoices', 'languages', 'access']) {
      await page.goto(`/admin?tab=settings&part=${part}`)
      const button = page.locator('#settings form button[type=submit]').first()
      await button.waitFor()
      expect({ part, isOff: await button.isDisabled() }).toEqual({ part, isOff: true })
    }
    await page.getByLabel('Hold unconfirmed bookings (hours)').fill('5')
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(true)
    await close()
  })

  test('shows what is wrong beside the field', async () => {
    const { page, troubles, close } = await openPart('business')
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody')
    await save(page)
    await page.getByText('Enter an email address').waitFor()
    expect(troubles.splice(0).every((trouble) => trouble.includes('400'))).toBe(true)
    await close()
  })

  test('asks before changes get lost', async () => {
    const { page, close } = await openPart('business')
    await page.getByLabel('Business name').fill('Half typed')
    await page.getByRole('tab', { name: 'Branding' }).click()
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Business name').inputValue()).toBe('Half typed')
    await page.getByRole('link', { name: 'Jobs' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await close()
  })

  test('takes a logo, shows it on the booking page, and refuses other files', async () => {
    const { page, troubles, close } = await openPart('look')
    const choose = (name: string, buffer: Buffer) =>
      page.setInputFiles('input[type=file]', { name, mimeType: 'image/png', buffer })
    await choose('logo.svg', Buffer.from('<svg/>'))
    await page.getByText('Save it as a PNG and upload that file.').waitFor()
    expect(troubles.splice(0).every((trouble) => trouble.includes('400'))).toBe(true)
    await choose('logo.png', Buffer.from(pngOf(120, 40)))
    const shown = page.getByRole('img', { name: 'Your logo' })
    await shown.waitFor()
    const path = (await shown.getAttribute('src'))!
    const other = await browser.newPage()
    await other.goto(`${site.url}/book`)
    const logo = other.locator('.brand img')
    expect(await logo.getAttribute('src')).toBe(path)
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120)
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByText('No logo yet.').waitFor()
    await other.close()
    await close()
  })

  test('adds holidays with a date picker', async () => {
    const { page, close } = await openPart('hours')
    await page.getByRole('button', { name: 'US holidays' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Choose all' }).waitFor({ state: 'detached' })
    await page.getByLabel('Add a holiday').fill('2026-12-25')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Add a holiday').fill('2026-11-26')
    await save(page)
    await saved(page)
    expect(site.world.deps.settings.hours.holidays).toEqual(['2026-11-26', '2026-12-25'])
    expect(await page.locator('.chip span').allInnerTexts()).toEqual([
      'Thu, Nov 26, 2026',
      'Fri, Dec 25, 2026',
    ])
    await close()
  })

  test('changes the tax rate of one franchise', async () => {
    const { page, close } = await openPart('invoices')
    const rate = page.getByLabel('Front Range Gutters (%)')
    await rate.fill('9.15')
    await save(page, 'Save tax rates')
    await saved(page, 'Tax rates saved')
    const token = await site.world.hqToken()
    const { body } = await site.world.call('GET', '/api/admin/franchises?q=Front%20Range', { token })
    expect(body.data.items[0].taxPercent).toBe(9.15)
    await close()
  })

  test('names a message once, and only its other wordings by a title of their own', async () => {
    const { page, close } = await openPart('messages')
    const confirmed = page
      .locator('.message-kind')
      .filter({ has: page.getByRole('heading', { name: 'Visit confirmed' }) })
    await confirmed.getByRole('button', { name: 'Edit text: New time' }).waitFor()
    const titles = await confirmed.locator('.message-texts strong').allInnerTexts()
    expect(titles.map((title) => title.trim())).toEqual(['New time.', 'New technician.'])
    await close()
  })
})
