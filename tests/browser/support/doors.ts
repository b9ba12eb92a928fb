import type { Browser, Page } from 'playwright-core'
import { errorPage } from '../../../src/web/layout/notice'
import { makeSetupLink } from '../../../src/modules/staff'
import { adminLink } from './console'
import { startSite, type Site } from './site'
import type { Show } from './tour'
import { visit, type Looks } from './visitor'

/** A site whose staff can sign in with SSO as well; nobody calls the provider. */
export const startDoors = (): Promise<Site> =>
  startSite({
    demoCompany: true,
    env: {
      HQ_OIDC_ISSUER: 'https://id.example.com',
      HQ_OIDC_CLIENT_ID: 'truckroll',
      HQ_OIDC_CLIENT_SECRET: 'a-secret-that-nobody-uses',
    },
  })

/** The pages before the console lets someone in, and those that say that something is wrong. */
export async function tourDoors(browser: Browser, site: Site, looks: Looks, show: Show): Promise<void> {
  const visitor = await visit(browser, site, looks)
  const { page } = visitor
  const shown = (name: string) => show(name, visitor)
  await tourSetup(page, site, shown)
  await tourSignIn(page, site, shown)
  await page.goto('/admin/design')
  await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor()
  await shown('design')
  await tourErrors(page, site, shown)
  await visitor.close()
}

type ShowPage = (name: string) => Promise<void>

async function tourSetup(page: Page, site: Site, show: ShowPage): Promise<void> {
  const link = await makeSetupLink(site.world.deps)
  if (link === null) return
  await page.goto(`/admin${new URL(link).hash}`)
  await page.getByRole('button', { name: 'Create owner account' }).click()
  await page.getByText('Required').first().waitFor()
  await show('door-setup')
  await page.getByRole('button', { name: 'Sign in instead' }).click()
}

async function tourSignIn(page: Page, site: Site, show: ShowPage): Promise<void> {
  await page.goto('/admin')
  await page.getByLabel('Email').waitFor()
  await show('door')
  await page.goto('/admin/sso?error=access_denied&state=x')
  await page.getByText("Your identity provider didn't sign you in.").waitFor()
  await show('door-sso')
  await page.goto('/admin')
  await page.getByText('Use a link or token').click()
  await page.getByLabel('Link or token').fill('nonsense')
  await page.getByRole('button', { name: 'Sign in with link or token' }).click()
  await page.locator('.alert-bad').waitFor()
  await show('door-token')
  await page.getByLabel('Email').fill('dana@example.com')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('.alert-bad, .field-error').first().waitFor()
  await show('door-code')
  const link = await adminLink(site)
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.goto('/admin/frobnicate')
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await show('console-nothing-here')
  await page.evaluate(() => [localStorage, sessionStorage].forEach((kept) => kept.clear()))
  await page.goto('about:blank')
  await page.goto(link)
  await page.locator('.alert-bad').waitFor()
  await show('door-used-link')
}

const problems = [
  ['away', 503, ''],
  ['failed', 500, 'Something went wrong on our side. Please try again in a moment.'],
  ['refused', 403, 'This page is for office staff.'],
  ['too-many', 429, ''],
] as const

/** Rendered for the visitor's own request; a test can't break the service for real. */
async function tourErrors(page: Page, site: Site, show: ShowPage): Promise<void> {
  const render = errorPage(site.world.deps)
  for (const [name, status, message] of problems) {
    const address = `/my?problem=${name}`
    await page.route(`**${address}`, async (route) => {
      const headers = await route.request().allHeaders()
      const asked = new Request(route.request().url(), { headers })
      const answer = render(status, message, asked)
      const fields = Object.fromEntries(answer.headers)
      await route.fulfill({ status, headers: fields, body: await answer.text() })
    })
    await page.goto(address)
    await show(`problem-${name}`)
  }
}
