import type { Page } from 'playwright-core'
import { improveSoon } from '../../../src/modules/scheduling/dispatch/better-plan'
import { searchBriefly, zigzags } from '../../modules/scheduling/zigzags'
import { openScreen, settled, type ShowScreen } from './screens'
import { startSite, type Site } from './site'

/** A company whose technicians drive to and fro, so a plan that exchanges their visits saves driving. */
export async function startZigzags(): Promise<Site> {
  const site = await startSite()
  searchBriefly(site.world)
  await zigzags(site.world)
  improveSoon(site.world.deps)
  await site.world.deps.background.idle()
  return site
}

/** A dispatch plan that moves visits: its line on Today, its moves on the board and the map, and the question before it. */
export async function tourMoves(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'today')
  await show('today-better-plan')
  await page
    .getByRole('button', { name: /^See plan/ })
    .first()
    .click()
  await page.locator('.plan-line').first().waitFor()
  await settled(page)
  await show('dispatch-moves')
  await page.getByRole('button', { name: /^Move \d+ visits?$/ }).click()
  await page.locator('dialog[open]').waitFor()
  await show('dispatch-moves-commit')
}
