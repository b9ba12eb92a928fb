import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { jobs, webhookEvents } from '../../db/schema'
import { giveHqToken, revokeHqToken } from '../../src/modules/staff'
import { adminLink, enterConsole } from './support/console'
import type { Site } from './support/site'
import { startDemoSite } from './support/demo-site'
import { openBrowser, visit } from './support/visitor'

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

const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()

describe('signing in', () => {
  test('accepts a pasted link and keeps the token in the tab and out of the address', async () => {
    const { page, troubles, close } = await visit(browser, site)
    await page.goto('/admin?tab=workers')
    await page.getByText('Use a link or token').click()
    await page.getByLabel('Link or token').fill('nonsense')
    await page.getByRole('button', { name: 'Sign in with link or token' }).click()
    await page.getByText("This link or token doesn't work").waitFor()
    const link = `${site.url}${await adminLink(site)}`
    await page.getByLabel('Link or token').fill(link)
    await page.getByRole('button', { name: 'Sign in with link or token' }).click()
    await page.getByRole('heading', { level: 1, name: 'Technicians' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Technicians' }).waitFor()
    expect(page.url()).not.toContain('#')
    expect(troubles).toEqual([])
    await close()
  })

  test('is asked for again at the same place after the token was revoked', async () => {
    const { page, close } = await visit(browser, site)
    const { id, link } = await giveHqToken(site.world.deps, 'dana', 3_600_000, 'test')
    await page.goto(`/admin?tab=services${new URL(link).hash}`)
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
    await revokeHqToken(site.world.deps, { id }, 'test')
    await page.reload()
    await page.getByText('Your session has ended').waitFor()
    await page.getByText('Use a link or token').click()
    await page.getByLabel('Link or token').fill(link)
    await page.getByRole('button', { name: 'Sign in with link or token' }).click()
    await page.getByText('This link has already been used').waitFor()
    await page.getByLabel('Link or token').fill(await site.world.hqToken())
    await page.getByRole('button', { name: 'Sign in with link or token' }).click()
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
    await close()
  })
})

describe('HQ', () => {
  test("previews a day's dispatch plan, commits it, completes a job, sends its invoice and gets the PDF", async () => {
    const { page, troubles, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=dispatch')
    await page.getByRole('button', { name: 'Preview plan' }).click()
    await page.getByText(/\d+ to assign/).waitFor()
    expect(await waitingCount()).toBeGreaterThan(0)
    const before = await waitingCount()
    await page.getByRole('button', { name: /^Assign \d+ visits?$/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Assign/ })
      .click()
    await page.getByText(/^Assigned \d+ visits?\./).waitFor()
    expect(await waitingCount()).toBeLessThan(before)

    const assigned = page.locator('.plan-line').filter({ hasText: 'driving' })
    await assigned.first().locator('.link-button').first().click()
    for (const state of ['On the way', 'In progress', 'Completed']) {
      await drawer(page).getByRole('button', { name: 'Change status' }).click()
      await drawer(page).getByLabel('New status').selectOption({ label: state })
      // An action gets no toast when its result is visible anyway.
      if (state !== 'In progress') await drawer(page).getByLabel('Notify customer').uncheck()
      await drawer(page).locator('form').first().getByRole('button', { name: 'Change status' }).click()
      await drawer(page).locator('.badge').getByText(state, { exact: true }).waitFor()
    }
    // A finished job already has its draft.
    await drawer(page).getByRole('button', { name: 'Draft invoice', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await drawer(page).getByRole('button', { name: 'Send by email' }).click()
    await drawer(page).getByRole('button', { name: 'Resend by email' }).waitFor()
    const download = page.waitForEvent('download')
    await drawer(page).getByRole('button', { name: 'Download PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    expect(troubles).toEqual([])
    await close()
  })

  test('finds a job while typing and sees the refund amount before canceling', async () => {
    const job = await firstWaiting()
    const { page, troubles, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=jobs')
    await page.getByLabel('Name, email, phone, address or reference').fill(job.id)
    await page.getByText('1 total').waitFor()
    await page.getByRole('button', { name: job.customerName }).click()
    await drawer(page).getByRole('button', { name: 'Cancel job' }).click()
    await drawer(page).getByText("There's nothing to refund").waitFor()
    await drawer(page).getByRole('button', { name: 'Cancel job' }).last().click()
    await drawer(page).locator('.badge').getByText('Canceled').waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  test("sees the service's errors at the field", async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=services')
    await page.getByRole('button', { name: 'Add service' }).click()
    await drawer(page).getByLabel('Service name').fill('Chimney sweeping')
    await drawer(page).getByLabel('Visit length').fill('half an hour')
    await drawer(page).getByRole('button', { name: 'Save' }).click()
    await drawer(page).locator('.field', { hasText: 'Visit length' }).locator('.field-error').waitFor()
    await close()
  })

  test('places a job on the board by keyboard alone', async () => {
    const job = await firstWaiting()
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=dispatch&date=2026-06-15')
    const waiting = page.locator('.waiting-job').filter({ hasText: job.customerName }).first()
    await waiting.focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Technician').focus()
    await page.keyboard.press('ArrowDown')
    await dialog.getByRole('button', { name: 'Schedule visit' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Schedule anyway' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.block').filter({ hasText: job.customerName }).waitFor()
    await close()
  })

  test('previews a campaign and sends it only after typing the number of recipients', async () => {
    const { page, troubles, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=campaigns')
    await page.getByLabel('Message').fill('Hello {name}, <b>spring</b> is near.')
    await page.getByRole('button', { name: 'Preview campaign' }).click()
    const send = page.getByRole('button', { name: /^Send \d+ messages$/ })
    await send.waitFor()
    expect(await page.locator('iframe').count()).toBe(5)
    expect(await send.isDisabled()).toBe(true)
    const count = /\d+/.exec((await send.textContent()) ?? '')?.[0] ?? ''
    await page.getByLabel(`Type ${count} to confirm`).fill(count)
    expect(await send.isDisabled()).toBe(false)
    expect(troubles).toEqual([])
    await close()
  })

  test('sees how opening an account went, at the address people return to', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=franchise&connect=pending')
    await page.getByText('needs more information or is still reviewing').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(page.url()).not.toContain('connect')
    await close()
  })

  test('connects an account at the processor and comes back to the result', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=franchises')
    await page.locator('.table-link').first().click()
    await drawer(page).getByRole('button', { name: 'Connect account' }).click()
    await page.waitForURL(/demo\/onboarding/)
    await page.getByRole('button').last().click()
    await page.getByText('The payout account is connected').waitFor()
    await close()
  })

  test('opens a dead webhook event and processes it again', async () => {
    await plantDeadEvent()
    const { page, close } = await enterConsole(browser, site)
    await page.getByText("1 payment event couldn't be processed").first().waitFor()
    await page.getByRole('button', { name: /^Open payment events/ }).click()
    await page.getByRole('button', { name: 'Customer created' }).click()
    await drawer(page).getByText('The disk was full').waitFor()
    await drawer(page).getByRole('button', { name: 'Process again' }).click()
    await drawer(page).locator('.badge').getByText('Processed').waitFor()
    await close()
  })

  test('finds on Health the page behind a check, and no rows for developers', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=health')
    await page.getByRole('row').filter({ hasText: 'No card is charged.' }).getByText('Simulated').waitFor()
    expect(await page.getByRole('cell', { name: 'Code host' }).count()).toBe(0)
    await page.getByRole('cell').getByRole('link', { name: 'Payment events' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payment events' }).waitFor()
    await close()
  })
})

test('an insight opens the page where it is fixed', async () => {
  const { page, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=health&part=insights')
  await page.getByRole('link', { name: 'Open Backups' }).click()
  await page.getByText('No backups yet').waitFor()
  await close()
})

const read = () =>
  site.world.deps.store.read.select().from(jobs).where(eq(jobs.status, 'pending')).orderBy(jobs.seq)
const waitingCount = async () => (await read()).length
const firstWaiting = async () => (await read())[0]!

async function plantDeadEvent(): Promise<void> {
  const { store, clock } = site.world.deps
  const id = 'evt_dead'
  const payload = JSON.stringify({ id, type: 'customer.created', data: { object: { id: 'cus_1' } } })
  await store.write((tx) =>
    tx.insert(webhookEvents).values({
      id,
      type: 'customer.created',
      payload,
      source: 'webhook',
      dueAt: clock.now(),
      state: 'dead',
      attempts: 12,
      lastError: 'The disk was full',
      receivedAt: clock.now(),
    }),
  )
}
