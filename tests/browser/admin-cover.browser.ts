import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobs, workers } from '../../db/schema'
import { startBusyOffice } from './support/busy-office'
import { enterConsoleToday } from './support/console'
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

/** The technician with the most visits to come today. */
async function busiest() {
  const { store, clock } = site.world.deps
  const now = clock.now()
  const rows = await store.read
    .select({ id: workers.id, name: workers.name, start: jobs.scheduledStart })
    .from(jobs)
    .innerJoin(workers, eq(workers.id, jobs.workerId))
    .where(eq(jobs.status, 'scheduled'))
  const today = rows.filter(({ start }) => start !== null && start > now && start < now + 12 * 3_600_000)
  const [first] = [...Map.groupBy(today, ({ name }) => name).values()].toSorted((a, b) => b.length - a.length)
  return { name: first![0]!.name, id: first![0]!.id, visits: first!.length }
}
const visitsOf = async (workerId: string) =>
  (await site.world.deps.store.read.select().from(jobs).where(eq(jobs.workerId, workerId))).filter(
    ({ status, scheduledStart }) =>
      status === 'scheduled' && (scheduledStart ?? 0) > site.world.deps.clock.now(),
  )

test('a technician calls in sick: the board proposes who takes over, and one click does it', async () => {
  const sick = await busiest()
  const before = await visitsOf(sick.id)
  const { page, troubles, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=dispatch')
  await page.getByRole('button', { name: `${sick.name}: more` }).click()
  await page.getByRole('menuitem', { name: 'Mark as sick and find cover' }).click()
  await page.getByText(`can take 1 of ${sick.name}'s visits`).waitFor()
  const [line] = await page.locator('.plan-line').allTextContents()
  await page.getByRole('button', { name: 'Reassign 1 visit' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Reassign 1 visit' }).click()
  await page.getByRole('region', { name: 'Reassigned' }).waitFor()
  const after = await visitsOf(sick.id)
  const [taken] = before.filter(({ id }) => !after.some((left) => left.id === id))
  expect(after.length).toBe(before.length - 1)
  expect(line).toContain(taken!.customerName)
  expect(troubles).toEqual([])
  await close()
})
