import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { jobs } from '../../db/schema'
import { codeSentTo } from '../support/codes'
import { booking } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { signInWithCode } from './support/portal'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const token = await site.world.hqToken()
  const body = { code: 'SPRING', kind: 'amount', value: 20 }
  expect((await site.world.call('POST', '/api/admin/promos', { token, body })).status).toBe(201)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const booked = async () => (await site.world.deps.store.read.select().from(jobs)).length

/** To the last step, with everything filled in but the promo code. */
async function fillIn(page: Page, day: string, email: string): Promise<void> {
  await page.goto('/book')
  await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
  await page.getByRole('group', { name: day }).getByRole('radio', { name: '12–2 PM' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name').fill('Jordan Rivera')
  await page.getByLabel('Email').fill(email)
}

describe.each([
  ['with scripts', true, 'Wednesday, March 4'],
  ['without scripts', false, 'Thursday, March 5'],
])('a customer with a promo code on a phone, %s', (_, javaScript, day) => {
  test('applies it, sees the total, books, and knows what happens next', async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390, javaScript })
    await fillIn(page, day, `jordan-${javaScript}@example.com`)
    const before = await booked()
    await page.getByLabel('Promo code').fill('NOPE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('This promo code isn’t valid for this booking.').waitFor()
    await page.getByLabel('Promo code').fill('spring')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Promo code applied: $20.00 off.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Jordan Rivera')
    expect(await booked()).toBe(before)
    if (javaScript) expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
    expect(await booked()).toBe(before + 1)
    await page.getByText(/(Wed, Mar 4|Thu, Mar 5), arriving 12–2 PM/).waitFor()
    await page.getByRole('heading', { name: 'What happens next' }).waitFor()
    await page.getByRole('link', { name: 'Add to Google Calendar' }).waitFor()
    if (javaScript) expect(await seriousFindings(page)).toEqual([])
    expect(troubles).toEqual([])
    await close()
  })
})

test('the Enter key applies a code in its field, and books anywhere else, with the code that was typed', async () => {
  const { page, troubles, close } = await visit(browser, site, { width: 390 })
  await fillIn(page, 'Friday, March 6', 'enter@example.com')
  const before = await booked()
  await page.getByLabel('Promo code').fill('spring')
  await page.getByLabel('Promo code').press('Enter')
  await page.getByText('Promo code applied: $20.00 off.').waitFor()
  expect(await booked()).toBe(before)
  await page.getByLabel('Name').press('Enter')
  await page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
  expect(await booked()).toBe(before + 1)
  expect(troubles).toEqual([])
  await close()
})

