import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { makeSetupLink } from '../../src/modules/staff'
import { codeSentTo } from '../support/codes'
import { startSite, type Site } from './support/site'
import { openBrowser, visit, type Visitor } from './support/visitor'

let site: Site
let browser: Browser
let owner: Visitor
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  owner = await visit(browser, site)
})
afterAll(async () => {
  await owner.close()
  await browser.close()
  await site.close()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const dispatcher = 'sam@example.com'

async function enterCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  const code = await codeSentTo(site.world, email, async () => {
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByLabel('Code').waitFor()
    await site.world.deps.background.idle()
  })
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('the staff of a business', () => {
  test('begins with the owner, who opens the link of the first start', async () => {
    const { page } = owner
    const link = new URL((await makeSetupLink(site.world.deps)) ?? '')
    await page.goto(`/admin${link.hash}`)
    await page.getByRole('button', { name: 'Create owner account' }).click()
    await page.getByText('Required').first().waitFor()
    await page.getByLabel('Your name').fill('Dana Reyes')
    await page.getByLabel('Your email').fill('dana@example.com')
    await page.getByRole('button', { name: 'Create owner account' }).click()
    await heading(page, 'Today').waitFor()
    expect(page.url()).not.toContain('#')
    await page.getByText('Dana Reyes').waitFor()
  })

  test('grows by invitation, and the link signs the invited person in', async () => {
    const { page } = owner
    await page.goto('/admin?tab=staff')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Sam Okafor')
    await dialog.getByLabel('Email').fill(dispatcher)
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    const link = await page.getByLabel('Invitation for Sam Okafor').inputValue()
    await page.getByRole('row').filter({ hasText: 'Sam Okafor' }).getByText('Invited').waitFor()
    const sam = await visit(browser, site)
    await sam.page.goto(`/admin${new URL(link).hash}`)
    await heading(sam.page, 'Today').waitFor()
    await sam.page.getByText('Sam Okafor').waitFor()
    expect(sam.page.url()).not.toContain('#')
    await sam.close()
  })

  test('signs in with an emailed code, and sees only what the role may use', async () => {
    const sam = await visit(browser, site)
    await sam.page.goto('/admin?tab=invoices')
    await enterCode(sam.page, dispatcher)
    await heading(sam.page, 'Today').waitFor()
    const nav = sam.page.getByRole('navigation', { name: 'Console' })
    await nav.getByRole('link', { name: 'Dispatch' }).waitFor()
    for (const name of ['Invoices', 'Reports', 'Staff', 'Health', 'Payment events'])
      expect(await nav.getByRole('link', { name, exact: true }).count()).toBe(0)
    for (const tab of ['jobs', 'dispatch', 'customers', 'workers', 'messages']) {
      await sam.page.goto(`/admin?tab=${tab}`)
      await sam.page.locator('main h1').waitFor()
    }
    await sam.close()
  })

  test('asks for a new code without typing the address again', async () => {
    const sam = await visit(browser, site)
    await sam.page.goto('/admin')
    await sam.page.getByLabel('Email').fill(dispatcher)
    await sam.page.getByRole('button', { name: 'Email me a code' }).click()
    await sam.page.getByRole('button', { name: 'Get a new code' }).click()
    expect(await sam.page.getByLabel('Email').inputValue()).toBe(dispatcher)
    await sam.close()
  })

  test('shares the sign-in between tabs, and signing out of one signs out all', async () => {
    const sam = await visit(browser, site)
    const { page, context } = sam
    await page.goto('/admin')
    const other = await context.newPage()
    await other.goto('/admin')
    await enterCode(page, dispatcher)
    await heading(page, 'Today').waitFor()
    await heading(other, 'Today').waitFor()
    await other.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Email').waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('eyJ')
    await sam.close()
  })

  test('stays signed in with a renewed token after the first one expired', async () => {
    const sam = await visit(browser, site)
    await sam.page.goto('/admin')
    await enterCode(sam.page, dispatcher)
    await heading(sam.page, 'Today').waitFor()
    site.world.clock.advance(2 * 3_600_000)
    await sam.page.goto('/admin?tab=customers')
    await heading(sam.page, 'Customers').waitFor()
    await sam.page.getByText('Sam Okafor').waitFor()
    // The browser reports the first token's refusal.
    expect(sam.troubles.splice(0).every((trouble) => trouble.includes('401'))).toBe(true)
    await sam.close()
  })

  test('loses someone at their next request once an owner deactivates them', async () => {
    const sam = await visit(browser, site)
    await sam.page.goto('/admin?tab=jobs')
    await enterCode(sam.page, dispatcher)
    await heading(sam.page, 'Jobs').waitFor()
    const { page } = owner
    await page.goto('/admin?tab=staff')
    await page.getByRole('button', { name: 'Sam Okafor' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Reactivate' }).waitFor()
    await sam.page.getByRole('link', { name: 'Customers' }).click()
    await sam.page.getByText('Your session has ended').waitFor()
    expect(sam.troubles.splice(0).every((trouble) => trouble.includes('401'))).toBe(true)
    await sam.close()
    // The owner's first token has expired too.
    owner.troubles.splice(0)
  })
})
