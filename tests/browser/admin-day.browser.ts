import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { franchises, hqTasks, jobs, outbox, payments, workers } from '../../db/schema'
import { pay, startBusyOffice } from './support/busy-office'
import { enterConsole, enterConsoleToday } from './support/console'
import { office } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startBusyOffice()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const read = () => site.world.deps.store.read
const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()
const oneJob = async (status: 'pending' | 'scheduled') =>
  (await read().select().from(jobs).where(eq(jobs.status, status)).orderBy(asc(jobs.seq)).limit(1))[0]!

describe('Today', () => {
  test('lets you undo finishing a to-do, right away or later', async () => {
    const { id } = await office(site, '/api/admin/tasks', { title: 'Order new ladders' })
    const state = async () => (await read().select().from(hqTasks).where(eq(hqTasks.id, id)))[0]?.state
    const { page, troubles, close } = await enterConsole(browser, site)
    const line = page.locator('.todo li').filter({ hasText: 'Order new ladders' })
    await line.getByRole('button', { name: 'Done' }).click()
    await line.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await line.waitFor()
    expect(await state()).toBe('open')

    await line.getByRole('button', { name: 'Done' }).click()
    await line.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show completed' }).click()
    await line.getByRole('button', { name: 'Reopen' }).click()
    await line.waitFor({ state: 'detached' })
    expect(await state()).toBe('open')
    await page.getByRole('button', { name: 'Show open' }).click()
    await line.waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  test('brings the setup checklist back after you dismiss it', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.getByRole('button', { name: 'Hide checklist' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Show setup checklist' }).click()
    await page.getByRole('heading', { name: 'Setup checklist' }).waitFor()
    await close()
  })

  test("tells the server's steps apart, and estimates from simulations", async () => {
    const { page, close } = await enterConsole(browser, site)
    const lists = page.locator('.setup-list')
    await page.getByRole('heading', { name: 'On the server' }).waitFor()
    expect(await lists.first().innerText()).not.toContain('STRIPE_SECRET_KEY')
    const badgeOf = (title: string) =>
      lists.last().getByRole('listitem').filter({ hasText: title }).locator('.badge').innerText()
    expect(await badgeOf('Card payments')).toBe('Simulated')
    expect(await badgeOf('Real drive times')).toBe('Estimated')
    await close()
  })

  test('lists visits but not jobs billed without one', async () => {
    const { clock, deps } = site.world
    const start = clock.now()
    const span = { scheduledStart: start, scheduledEnd: start + 3_600_000, busyUntil: start + 3_600_000 }
    const plant = async (change: Partial<typeof jobs.$inferInsert>) => {
      const { id } = await oneJob('pending')
      await deps.store.write((tx) =>
        tx
          .update(jobs)
          .set({ ...span, ...change })
          .where(eq(jobs.id, id)),
      )
    }
    await plant({ status: 'completed', customerName: 'Billed Only' })
    await plant({ status: 'scheduled', customerName: 'Visited Today' })
    const { page, close } = await enterConsoleToday(browser, site)
    await page.getByRole('row').filter({ hasText: 'Visited Today' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Billed Only' }).count()).toBe(0)
    await close()
  })
})

test('a visit marked on the way by mistake goes back to its scheduled time', async () => {
  const { id } = await oneJob('scheduled')
  await office(site, `/api/admin/jobs/${id}/move`, { to: 'en_route', tellCustomer: false })
  const { page, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=jobs&job=${id}`)
  await drawer(page).getByRole('button', { name: 'Change status' }).click()
  await drawer(page).getByLabel('New status').selectOption({ label: 'Back to scheduled' })
  expect(await drawer(page).getByLabel('Notify customer').count()).toBe(0)
  await drawer(page).locator('form').first().getByRole('button', { name: 'Change status' }).click()
  await drawer(page).getByRole('button', { name: 'Assign' }).waitFor()
  await drawer(page).getByText('Back to scheduled').first().waitFor()
  await close()
})

test('a job with a disputed payment is canceled without promising a refund', async () => {
  const { id } = await oneJob('scheduled')
  const { deps } = site.world
  const [job] = await read().select().from(jobs).where(eq(jobs.id, id))
  await pay(site, id, job!.totalCents)
  await deps.store.write(async (tx) => {
    await tx.update(payments).set({ disputed: true }).where(eq(payments.jobId, id))
    await tx.update(jobs).set({ paymentState: 'disputed' }).where(eq(jobs.id, id))
  })
  const { page, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=jobs&job=${id}`)
  await drawer(page).getByRole('button', { name: 'Cancel job' }).click()
  await drawer(page).getByText('The payment is disputed, so nothing can be refunded').waitFor()
  await drawer(page).getByRole('button', { name: 'Cancel job' }).last().waitFor()
  await close()
})

test('a new worker joins the only franchise, gets working hours right away and receives a link by text', async () => {
  const rows = await read().select({ id: franchises.id }).from(franchises).orderBy(asc(franchises.id))
  const [only, ...others] = rows.map(({ id }) => id)
  for (const id of others)
    await site.world.deps.store.write((tx) =>
      tx.update(franchises).set({ active: false }).where(eq(franchises.id, id)),
    )
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=workers')
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('button', { name: 'Add technician' }).click()
  expect(await drawer(page).getByLabel('Franchise').inputValue()).toBe(only!)
  await drawer(page).getByLabel('Name').fill('Noor Haddad')
  await drawer(page).getByLabel('Phone').fill('303-555-0188')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await drawer(page).getByRole('heading', { name: 'Noor Haddad' }).waitFor()
  await drawer(page).getByRole('heading', { name: 'Working hours' }).waitFor()

  await drawer(page).getByLabel('Stay signed in').selectOption({ label: '3 days' })
  expect(await drawer(page).getByRole('button', { name: 'Send by email' }).count()).toBe(0)
  await drawer(page).getByRole('button', { name: 'Send by text' }).click()
  await page.getByText('Link sent to (303) 555-0188').waitFor()
  await site.world.deps.background.idle()
  const [noor] = await read().select().from(workers).where(eq(workers.name, 'Noor Haddad'))
  expect(noor?.franchiseId).toBe(only)
  const [sent] = await read()
    .select()
    .from(outbox)
    .where(and(eq(outbox.template, 'work-link'), eq(outbox.recipient, '303-555-0188')))
  expect(sent).toMatchObject({ channel: 'sms', state: 'sent', data: {} })
  expect(troubles).toEqual([])
  await close()
})
