import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { jobs } from '../../db/schema'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const token = await site.world.hqToken()
  const body = { code: 'SPRING', kind: 'amount', value: 20 }
  expect((await site.world.call('POST', '/api/admin/promos', { token, body })).status).toBe(201)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const booked = async () => (await site.world.deps.store.read.select().from(jobs)).length

/** To the last step, with everything filled in but the promo code. */
async function fillIn(page: Page, day: string, email: string): Promise<void> {
  await page.goto('/book')
  await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
  await page.getByRole('group', { name: day }).getByRole('radio', { name: '12–2 PM' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name').fill('Jordan Rivera')
  await page.getByLabel('Email').fill(email)
}

describe.each([
  ['with scripts', true, 'Wednesday, March 4'],
  ['without scripts', false, 'Thursday, March 5'],
])('a customer with a promo code on a phone, %s', (_, javaScript, day) => {
  test('applies it, sees the total, books, and knows what happens next', async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390, javaScript })
    await fillIn(page, day, `jordan-${javaScript}@example.com`)
    const before = await booked()
    await page.getByLabel('Promo code').fill('NOPE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('This promo code isn’t valid for this booking.').waitFor()
    await page.getByLabel('Promo code').fill('spring')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Promo code applied: $20.00 off.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Jordan Rivera')
    expect(await booked()).toBe(before)
    if (javaScript) expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    expect(await booked()).toBe(before + 1)
    await page.getByText(/(Wed, Mar 4|Thu, Mar 5), arriving 12–2 PM/).waitFor()
    await page.getByRole('heading', { name: 'What happens next' }).waitFor()
    await page.getByRole('link', { name: 'Add to Google Calendar' }).waitFor()
    if (javaScript) expect(await seriousFindings(page)).toEqual([])
    expect(troubles).toEqual([])
    await close()
  })
})

test('the Enter key applies a code in its field, and books anywhere else, with the code that was typed', async () => {
  const { page, troubles, close } = await visit(browser, site, { width: 390 })
  await fillIn(page, 'Friday, March 6', 'enter@example.com')
  const before = await booked()
  await page.getByLabel('Promo code').fill('spring')
  await page.getByLabel('Promo code').press('Enter')
  await page.getByText('Promo code applied: $20.00 off.').waitFor()
  expect(await booked()).toBe(before)
  await page.getByLabel('Name').press('Enter')
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  expect(await booked()).toBe(before + 1)
  expect(troubles).toEqual([])
  await close()
})
