/** Takes the README's picture again after the console changed: `bun scripts/readme-picture.ts`. */
import { join } from 'node:path'
import { atRest } from '../tests/browser/support/accessibility'
import { enterConsoleToday } from '../tests/browser/support/console'
import { office, startDemoSite } from '../tests/browser/support/demo-site'
import { openBrowser } from '../tests/browser/support/visitor'

const site = await startDemoSite()
const browser = await openBrowser()
try {
  // The demo company leaves many jobs without a visit, so dispatch fills the board first.
  const { actions } = await office(site, '/api/admin/dispatch/run', {})
  const { page } = await enterConsoleToday(browser, site)
  await page.getByRole('link', { name: 'Dispatch' }).click()
  await page.locator('input[type=date]').fill(busiestDay(actions))
  await page.locator('input[type=date]').blur()
  await page.waitForLoadState('networkidle')
  await atRest(page)
  await page.screenshot({ path: join(import.meta.dir, '../docs/pictures/dispatch.png') })
} finally {
  await browser.close()
  await site.close()
}
process.exit(0)

function busiestDay(actions: { start: string | null }[]): string {
  const visits = new Map<string, number>()
  for (const { start } of actions) {
    const day = start?.slice(0, 10)
    if (day) visits.set(day, (visits.get(day) ?? 0) + 1)
  }
  return [...visits].toSorted((a, b) => b[1] - a[1])[0]![0]
}
