import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { franchises, jobs } from '../../../db/schema'
import { unsubscribeUrl } from '../../../src/modules/customers/records'
import { bookWords } from '../../../src/words/book'
import { cardBrand, cardWords } from '../../../src/words/cards'
import { checkoutWords } from '../../../src/words/checkout'
import { howOften } from '../../../src/words/how-often'
import type { Language } from '../../../src/words/language'
import { myWords } from '../../../src/words/my'
import { planWords } from '../../../src/words/plans'
import { publicWords } from '../../../src/words/public'
import { visitWords } from '../../../src/words/visit'
import { workWords } from '../../../src/words/work'
import { recordOwnLocation } from '../../../src/modules/workforce/locations'
import { jobLinkToken, type JobLinkPurpose } from '../../../src/tokens/job-link'
import { send } from '../../support/app'
import { codeSentTo } from '../../support/codes'
import { addFile } from '../../support/files'
import { pngOf } from '../../support/pictures'
import { office, type DemoSite } from './demo-site'
import { tourMoving, tourSite, tourStranger, tourUnpaid } from './public-screens'
import { askForRecords, tourSignature, tourWorkParts } from './work-screens'
import { visit, type Looks, type Visitor } from './visitor'

export type Show = (name: string, visitor: Visitor) => Promise<void>

interface Tour {
  visitor: Visitor
  site: DemoSite
  language: Language
  show: (name: string) => Promise<void>
}

/** Every page that people outside HQ see, one after another, in the demo company and in the language asked for. */
export async function tourOutside(browser: Browser, site: DemoSite, looks: Looks, show: Show): Promise<void> {
  const language = looks.locale?.startsWith('es') ? 'es' : 'en'
  const start = async (): Promise<Tour> => {
    const visitor = await visit(browser, site, looks)
    return { visitor, site, language, show: (name) => show(name, visitor) }
  }
  const customer = await start()
  await tourBooking(customer)
  await tourPortal(customer)
  await tourCard(customer)
  await tourSmallPages(customer)
  await customer.visitor.close()
  const stranger = await start()
  await tourStranger(stranger.visitor.page, site, language, stranger.show)
  await stranger.visitor.close()
  const worker = await start()
  await tourWork(worker)
  await worker.visitor.close()
}

async function tourBooking({ visitor: { page }, site, language, show }: Tour): Promise<void> {
  const { service, steps, faults, contact, buttons, done } = bookWords(language)
  const checkout = checkoutWords(language)
  const goOn = () => page.getByRole('button', { name: buttons.next }).click()
  await page.goto('/?zip=80202')
  await show('home')
  await tourSite(page, site, language, show)
  await page.goto('/book')
  await goOn()
  await page.getByText(faults.several).waitFor()
  await show('book-missing')
  await page.getByLabel(service.address).fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').click()
  await page.locator('[data-area=served]').waitFor()
  await show('book-service')
  await goOn()
  await page.getByRole('heading', { name: steps.time.title }).waitFor()
  await page.getByRole('radio').nth(4).check()
  await show('book-time')
  await goOn()
  await page.getByLabel(contact.name).fill('Jordan Rivera')
  await page.getByLabel(contact.email).fill('jordan@example.com')
  await page.getByText(contact.payNow).click()
  await show('book-contact')
  await page.getByRole('button', { name: buttons.bookAndPay }).click()
  await page.getByLabel(checkout.card).waitFor()
  await show('checkout')
  const pay = () => page.getByRole('button', { name: new RegExp(`^${checkout.pay('')}`) }).click()
  await page.getByLabel(checkout.card).fill('4000 0000 0000 0002')
  await pay()
  await page.getByText(checkout.declined.generic_decline).waitFor()
  await show('checkout-declined')
  await page.getByLabel(checkout.card).fill('4242 4242 4242 4242')
  await pay()
  await page.getByText(done.paid).waitFor()
  await show('book-done')
  await tourUnpaid(page, site, language, show)
}

