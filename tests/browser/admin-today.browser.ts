import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { customers, franchises, hqTasks, incidents, jobs } from '../../db/schema'
import { plantJob } from '../support/jobs'
import { pay, startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
import { office, startDemoSite } from './support/demo-site'
import { settled } from './support/screens'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

const hour = 3_600_000
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** One of everything that the busy office lacks. */
async function plantRest({ world }: Site): Promise<void> {
  const { store, clock } = world.deps
  const now = clock.now()
  const iso = (hours: number) => new Date(now + hours * hour).toISOString()
  await plantJob(world, { status: 'scheduled', start: iso(-26), fields: { customerName: 'Lena Late' } })
  await plantJob(world, { status: 'scheduled', start: iso(5), fields: { customerName: 'Una Unassigned' } })
  const failed = { customerName: 'Faye Failed', paymentState: 'failed' } as const
  await plantJob(world, { status: 'scheduled', start: iso(50), fields: failed })
  const { id: alone } = await plantJob(world, { fields: { customerName: 'Uma Unplaceable' } })
  const [customer] = await store.read.select().from(customers).limit(1)
  await store.write(async (tx) => {
    const todo = { state: 'open' as const, createdAt: now }
    await tx.insert(hqTasks).values([
      {
        id: 'reply-1',
        kind: 'sms.reply',
        subject: `customer:${customer!.id}`,
        title: 'Reply to the text from Ray',
        ...todo,
      },
      { id: 'place-1', kind: 'dispatch.no-skill', subject: alone, title: 'No technician fits', ...todo },
    ])
    const incident = { check: 'email', title: "Emails can't be sent", action: 'Check the API key.' } as const
    await tx.insert(incidents).values({ id: 'incident-1', ...incident, since: now, lastSeenAt: now })
  })
}

/** A payment for a franchise that has no account to receive its share. */
async function payForNobody(site: Site): Promise<void> {
  const { read } = site.world.deps.store
  const [, second] = await read.select().from(franchises).orderBy(asc(franchises.id)).limit(2)
  const isTheirs = and(eq(jobs.status, 'completed'), eq(jobs.franchiseId, second!.id))
  const [job] = await read.select().from(jobs).where(isTheirs).orderBy(asc(jobs.seq)).limit(1)
  await pay(site, job!.id, job!.totalCents)
}

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The words of a line, and the label of the button that leads to its fix. */
const fixes: [group: string, line: RegExp, fix: string][] = [
  ['Late visits', /^Lena Late's visit hasn't started/, 'Reschedule'],
  ['Scheduling', /^Una Unassigned/, 'Assign'],
  ['Scheduling', /^No technician fits/, 'Open job'],
  ['Replies from customers', /^Reply to the text from Ray/, 'Open'],
  ['Plans and recurring jobs', /asked for a maintenance plan/, 'Set price'],
  ['Payments and invoices', /^Faye Failed's payment failed/, 'Record payment'],
  ['Payments and invoices', /couldn't be processed/, 'Open payment events'],
  ['Payments and invoices', / owes \$/, 'Open invoice'],
  ['Payouts', /can't receive \$.* yet/, 'Open franchise'],
  ['Messages', /wasn't delivered/, 'Open message'],
  ['System', /^Emails can't be sent/, 'Open health'],
]

test('Today has a line for everything that waits for a person, and each leads to its fix in one click', async () => {
  const site = await startBusyOffice()
  await plantRest(site)
  await payForNobody(site)
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  for (const [name, words, label] of fixes) {
    await page.goto('/admin?tab=today')
    await group(page, name).waitFor()
    const more = group(page, name).getByRole('button', { name: /^Show \d+ more$/ })
    if (await more.isVisible()) await more.click()
    const line = group(page, name).getByRole('listitem').filter({ hasText: words }).first()
    await line.getByRole('button', { name: new RegExp(`^${label}: `) }).click()
    await page.waitForURL((url) => url.search !== '?tab=today')
    await settled(page)
    expect([label, await page.locator('main .alert-bad, dialog[open] .alert-bad').count()]).toEqual([
      label,
      0,
    ])
  }
  expect(troubles).toEqual([])
  await close()
  await site.close()
})

test('money compares itself in words, and more refunds than payments are no negative number', async () => {
  const site = await startDemoSite()
  const { read } = site.world.deps.store
  const [job] = await read.select().from(jobs).where(eq(jobs.status, 'completed')).orderBy(jobs.seq).limit(1)
  await pay(site, job!.id, job!.totalCents)
  site.world.clock.advance(15 * 24 * hour)
  await office(site, `/api/admin/jobs/${job!.id}/refund`, { amount: 20, reason: 'A downspout was missed' })
  await site.world.deps.background.idle()
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  const tiles = page.locator('.stats .stat')
  const today = tiles.filter({ hasText: 'Refunded today' })
  await today.waitFor()
  expect(await today.locator('b').innerText()).toMatch(/^\$\d/)
  expect(await today.locator('small').innerText()).toMatch(
    /^More refunds than payments\. \$[\d.]+ less than last \w+ at this time$/,
  )
  expect(await tiles.locator('.sparkline').count()).toBe(2)
  expect(await page.locator('.stats').innerText()).not.toMatch(/[-−]\s?\$/)
  expect(troubles).toEqual([])
  await close()
  await site.close()
})

test('a visit that should have started says how late it is', async () => {
  const site = await startDemoSite()
  const start = new Date(site.world.clock.now() - 45 * 60_000).toISOString()
  await plantJob(site.world, { status: 'scheduled', start, fields: { customerName: 'Lena Late' } })
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  const row = page.getByRole('row').filter({ hasText: 'Lena Late' })
  await row.getByText('45 min late', { exact: true }).waitFor()
  expect(await row.getByText('Scheduled', { exact: true }).count()).toBe(1)
  expect(troubles).toEqual([])
  await close()
  await site.close()
})
