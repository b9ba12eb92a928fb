import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { sendWebhooksSoon } from '../../src/modules/webhooks'
import { fine, startReceiver, verified } from '../modules/webhooks/receiver'
import { seriousFindings } from './support/accessibility'
import { enterConsole } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
let isWell = true
const there = startReceiver(() => (isWell ? fine() : new Response('We are moving', { status: 500 })))
beforeAll(async () => {
  site = await startSite({ demoCompany: true, env: { WEBHOOK_PRIVATE_NETWORKS: 'loopback' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await there.stop()
})

const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()

async function deliver(): Promise<void> {
  sendWebhooksSoon(site.world.deps)
  await site.world.deps.background.idle()
}

test('HQ adds a webhook, tries it, sees what came back, and replays what failed', async () => {
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=connections&part=webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await drawer(page).getByLabel('Address').fill('http://10.0.0.1/')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await drawer(page).getByText('Leads to a private address, which we never call').waitFor()
  await drawer(page).getByLabel('Address').fill(there.url)
  await drawer(page).getByLabel('Description').fill('Bookkeeping')
  await drawer(page).getByLabel('Send all events').uncheck()
  await drawer(page).getByLabel('An invoice was paid').check()
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await drawer(page).getByRole('heading', { name: 'Bookkeeping' }).waitFor()

  await drawer(page).getByRole('button', { name: 'Show secret' }).click()
  const secret = await drawer(page).getByLabel('Secret', { exact: true }).inputValue()
  await drawer(page).getByRole('button', { name: 'Send test event' }).click()
  await drawer(page).getByText('Delivered').waitFor()
  expect(verified(secret, there.received[0]!, site.world.clock.now()).type).toBe('webhook.test')
  await drawer(page).getByText('thanks').waitFor()
  await drawer(page).getByText('This is a test.').waitFor()

  isWell = false
  await drawer(page).getByRole('button', { name: 'Resend' }).click()
  await drawer(page).getByText('We are moving').waitFor()
  isWell = true
  await drawer(page).getByRole('button', { name: 'All deliveries' }).click()
  await drawer(page).getByText('HTTP 500').first().waitFor()
  await page.getByText('Failing').first().waitFor()
  site.world.clock.advance(10_000)
  await deliver()
  await drawer(page).getByRole('button', { name: 'Refresh' }).click()
  await drawer(page).locator('td').getByText('Delivered').first().waitFor()

  await drawer(page).getByRole('button', { name: 'Rotate secret' }).click()
  await drawer(page).getByText('The previous secret works until').waitFor()
  await drawer(page).getByRole('button', { name: 'Turn off' }).click()
  await drawer(page).getByRole('button', { name: 'Turn on' }).waitFor()
  await drawer(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByText('No webhooks yet').waitFor()
  expect(troubles.filter((trouble) => !trouble.includes('400'))).toEqual([])
  await close()
})

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)('webhooks are readable in the %s scheme, %d pixels wide', async (scheme, width) => {
  const { page, close } = await enterConsole(browser, site, { scheme, width })
  const { app, hqToken } = site.world
  const headers = { authorization: `Bearer ${await hqToken()}`, 'content-type': 'application/json' }
  const url = `${there.url}/${'a-rather-long-part-of-an-address/'.repeat(4)}`
  const body = JSON.stringify({ url, description: `Bookkeeping ${scheme} ${width}` })
  const post = (path: string, text?: string) =>
    app.handle(
      new Request(`http://localhost${path}`, { method: 'POST', headers, ...(text && { body: text }) }),
    )
  const { data } = (await (await post('/api/admin/webhook-subscriptions', body)).json()) as {
    data: { id: string }
  }
  await post(`/api/admin/webhook-subscriptions/${data.id}/test`)
  await deliver()
  const examine = async () => {
    await page.waitForFunction(() => document.querySelector('.skeleton') === null)
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await page.goto('/admin?tab=connections&part=webhooks')
  await page.getByText(`Bookkeeping ${scheme} ${width}`).first().waitFor()
  await examine()
  await page.goto(`/admin?tab=connections&part=webhooks&id=${data.id}`)
  await drawer(page).getByText('webhook.test').waitFor()
  await examine()
  await drawer(page).getByText('webhook.test').click()
  await drawer(page).getByText('This is a test.').waitFor()
  await examine()
  await close()
})