async function tourPortal({ visitor: { page }, site, language, show }: Tour): Promise<void> {
  const { signIn, jobs, cancel, tabs, invoices, plans } = myWords(language)
  const { email } = site.customer
  await showPhotos(site)
  await page.goto('/my')
  await page.getByLabel(signIn.email).fill(email)
  await show('my-door')
  const code = await codeSentTo(site.world, email, async () => {
    await page.getByRole('button', { name: signIn.send }).click()
    await page.getByLabel(signIn.code).waitFor()
  })
  await show('my-code')
  await page.getByLabel(signIn.code).fill(code)
  await page.getByRole('button', { name: signIn.submit }).click()
  await page.getByRole('article').first().waitFor()
  await show('my-bookings')
  await page.getByRole('button', { name: jobs.cancel }).first().click()
  await page.getByRole('dialog').waitFor()
  await show('my-cancel')
  await page.getByRole('button', { name: cancel.keep }).click()
  await tourMoving(page, language, show)
  await page.getByRole('tab', { name: tabs.invoices }).click()
  await page.getByRole('link', { name: invoices.viewAndPay }).waitFor()
  await show('my-invoices')
  await page.getByRole('tab', { name: tabs.plans }).click()
  await page.getByText(howOften(language, { intervalMonths: 6 })).waitFor()
  await show('my-plans')
  await page.getByRole('button', { name: plans.ending.end }).first().click()
  await page.getByRole('dialog').waitFor()
  await show('my-plan-end')
  await page.getByRole('button', { name: plans.ending.keep }).click()
  await page.getByRole('button', { name: plans.request }).click()
  await page.getByLabel(plans.howOften).waitFor()
  await show('my-plan-form')
  await page.keyboard.press('Escape')
}

/** The office shows the customer a photo from before their last visit, and one from after it. */
async function showPhotos({ world, customer }: DemoSite): Promise<void> {
  const token = await world.hqToken()
  const place = `/api/admin/jobs/${customer.doneJobId}`
  for (const [kind, color] of [
    ['before', [120, 90, 60]],
    ['after', [60, 120, 90]],
  ] as const) {
    const [bytes, thumbnail] = [pngOf(800, 600, [...color]), pngOf(320, 240, [...color])]
    const sending = (method: string, path: string, sent: object = {}) =>
      send(world.app, method, path, { token, ...sent })
    await addFile(sending, place, bytes, { name: `${kind}.png`, kind, thumbnail })
  }
}

async function tourCard({ visitor: { page }, language, show }: Tour): Promise<void> {
  const words = cardWords(language)
  const { tabs } = myWords(language)
  const saved = words.card(cardBrand('visa'), '4242')
  await page.getByRole('tab', { name: tabs.card }).click()
  await page.getByRole('button', { name: words.my.save }).waitFor()
  await show('my-no-card')
  await page.getByRole('button', { name: words.my.save }).click()
  await page.getByRole('button', { name: words.agree }).waitFor()
  await show('card-consent')
  await page.getByRole('button', { name: words.agree }).click()
  await page.getByLabel(checkoutWords(language).card).waitFor()
  await show('card-demo')
  await page.getByRole('button', { name: words.demoSave }).click()
  await page.getByText(saved).waitFor()
  await show('card-saved')
  await page.goto('/my')
  await page.getByRole('tab', { name: tabs.card }).click()
  await page.getByText(saved).waitFor()
  await show('my-card')
  await page.getByRole('button', { name: words.my.remove }).click()
  await page.getByRole('dialog').waitFor()
  await show('my-card-remove')
  // The next tour begins without a card again.
  await page.getByRole('dialog').getByRole('button', { name: words.my.remove }).click()
  await page.getByText(words.my.none).waitFor()
}

