import type { Page } from 'playwright-core'
import { franchisePaths } from '../../../src/web/home/site'
import { areaWords } from '../../../src/words/book-area'
import type { Language } from '../../../src/words/language'
import { myWords } from '../../../src/words/my'
import type { DemoSite } from './demo-site'

type ShowPage = (name: string) => Promise<void>

/** The company's site: an address we don't serve, a franchise of its own, and the small print. */
export async function tourSite(
  page: Page,
  site: DemoSite,
  language: Language,
  show: ShowPage,
): Promise<void> {
  await page.goto('/?zip=10001')
  await page.getByLabel(areaWords(language).request.email).waitFor()
  await show('home-outside')
  const [franchise] = await franchisePaths(site.world.deps)
  if (franchise !== undefined) {
    await page.goto(franchise)
    await show('home-franchise')
  }
  for (const name of ['terms', 'privacy']) {
    await page.goto(`/${name}`)
    await show(name)
  }
}

/** Another time for a booking, in the portal; nothing is moved. */
export async function tourMoving(page: Page, language: Language, show: ShowPage): Promise<void> {
  const { jobs, move } = myWords(language)
  const button = page.getByRole('button', { name: jobs.move }).first()
  if (!(await button.isVisible())) return
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('radio')
    .first()
    .or(dialog.getByText(move.none))
    .first()
    .waitFor({ state: 'attached' })
  await show('my-move')
  await page.keyboard.press('Escape')
}
