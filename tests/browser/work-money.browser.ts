import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { payments, serviceTypes } from '../../db/schema'
import { send } from '../support/app'
import { addFile } from '../support/files'
import { photoOf, pngOf } from '../support/pictures'
import { booking } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { dayOf, keptForOffline, openDay, phone } from './support/worker-day'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const extras = [{ label: 'Roof check', priceCents: 4_000, minutes: 20 }]
  await site.world.deps.store.write((tx) => tx.update(serviceTypes).set({ extras }))
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const { office, plan, link, find } = dayOf(() => site)

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const paymentsOf = (jobId: string) =>
  site.world.deps.store.read.select().from(payments).where(eq(payments.jobId, jobId))

describe('the place of a visit', () => {
  test('has its gate code, its pets and the earlier visits with their photos', async () => {
    const old = await plan('Ida Wells', '2026-03-02T08:00:00Z')
    for (const to of ['en_route', 'in_progress', 'completed'])
      await office('POST', `/api/admin/jobs/${old}/move`, { to, tellCustomer: false })
    await office('POST', `/api/admin/jobs/${old}/notes`, { text: 'North side leaks' })
    const token = await site.world.hqToken()
    const call = (method: string, path: string, sent: object) =>
      send(site.world.app, method, path, { token, ...sent })
    const photo = { kind: 'before', thumbnail: pngOf(8, 8) }
    expect((await addFile(call, `/api/admin/jobs/${old}`, photoOf(40, 30), photo)).status).toBe(201)
    const id = await plan('Ida Wells', '2026-03-02T22:00:00Z')
    const { customerId } = (await find(id))!
    const access = { address: booking.address, gateCode: '#4711', pets: 'Dog in the yard' }
    await office('PUT', `/api/admin/customers/${customerId}/addresses`, access)

    const { page, troubles, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const ida = cardOf(page, 'Ida Wells').filter({ hasText: 'Scheduled' })
    await ida.getByText('#4711').waitFor()
    await ida.getByText('Dog in the yard').waitFor()
    await ida.getByText('1 earlier visit here').click()
    await ida.getByText('North side leaks').waitFor()
    await ida.getByRole('button', { name: /^Open Before/ }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    expect(troubles).toEqual([])
    await close()
  })
})

describe('at the door', () => {
  test('cash is taken without a connection and recorded once, after the phone was closed and opened', async () => {
    const id = await plan('Cal Reed', '2026-03-02T16:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const cal = cardOf(page, 'Cal Reed')
    await cal.getByText('$206.19').waitFor()
    await keptForOffline(page)
    await context.setOffline(true)
    await cal.getByRole('button', { name: 'Payment and extras' }).click()
    await page.getByText('You can still record cash or a check').waitFor()
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('button', { name: 'Record $206.19' }).click()
    await page.getByText('$206.19 is saved on this phone').waitFor()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await cal.getByText('$206.19 not sent yet').waitFor()
    expect(await paymentsOf(id)).toEqual([])

    await page.reload()
    await cal.getByText('$206.19 not sent yet').waitFor()
    await context.setOffline(false)
    await cal.getByText('$206.19 not sent yet').waitFor({ state: 'detached' })
    await cal.getByText('Paid').waitFor()
    expect(await paymentsOf(id)).toMatchObject([{ method: 'cash', capturedCents: 20_619 }])
    await close()
  })

  test('cash for a visit that was paid online meanwhile is noted for the office, and the phone says so', async () => {
    const id = await plan('Eli Stone', '2026-03-02T20:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const eli = cardOf(page, 'Eli Stone')
    await eli.getByText('$206.19').waitFor()
    await keptForOffline(page)
    await context.setOffline(true)
    await eli.getByRole('button', { name: 'Payment and extras' }).click()
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('button', { name: 'Record $206.19' }).click()
    await page.getByText('$206.19 is saved on this phone').waitFor()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await payOnOwnPhone(id)
    await context.setOffline(false)
    await page.getByText('We noted your $206.19 for the office').waitFor()
    await eli.getByText('Paid').waitFor()
    const { items } = await office('GET', '/api/admin/tasks?kind=payment.not-recorded')
    expect(items).toMatchObject([{ jobId: id }])
    await close()
  })

  test('extras are approved by the customer, and the card is paid on their own phone', async () => {
    const id = await plan('Dee Park', '2026-03-02T18:00:00Z')
    const { page, troubles, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const dee = cardOf(page, 'Dee Park')
    await dee.getByRole('button', { name: 'Payment and extras' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Add extras' }).click()
    await sheet.getByLabel('Roof check').check()
    await sheet.getByRole('button', { name: 'Show to the customer' }).click()
    await sheet.getByText('Hand the phone to the customer').waitFor()
    await sheet.getByText('New total, with tax').waitFor()
    await sheet.getByLabel('Your name').fill('Dee Park')
    expect(await seriousFindings(page)).toEqual([])
    await sheet.getByRole('button', { name: 'I approve $249.72' }).click()
    await sheet.getByRole('button', { name: 'Card (QR code)' }).click()
    await sheet.getByRole('img', { name: 'QR code of the payment page' }).waitFor()
    expect((await find(id))!.addOns).toContain('Roof check')

    await payOnOwnPhone(id)
    await sheet.getByText('$249.72 paid. Thank you!').waitFor()
    await sheet.getByRole('button', { name: 'Close' }).last().click()
    await dee.getByText('Paid').waitFor()
    expect(troubles).toEqual([])
    await close()
  })
})

/** As the customer does who scanned the code. */
async function payOnOwnPhone(jobId: string): Promise<void> {
  const { totalCents: amount } = (await find(jobId))!
  const { call, deps } = site.world
  const { body } = await call('POST', '/api/payments/checkout', { body: { amount, jobId } })
  const { pathname } = new URL(body.data.url)
  await call('POST', pathname, { raw: new URLSearchParams({ card: '4242424242424242' }) })
  await deps.background.idle()
}
