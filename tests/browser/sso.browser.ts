import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { staffToken } from '../contract/credentials'
import { client, startOidc, type OidcServer } from '../support/oidc'
import { startSite, type Site } from './support/site'
import { openBrowser, visit, type Visitor } from './support/visitor'

let provider: OidcServer
let site: Site
let browser: Browser
beforeAll(async () => {
  provider = await startOidc(() => site.world.clock.now())
  provider.claims = { email: 'dana@example.com', email_verified: true }
  const { issuer } = provider
  const env = {
    HQ_OIDC_ISSUER: issuer,
    HQ_OIDC_CLIENT_ID: client.id,
    HQ_OIDC_CLIENT_SECRET: client.secret,
  }
  site = await startSite({ env })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await provider.stop()
})

/** Only the provider's own page is elsewhere. */
async function leave({ troubles, close }: Visitor): Promise<void> {
  expect(troubles.filter((trouble) => !trouble.includes(provider.issuer))).toEqual([])
  troubles.length = 0
  await close()
}

describe('continuing with SSO', () => {
  test('leads to the provider and back to the page the person wanted, without a trace in the address', async () => {
    await staffToken(site.world.deps, { id: 'dana', email: 'dana@example.com' })
    const dana = await visit(browser, site)
    const { page } = dana
    await page.goto('/admin?tab=customers')
    await page.getByRole('button', { name: 'Continue with SSO' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await page.getByText('Dana Reyes').waitFor()
    expect(provider.asked).toContain('/authorize')
    expect(page.url()).toBe(`${site.url}/admin?tab=customers`)
    expect(await page.evaluate(() => sessionStorage.getItem('truckroll.sso'))).toBeNull()
    await leave(dana)
  })

  test('tells strangers whom to ask', async () => {
    provider.claims = { email: 'stranger@example.com', email_verified: true }
    const stranger = await visit(browser, site, { width: 390 })
    const { page } = stranger
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Continue with SSO' }).click()
    await page.getByText('Ask an owner to invite you.').waitFor()
    expect(page.url()).toBe(`${site.url}/admin`)
    await leave(stranger)
  })

  test('finishes only where it started', async () => {
    const other = await visit(browser, site)
    const { page } = other
    await page.goto('/admin/sso?code=stolen&state=stolen')
    await page.getByText('This sign-in started in another tab or browser.').waitFor()
    expect(page.url()).toBe(`${site.url}/admin`)
    await page.goto('/admin/sso?error=access_denied&state=x')
    await page.getByText("Your identity provider didn't sign you in.").waitFor()
    await leave(other)
  })
})
