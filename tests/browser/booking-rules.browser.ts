import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobs } from '../../db/schema'
import { hour } from '../../src/lib/clock'
import { checkBooks } from '../../src/modules/payments'
import { enterConsole } from './support/console'
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

test('a policy from the console is shown before booking and before canceling, and its fee is kept', async () => {
  const office = await enterConsole(browser, site)
  await office.page.goto('/admin?tab=settings&part=booking')
  await office.page.getByLabel('Late cancellations').selectOption('fixed_fee')
  await office.page.getByLabel('Fee', { exact: true }).fill('$50')
  await office.page.getByLabel('Deposit for online bookings').selectOption('percent')
  await office.page.getByLabel('Deposit (% of the total)').fill('60')
  await office.page.getByRole('button', { name: 'Save', exact: true }).click()
  await office.page.locator('.toast', { hasText: 'Saved' }).first().waitFor()
  await office.close()

  const { page, close } = await visit(browser, site, { width: 390 })
  await page.goto('/book')
  await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('input[name=slot]').first().check({ force: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name').fill('Jordan Rivera')
  await page.getByLabel('Email').fill('jordan@example.com')
  await page.getByText('Free cancellation until 24 hours before your visit.').waitFor()
  const pay = page.getByRole('radio', { name: 'Pay $123.39 deposit now, $82.26 on the day' })
  await pay.check({ force: true })
  await page.getByRole('button', { name: 'Book and pay' }).click()
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('We received your $123.39 deposit. Thank you!').waitFor()

  const { store, clock, background } = site.world.deps
  const start = clock.now() + 3 * hour
  const visitTime = { scheduledStart: start, scheduledEnd: start + hour, busyUntil: start + hour }
  await store.write((tx) => tx.update(jobs).set({ status: 'scheduled', ...visitTime }))
  await page.goto('/my')
  await signInWithCode(page, site, 'jordan@example.com')
  await page.getByText('If you cancel now, we keep $50.00 of what you paid.').waitFor()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await page.getByText('Cancel now: you get $73.39 back. We keep a $50.00 cancellation fee.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel visit' }).click()
  await page.getByText('We’re refunding $73.39 and kept a $50.00 cancellation fee.').waitFor()
  await background.idle()
  const [job] = await store.read.select().from(jobs).where(eq(jobs.status, 'cancelled'))
  expect(job?.paymentState).toBe('partly_refunded')
  expect(await checkBooks(store.read)).toEqual([])
  await close()
})