/** Into the portal with a code. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/my')
  await signInWithCode(page, site, email)
  await page.getByRole('tab', { name: 'Bookings' }).waitFor()
}

test('a customer chooses another time on a phone, sees the refund before canceling, and keeps the visit', async () => {
  const { page, troubles, close } = await visit(browser, site, { width: 390 })
  const email = 'moving@example.com'
  await fillIn(page, 'Monday, March 9', email)
  await page.getByText('Pay now').click()
  await page.getByRole('button', { name: 'Book and pay' }).click()
  await page.getByRole('button', { name: 'Pay $205.65' }).click()
  await page.getByText('Paid. Thank you!').waitFor()
  await signIn(page, email)
  const job = page.getByRole('article').filter({ hasText: 'Gutter cleaning' })
  await job.getByText('Mon, Mar 9, arriving 12–2 PM').waitFor()
  await job.getByRole('button', { name: 'Change time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Friday, March 6' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  // However many days there are, the buttons stay in view.
  const change = await dialog.getByRole('button', { name: 'Change time' }).boundingBox()
  expect(change!.y + change!.height).toBeLessThanOrEqual(page.viewportSize()!.height)
  await dialog.getByRole('button', { name: 'Show more days' }).click()
  await dialog
    .getByRole('group', { name: 'Wednesday, March 11' })
    .getByRole('radio', { name: '2–4 PM' })
    .check()
  await dialog.getByRole('button', { name: 'Change time' }).click()
  await page.getByText('Your new time: Wed, Mar 11, arriving 2–4 PM.').waitFor()
  await job.getByText('Wed, Mar 11, arriving 2–4 PM').waitFor()
  await job.getByText('Paid', { exact: true }).waitFor()
  await job.getByRole('button', { name: 'Cancel visit' }).click()
  await dialog.getByText('We’ll refund $205.65').waitFor()
  await dialog.getByRole('button', { name: 'Keep visit' }).click()
  expect(await seriousFindings(page)).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test('the same in Spanish', async () => {
  const { page, troubles, close } = await visit(browser, site, { width: 390, locale: 'es-US' })
  const email = 'cambio@example.com'
  const body = {
    ...booking,
    customerEmail: email,
    preferredDate: '2026-03-10',
    preferredTime: '10:00-12:00',
  }
  expect((await site.world.call('POST', '/api/jobs/create', { body })).status).toBe(201)
  await site.world.deps.background.idle()
  await page.goto('/my')
  await page.getByLabel('Correo electrónico').fill(email)
  const code = await codeSentTo(site.world, email, async () => {
    await page.getByRole('button', { name: 'Enviarme un código' }).click()
    await page.getByLabel('Código').waitFor()
  })
  await page.getByLabel('Código').fill(code)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByText('Martes 10 de marzo, llegada 10 a.m.–12 p.m.').waitFor()
  await page.getByRole('button', { name: 'Cambiar horario' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Viernes 6 de marzo' }).getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Cambiar horario' }).click()
  await page.getByText(/Su nuevo horario: viernes 6 de marzo, llegada/).waitFor()
  expect(troubles).toEqual([])
  await close()
})

test('a requested window is marked where another one is chosen, and a booking canceled unpaid has no total', async () => {
  const { page, troubles, close } = await visit(browser, site)
  const email = 'requested@example.com'
  const wish = { preferredDate: '2026-03-10', preferredTime: '10-12', price: 189 }
  const body = { ...booking, ...wish, customerEmail: email }
  expect((await site.world.call('POST', '/api/jobs/create', { body })).status).toBe(201)
  await page.goto('/my')
  await signInWithCode(page, site, email)
  const job = page.getByRole('article')
  await job.getByText('Total', { exact: true }).waitFor()
  await job.getByRole('button', { name: 'Change time' }).click()
  const dialog = page.getByRole('dialog')
  const day = dialog.getByRole('group', { name: 'Tuesday, March 10' })
  await dialog.getByRole('button', { name: 'Show more days' }).click()
  await day.getByRole('radio', { name: /^10 AM–12 PM.*Your request/ }).waitFor()
  expect(await dialog.getByText('Your request').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Keep my time' }).click()
  await job.getByRole('button', { name: 'Cancel visit' }).click()
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await job.getByText('Canceled', { exact: true }).waitFor()
  expect(await job.getByText('Total', { exact: true }).count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

/** The link to confirm in the latest email to this address. */
async function linkTo(email: string): Promise<string> {
  await site.world.deps.background.idle()
  const token = await site.world.hqToken()
  const { items } = (await site.world.call('GET', '/api/admin/outbox?template=booked', { token })).body.data
  const { id } = items.find(({ recipient }: { recipient: string }) => recipient === email)
  const { rendered } = (await site.world.call('GET', `/api/admin/outbox/${id}`, { token })).body.data
  return new URL(/\S+\/book\/confirm\/\S+/.exec(rendered.text)?.[0] ?? '').pathname
}

test.each([
  ['with scripts', true, 'Tuesday, March 3', 'Tue, Mar 3'],
  ['without scripts', false, 'Monday, March 9', 'Mon, Mar 9'],
])('a customer confirms a free booking from the email on a phone, %s', async (_, javaScript, day, shown) => {
  const { page, troubles, close } = await visit(browser, site, { width: 390, javaScript })
  const email = `confirms-${javaScript}@example.com`
  await fillIn(page, day, email)
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByText('Confirm with the link in your email by').waitFor()
  await page.goto(await linkTo(email))
  await page.getByRole('heading', { name: 'Confirm your booking' }).waitFor()
  await page.getByText(`${shown}, arriving 12–2 PM`).waitFor()
  if (javaScript) expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  expect(await page.getByText('Confirm with the link in your email').count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})
