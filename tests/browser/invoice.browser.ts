import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { invoices } from '../../db/schema'
import { invoiceUrl } from '../../src/modules/invoices/links'
import { send } from '../support/app'
import { booking, marcus } from '../support/world'
import { signInWithCode } from './support/portal'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function office(path: string, body: object) {
  const answer = await send(site.world.app, 'POST', path, { token: await site.world.hqToken(), body })
  if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
  return answer.body.data
}

/** The link in the message about the invoice for a finished visit. */
async function sentInvoice(): Promise<string> {
  const booked = await site.world.call('POST', '/api/jobs/create', { body: { ...booking, price: 189 } })
  const jobId = booked.body.data.job.id
  await office(`/api/admin/jobs/${jobId}/schedule`, { start: '2026-03-02T16:00:00Z', workerId: marcus })
  for (const to of ['en_route', 'in_progress', 'completed'])
    await office(`/api/admin/jobs/${jobId}/move`, { to })
  // The invoice for a pay-later booking is sent automatically.
  await site.world.deps.background.idle()
  const [invoice] = await site.world.deps.store.read
    .select({ id: invoices.id })
    .from(invoices)
    .where(eq(invoices.jobId, jobId))
  if (!invoice) throw new Error('no invoice was made')
  return new URL(invoiceUrl(site.world.deps, { id: invoice.id, series: 0 })).pathname
}

describe('a customer with an invoice', () => {
  test('opens it, saves the PDF, pays and sees it paid, all without scripts', async () => {
    const address = await sentInvoice()
    const { page, close } = await visit(browser, site, { width: 390, javaScript: false })
    await page.goto(address)
    await page.getByText('Balance due').waitFor()
    await page.getByText('Demo mode:').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)

    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.getByText('Demo mode:').waitFor()
    await page.getByRole('button', { name: 'Pay $205.65' }).click()
    await page.waitForURL(`**${address}?from=checkout`)
    // The processor reports separately, and the page refreshes automatically.
    await page.getByText('Paid on Mar 2, 2026').waitFor()
    expect(await page.getByRole('button', { name: 'Pay now' }).count()).toBe(0)
    await close()
  })

  test('with a broken link is told so', async () => {
    const { page, close } = await visit(browser, site)
    await page.goto(`${await sentInvoice()}x`)
    await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
    expect(await page.getByRole('link', { name: 'See my bookings' }).getAttribute('href')).toBe('/my')
    await close()
  })

  test('sees in My bookings what it is for', async () => {
    await sentInvoice()
    const { page, troubles, close } = await visit(browser, site, { width: 390 })
    const email = booking.customerEmail
    await page.goto('/my?tab=invoices')
    await signInWithCode(page, site, email)
    await page.getByRole('row').filter({ hasText: booking.type }).first().waitFor()
    expect(troubles).toEqual([])
    await close()
  })
})
