import type { Page } from 'playwright-core'
import { franchisePaths } from '../../../src/web/home/site'
import { bookWords } from '../../../src/words/book'
import { areaWords } from '../../../src/words/book-area'
import type { Language } from '../../../src/words/language'
import { myWords } from '../../../src/words/my'
import { codeSentTo } from '../../support/codes'
import { officeReads, type DemoSite } from './demo-site'

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

/** A second booking in the same browser, paid after the visit and confirmed with the link in the email. */
export async function tourUnpaid(
  page: Page,
  site: DemoSite,
  language: Language,
  show: ShowPage,
): Promise<void> {
  const { service, steps, contact, buttons, confirmation } = bookWords(language)
  const email = 'casey@example.com'
  await page.goto('/book')
  await page.getByLabel(service.address).fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').click()
  await page.getByRole('button', { name: buttons.next }).click()
  await page.getByRole('heading', { name: steps.time.title }).waitFor()
  await page.getByRole('radio').nth(8).check()
  await page.getByRole('button', { name: buttons.next }).click()
  await page.getByLabel(contact.name).fill('Casey Okafor')
  await page.getByLabel(contact.email).fill(email)
  await page.getByText(contact.payLater).click()
  await page.getByLabel(contact.promo).fill('NOPE')
  await page.getByRole('button', { name: contact.applyPromo }).click()
  await page.getByText(bookWords(language).faults.promo).waitFor()
  await show('book-promo')
  await page.getByLabel(contact.promo).fill('')
  await page.getByRole('button', { name: buttons.book }).click()
  const another = page.getByRole('button', { name: buttons.another })
  const booked = page.locator('.book-done')
  await another.or(booked).first().waitFor()
  if (await another.isVisible()) {
    await show('book-already')
    await another.click()
  }
  await booked.waitFor()
  await show('book-booked')
  await page.goto(await linkToConfirm(site, email))
  await page.getByRole('heading', { name: confirmation.title }).waitFor()
  await show('book-confirm')
}

/** The link to confirm in the latest email to this address. */
async function linkToConfirm(site: DemoSite, email: string): Promise<string> {
  await site.world.deps.background.idle()
  const { items } = await officeReads(site, '/api/admin/outbox?template=booked')
  const { id } = items.find(({ recipient }: { recipient: string }) => recipient === email)
  const { rendered } = await officeReads(site, `/api/admin/outbox/${id}`)
  return new URL(/\S+\/book\/confirm\/\S+/.exec(rendered.text)?.[0] ?? '').pathname
}

/** Somebody who never booked signs in: each tab says what will be there. */
export async function tourStranger(
  page: Page,
  site: DemoSite,
  language: Language,
  show: ShowPage,
): Promise<void> {
  const { signIn, tabs } = myWords(language)
  const email = 'nobody@example.com'
  await page.goto('/my')
  await page.getByLabel(signIn.email).fill(email)
  const code = await codeSentTo(site.world, email, async () => {
    await page.getByRole('button', { name: signIn.send }).click()
    await page.getByLabel(signIn.code).waitFor()
  })
  await page.getByLabel(signIn.code).fill(code)
  await page.getByRole('button', { name: signIn.submit }).click()
  await page.getByRole('tab', { name: tabs.invoices }).waitFor()
  await page.locator('.empty').first().waitFor()
  await show('my-nothing-booked')
  await page.getByRole('tab', { name: tabs.invoices }).click()
  await page.locator('.empty').first().waitFor()
  await show('my-no-invoices')
  await page.getByRole('tab', { name: tabs.plans }).click()
  await page.locator('.empty').first().waitFor()
  await show('my-no-plans')
}
