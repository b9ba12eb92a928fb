import type { Browser } from 'playwright-core'
import type { Site } from './site'
import { visit, type Looks, type Visitor } from './visitor'

export const tabs = [
  'today',
  'jobs',
  'dispatch',
  'recurring',
  'customers',
  'workers',
  'franchises',
  'services',
  'invoices',
  'reports',
  'messages',
  'campaigns',
  'webhooks',
  'health',
]

/** Somebody from the office, signed in by the link that the service prints. */
export async function enterConsole(browser: Browser, site: Site, looks: Looks = {}): Promise<Visitor> {
  const visitor = await visit(browser, site, looks)
  await visitor.page.goto(`/admin#token=${await site.world.hqToken()}`)
  await visitor.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  return visitor
}
