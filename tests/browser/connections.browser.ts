import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { enterConsole } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { dayOf, openDay, phone } from './support/worker-day'

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

const { link } = dayOf(() => site)
const pathOf = (url: string) => new URL(url).pathname

describe('in Connections, HQ', () => {
  test('creates an API key that works until it is revoked', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.getByRole('link', { name: 'Connections' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create API key' })
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Required').waitFor()
    await dialog.getByLabel('Name').fill('Zapier')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const token = await page.getByLabel('Key for Zapier').inputValue()
    const jobs = () => site.world.call('GET', '/api/admin/jobs', { token })
    expect((await jobs()).status).toBe(200)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect((await jobs()).status).toBe(401)
    await close()
  })

  test('creates and revokes a calendar link for a technician', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=connections&part=calendars')
    await page.getByLabel('Calendar for').selectOption({ label: 'Marcus Lee' })
    await page.getByRole('button', { name: 'Create link' }).click()
    const url = await page.getByLabel('Calendar link for Marcus Lee').inputValue()
    expect((await site.world.call('GET', pathOf(url))).status).toBe(200)
    const replaced = page.getByText('The link you had before no longer works.')
    expect(await replaced.count()).toBe(0)
    await page.getByRole('button', { name: 'Create link' }).click()
    await replaced.waitFor()
    expect((await site.world.call('GET', pathOf(url))).status).toBe(404)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke link' }).click()
    await page.getByText('No calendar links yet').waitFor()
    expect((await site.world.call('GET', pathOf(url))).status).toBe(404)
    await close()
  })
})

test('a technician creates a calendar link on their phone and turns it off again', async () => {
  const { page, close } = await visit(browser, site, phone)
  await openDay(page, await link())
  await page.getByText('Visits in your own calendar').click()
  await page.getByRole('button', { name: 'Create calendar link' }).click()
  const url = await page.getByLabel('Your link').inputValue()
  const subscribe = page.getByRole('link', { name: 'Open in calendar app' })
  expect(await subscribe.getAttribute('href')).toBe(url.replace(/^https?:/, 'webcal:'))
  expect((await site.world.call('GET', pathOf(url))).status).toBe(200)
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByRole('button', { name: 'Create calendar link' }).waitFor()
  expect((await site.world.call('GET', pathOf(url))).status).toBe(404)
  await close()
})
