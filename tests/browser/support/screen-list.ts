import { asc, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { customers, franchises, invoices, jobs, workers } from '../../../db/schema'
import { tabs } from '../../../src/web/admin/tabs'
import { openScreen } from './screens'
import type { Site } from './site'

type Screen = [address: string, label: string]

/** Every screen of the console that has an address: the tabs, their parts, and an open item of each kind. */
export async function screensOf(page: Page, site: Site): Promise<Screen[]> {
  const found: Screen[] = []
  for (const { name, label } of tabs) {
    found.push([name, label])
    await openScreen(page, name)
    const parts = await page
      .locator('main [role=tab]')
      .evaluateAll((all) => all.map((tab) => [tab.getAttribute('data-tab') ?? '', tab.textContent] as const))
    const field = name === 'reports' ? 'type' : 'part'
    for (const [part, words] of parts.slice(1)) found.push([`${name}&${field}=${part}`, `${label}: ${words}`])
  }
  return [...found, ...(await deepScreensOf(site))]
}

/** The screens that an address opens above a tab or in it. */
export const deepScreensOf = async (site: Site): Promise<Screen[]> => [...views, ...(await openedItems(site))]

const views: Screen[] = [
  ['dispatch&view=three', 'Dispatch: three days'],
  ['dispatch&view=week', 'Dispatch: week'],
  ['dispatch&map=yes', 'Dispatch: map'],
]

async function openedItems({ world }: Site): Promise<Screen[]> {
  const { read } = world.deps.store
  const [job] = await read.select().from(jobs).where(eq(jobs.status, 'completed')).orderBy(asc(jobs.seq))
  const [customer] = await read
    .select()
    .from(customers)
    .where(eq(customers.id, job?.customerId ?? ''))
  const [invoice] = await read.select().from(invoices).orderBy(asc(invoices.createdAt))
  const [worker] = await read.select().from(workers).orderBy(asc(workers.name))
  const [franchise] = await read.select().from(franchises).orderBy(asc(franchises.name))
  return [
    [`jobs&job=${job?.id}`, 'A job'],
    [`customers&id=${customer?.id}`, 'A customer'],
    [`workers&id=${worker?.id}`, 'A technician'],
    [`franchises&id=${franchise?.id}`, 'A franchise'],
    [`invoices&id=${invoice?.id}`, 'An invoice'],
    [`payouts&id=${franchise?.id}`, 'A payout statement'],
  ]
}
