import type { Browser, Page } from 'playwright-core'
import { commandLine } from '../../../src/lib/actor'
import { giveHqToken } from '../../../src/modules/staff'
import type { Site } from './site'
import { visit, type Looks, type Visitor } from './visitor'

/** Someone from HQ, signed in with the link the service prints. */
export async function enterConsole(browser: Browser, site: Site, looks: Looks = {}): Promise<Visitor> {
  const visitor = await visit(browser, site, looks)
  await signIn(visitor, site)
  return visitor
}

/**
 * The same, with the browser on the service's clock, which stands still. Not for pages with frames: a script
 * sets the clock, and frames don't run it.
 */
export async function enterConsoleToday(browser: Browser, site: Site, looks: Looks = {}): Promise<Visitor> {
  const visitor = await visit(browser, site, looks)
  await visitor.page.clock.setFixedTime(site.world.clock.now())
  await signIn(visitor, site)
  return visitor
}

/** Franchises' names and time zones stay away until the function it returns is called. */
export async function holdFranchises(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/admin/franchises?*', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function signIn({ page }: Visitor, site: Site): Promise<void> {
  await page.goto(await adminLink(site))
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
}

/** A link as the command line creates it; it works once. */
export async function adminLink({ world }: Site, ttlMs = 3_600_000): Promise<string> {
  const { link } = await giveHqToken(world.deps, 'admin@example.com', ttlMs, commandLine)
  return `/admin${new URL(link).hash}`
}