async function tourSmallPages(tour: Tour): Promise<void> {
  const { site, language, show } = tour
  const { page } = tour.visitor
  const { deps } = site.world
  await page.goto(new URL(unsubscribeUrl(deps, 'ada@example.com')).pathname)
  await show('unsubscribe')
  await page.getByRole('button', { name: publicWords(language).unsubscribe.button }).click()
  await page.getByRole('heading', { name: publicWords(language).unsubscribe.doneTitle }).waitFor()
  await show('unsubscribe-done')
  await page.goto('/checkout/done')
  await show('checkout-done')
  await page.goto(site.customer.offer)
  await show('plan-offer')
  await page.getByRole('button', { name: planWords(language).accept }).click()
  await page.getByRole('heading', { name: planWords(language).doneTitle }).waitFor()
  await show('plan-accepted')
  await tourVisit(tour)
  await page.goto(site.customer.invoice)
  await show('invoice')
  await page.goto(`${site.customer.invoice}x`)
  await page.getByRole('heading', { name: publicWords(language).link.title }).waitFor()
  await show('invoice-broken-link')
  const [franchise] = await deps.store.read.select().from(franchises).limit(1)
  const { url } = await office(site, '/api/payments/connect/onboard', { franchiseId: franchise!.id })
  await page.goto(url)
  await show('connect-payouts')
  await page.goto('/nowhere')
  await show('nothing-here')
}

/** The pages behind the links in the reminder, on the way and after the visit. */
async function tourVisit({ visitor: { page }, site, language, show }: Tour): Promise<void> {
  const { deps } = site.world
  const { confirm, rating } = visitWords(language)
  const open = (path: string, purpose: JobLinkPurpose, jobId: string) =>
    page.goto(`/${path}/${jobLinkToken(deps, purpose, { jobId, series: 0 }, deps.clock.now())}`)
  const [first = '', second = ''] = site.visitIds
  await open('visit', 'visit link', second)
  await show('visit-confirm')
  await page.getByRole('button', { name: confirm.button }).click()
  await page.getByRole('heading', { name: confirm.doneTitle }).waitFor()
  await show('visit-confirmed')
  await open('track', 'track link', second)
  await show('track-waiting')
  const [home] = await deps.store.read.select().from(jobs).where(eq(jobs.id, first))
  const near = { lat: (home?.lat ?? 0) + 0.03, lng: (home?.lng ?? 0) - 0.02 }
  await recordOwnLocation(deps, site.workerId, near)
  await open('track', 'track link', first)
  await page.getByRole('img').waitFor()
  await show('track')
  await open('rate', 'rating link', site.customer.doneJobId)
  await show('rate')
  await page.getByLabel(rating.star(4)).check()
  await page.getByRole('button', { name: rating.send }).click()
  await page.getByRole('heading', { name: rating.thanksTitle }).waitFor()
  await show('rate-thanks')
}

async function tourWork({ visitor, site, language, show }: Tour): Promise<void> {
  const { page } = visitor
  const { link, steps, notHome, visit: words, early } = workWords(language)
  await askForRecords(site)
  await page.goto('/work')
  await page.getByText(link.noneTitle).waitFor()
  await show('work-door')
  const made = await office(site, `/api/admin/workers/${site.workerId}/tokens`)
  await page.goto('about:blank')
  await page.goto(`/work${new URL(made.link).hash}`)
  await page.getByRole('button', { name: link.open }).waitFor()
  await show('work-link')
  await page.getByRole('button', { name: link.open }).click()
  await page.getByRole('article').first().waitFor()
  await show('work-day')
  await tourWorkParts(page, site, language, show)
  await page.getByRole('button', { name: steps.no_show }).first().click()
  await page.getByRole('dialog', { name: notHome.atDoor.title }).waitFor()
  await show('work-not-home')
  await page.keyboard.press('Escape')
  // Never sent: the visit ends before the network is back.
  await visitor.context.setOffline(true)
  await page.getByRole('button', { name: steps.in_progress }).click()
  await page.getByText(words.notSent).waitFor()
  await show('work-offline')
  await tourSignature(page, language, show)
  await page.getByRole('button', { name: steps.completed }).click()
  await page.getByRole('dialog', { name: workWords(language).finish.title }).waitFor()
  await show('work-finish')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: workWords(language).finish.confirm })
    .click()
  await page.getByRole('button', { name: steps.en_route, exact: true }).last().click()
  await page.getByRole('dialog', { name: early.title }).waitFor()
  await show('work-early')
}
