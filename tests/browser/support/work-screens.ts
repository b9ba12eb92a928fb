import type { Page } from 'playwright-core'
import { serviceTypes } from '../../../db/schema'
import { hour } from '../../../src/lib/clock'
import { controlWords } from '../../../src/words/controls'
import type { Language } from '../../../src/words/language'
import { workWords } from '../../../src/words/work'
import type { DemoSite } from './demo-site'

type ShowPage = (name: string) => Promise<void>

const checklist = [
  { id: 'ladder', label: 'Ladder secured', kind: 'check', required: false, since: 0 },
  { id: 'feet', label: 'Feet cleaned', kind: 'number', required: false, since: 0 },
  { id: 'broken', label: 'Anything broken', kind: 'text', required: false, since: 0 },
  { id: 'photo', label: 'Photo of the downspouts', kind: 'photo', required: false, since: 0 },
] as const

/** The services ask for answers and a signature, as the office may wish. */
export const askForRecords = ({ world }: DemoSite): Promise<void> =>
  world.deps.store.write(async (tx) => {
    await tx.update(serviceTypes).set({ checklist: [...checklist], asksSignature: true })
  })

/** Everything on the technician's page besides the visits of today; nothing is changed. */
export async function tourWorkParts(
  page: Page,
  site: DemoSite,
  language: Language,
  show: ShowPage,
): Promise<void> {
  const { days, today, late, money, notices, calendar, map, signOut } = workWords(language)
  const { back } = controlWords(language)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  for (const [name, label] of [
    ['work-tomorrow', days.tomorrow],
    ['work-week', days.week],
  ] as const) {
    await press(label)
    await page.locator('.coming-day').first().waitFor()
    await show(name)
  }
  await press(today)
  for (const title of [map.title, notices.title, calendar.title]) await page.getByText(title).click()
  await page.getByRole('button', { name: calendar.create }).waitFor()
  await page.getByRole('group', { name: notices.choice }).waitFor()
  await page.locator('details[open] svg[role=img]').or(page.getByText(map.none)).first().waitFor()
  await show('work-cards')
  site.world.clock.advance(4 * hour)
  await press(late.button)
  const dialog = page.getByRole('dialog', { name: late.title })
  await dialog.locator('.late-message').first().waitFor()
  await show('work-late')
  await dialog.getByRole('button', { name: back }).click()
  site.world.clock.advance(-4 * hour)
  await press(money.open)
  await page.getByRole('button', { name: money.ways.qr }).waitFor()
  await show('work-payment')
  await press(money.ways.cash)
  await show('work-cash')
  await press(back)
  await press(money.ways.check)
  await show('work-check')
  await press(back)
  await press(money.ways.extras)
  await page.getByRole('dialog').getByRole('checkbox').first().check()
  await show('work-extras')
  await press(money.extras.next)
  await page.getByLabel(money.extras.name).fill('Nora Nguyen')
  await show('work-extras-approval')
  await press(back)
  await press(money.ways.qr)
  await page.getByRole('img', { name: money.qr.label }).waitFor()
  await show('work-qr')
  await page.keyboard.press('Escape')
  await press(signOut.button)
  await page.getByRole('dialog', { name: signOut.title }).waitFor()
  await show('work-sign-out')
  await page.keyboard.press('Escape')
}

/** The customer signs for the work: the sheet is shown, and closed again. */
export async function tourSignature(page: Page, language: Language, show: ShowPage): Promise<void> {
  const { signature } = workWords(language).record
  await page.getByRole('button', { name: signature.sign }).click()
  await page.getByRole('img', { name: signature.draw }).waitFor()
  await show('work-signature')
  await page.keyboard.press('Escape')
}
