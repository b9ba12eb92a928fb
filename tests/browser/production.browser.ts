import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { booking } from '../support/world'
import { enterConsole } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite({ env: { NODE_ENV: 'production' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('in production without provider keys', () => {
  test("a customer isn't sent to wait for a code and learns what to do instead", async () => {
    const { page, close } = await visit(browser, site)
    await page.goto('/my')
    await page.getByText('Please call us').last().waitFor()
    expect(await page.getByRole('button', { name: 'Send me a code' }).count()).toBe(0)
    expect(await page.getByText('We sent a code').count()).toBe(0)
    await close()
  })

  test("a booking doesn't promise an email or text that won't come", async () => {
    const { page, close } = await visit(browser, site)
    await page.goto('/book')
    await page.getByText('Cancel by phone').waitFor()
    await page.getByLabel('Address').fill('1 Main St, Denver, CO 80202')
    await page.getByText('Gutter cleaning').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Name').fill('Jordan Rivera')
    await page.getByLabel('Email').fill('sam@acme.test')
    expect(await page.getByText('text you when').count()).toBe(0)
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByText('Your technician will arrive within this window.').waitFor()
    expect(await page.getByText('email you to confirm').count()).toBe(0)
    await close()
  })

  test('no page confirms a payment', async () => {
    const { page, close } = await visit(browser, site)
    await page.goto('/checkout/done')
    expect(await page.getByRole('heading', { name: 'Thank you' }).count()).toBe(0)
    await page.getByText('nothing was charged').waitFor()
    await close()
  })

  test("HQ sees undelivered messages, and Health shows what's missing", async () => {
    const { world } = site
    await world.call('POST', '/api/jobs/create', {
      body: { ...booking, customerEmail: 'jordan@acme.test' },
      from: '198.18.5.1',
    })
    await world.deps.background.idle()
    const { page, troubles, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=messages')
    const row = page.getByRole('row').filter({ hasText: 'jordan@acme.test' })
    await row.locator('.badge').getByText('Not delivered').waitFor()
    await row.getByRole('button').click()
    await page.locator('dialog[open] .badge').getByText('Not delivered').waitFor()
    await page.goto('/admin?tab=health')
    await page.getByText("Payments aren't set up, so customers can't pay online.").waitFor()
    expect(troubles).toEqual([])
    await close()
  })
})
