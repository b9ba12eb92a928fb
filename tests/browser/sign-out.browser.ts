import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { enterConsole } from './support/console'
import { office } from './support/demo-site'
import { signInWithCode } from './support/portal'
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

/** Everything a page stored in the browser, under any name. */
const textsKept = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  )

describe('signing out', () => {
  test('of the console leaves no token and no data behind', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=customers')
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    expect(await textsKept(page)).toContain('eyJ')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Email').waitFor()
    expect(await textsKept(page)).not.toMatch(/eyJ|@example/)
    expect(await page.locator('main, #app').first().textContent()).not.toContain('@example')
    await close()
  })

  test('everywhere asks first, in a question that looks like every other', async () => {
    const person = { name: 'Kim Soto', email: 'kim@example.com', role: 'dispatcher', franchiseId: null }
    const { link } = await office(site, '/api/admin/staff', person)
    const { page, close } = await visit(browser, site)
    await page.goto(`/admin${new URL(link).hash}`)
    await page.getByRole('button', { name: 'Kim Soto' }).click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
    const title = await question
      .getByRole('heading')
      .evaluate((heading) => [getComputedStyle(heading).fontSize, getComputedStyle(heading).color])
    const ink = await question.evaluate((dialog) => getComputedStyle(dialog).color)
    expect(title).toEqual(['16px', ink])
    await question.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByLabel('Email').waitFor()
    await close()
  })

  test('of the portal leaves no proof and no address behind', async () => {
    const email = 'jordan@example.com'
    const { page, close } = await visit(browser, site)
    await page.goto('/my')
    await signInWithCode(page, site, email)
    // The address appears next to the code as well.
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(await textsKept(page)).toContain('cvp_')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Send me a code' }).waitFor()
    expect(await textsKept(page)).not.toMatch(/cvp_|jordan/)
    expect(await page.getByText(email).count()).toBe(0)
    await close()
  })
})
