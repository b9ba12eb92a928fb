import { and, asc, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { franchises, jobEvents, jobs } from '../../../db/schema'
import { minute } from '../../../src/lib/clock'
import { office } from './demo-site'
import { openScreen, settled, type ShowScreen } from './screens'
import type { Site } from './site'

/** Questions that only come up once in a while. The last one signs in as somebody else, so it ends the tour. */
export async function tourRare(page: Page, site: Site, show: ShowScreen): Promise<void> {
  // The clock stands still, and a visitor may open only so many pages in a minute.
  site.world.clock.advance(minute)
  await tourDecisions(page, site, show)
  await tourGiveBack(page, site, show)
  await tourCustomerDetails(page, show)
  await tourMistakes(page, show)
  await tourAccount(page, site, show)
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

async function press(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).click()
  await settled(page)
}

const anOpenJob = async ({ world }: Site) => {
  const [job] = await world.deps.store.read
    .select()
    .from(jobs)
    .where(and(eq(jobs.status, 'pending'), eq(jobs.paymentState, 'unpaid')))
    .orderBy(asc(jobs.seq))
    .limit(1)
  return job!
}

/** Somebody booked online below the catalog price, with another customer's address, and hasn't confirmed. */
async function tourDecisions(page: Page, site: Site, show: ShowScreen): Promise<void> {
  const { id, priceCents } = await anOpenJob(site)
  await site.world.deps.store.write(async (tx) => {
    await tx
      .update(jobs)
      .set({ source: 'public', confirmedAt: null, claimed: true, catalogPriceCents: priceCents + 4_000 })
      .where(eq(jobs.id, id))
    // A booking from the public page has no timeline before something else happens.
    await tx.delete(jobEvents).where(eq(jobEvents.jobId, id))
  })
  await openScreen(page, `jobs&job=${id}`)
  for (const [name, label] of [
    ['job-accept-price', 'Accept price'],
    ['job-confirm-booking', 'Confirm booking'],
    ['job-share-contact', 'Share contact details'],
  ] as const) {
    if (name === 'job-share-contact') {
      await site.world.deps.store.write((tx) => tx.update(jobs).set({ source: 'hq' }).where(eq(jobs.id, id)))
      await openScreen(page, `jobs&job=${id}`)
    }
    await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: label }).click()
    await settled(page)
    await show(name)
  }
}

/** A job paid in cash is canceled: the office gives the money back and says so. */
async function tourGiveBack(page: Page, site: Site, show: ShowScreen): Promise<void> {
  const { id } = await anOpenJob(site)
  await office(site, `/api/admin/jobs/${id}/payments`, { amount: 40, method: 'cash' })
  await openScreen(page, `jobs&job=${id}`)
  await press(page, 'Cancel job')
  await page.getByText(/give it back yourself/).waitFor()
  await show('job-cancel-and-refund')
  await office(site, `/api/admin/jobs/${id}/cancel`, { tellCustomer: false })
  await openScreen(page, `jobs&job=${id}`)
  const given = button(page, 'Mark as refunded')
  await given.scrollIntoViewIfNeeded()
  await given.click()
  await page.locator('dialog.dialog[open]').waitFor()
  await show('job-given-back')
}

async function tourCustomerDetails(page: Page, show: ShowScreen): Promise<void> {
  const open = async () => {
    await openScreen(page, 'customers')
    await page.locator('main .table-link').first().click()
    await settled(page)
  }
  await open()
  await press(page, 'Add note')
  await page.getByLabel('New note').fill('The dog is friendly. Please close the side gate.')
  await page.getByLabel('Pin to the top').check()
  await show('customer-add-note')
  await press(page, 'Save note')
  await button(page, 'Unpin').waitFor()
  await button(page, 'Add tag').click()
  await page.getByLabel('New tag').fill('VIP')
  await show('customer-add-tag')
  await open()
  await press(page, /^Edit details of/)
  await page.locator('dialog[open]').waitFor()
  await show('customer-edit-address')
  await open()
  await page.locator('summary', { hasText: 'More' }).click()
  await press(page, 'Merge into another customer')
  await page.getByLabel('Find the customer to keep').fill('an')
  await page.locator('dialog[open] [type=radio]').first().check()
  await show('customer-merge-chosen')
}

/** Forms that were sent too early say what is missing. */
async function tourMistakes(page: Page, show: ShowScreen): Promise<void> {
  for (const [name, address, open, send] of [
    ['book-required', 'jobs', 'Book a job', 'Book job'],
    ['worker-required', 'workers', 'Add technician', 'Save'],
    ['service-required', 'services', 'Add service', 'Save'],
    ['promo-required', 'services', 'Add promo code', 'Save'],
    ['franchise-required', 'franchises', 'Add franchise', 'Save'],
  ] as const) {
    await openScreen(page, address)
    await press(page, open)
    const drawer = page.locator('dialog.drawer[open]')
    await drawer.getByRole('button', { name: send, exact: true }).click()
    await drawer.locator('.field-error, .alert-bad').first().waitFor()
    await show(name)
  }
}

let people = 0

/** A franchisee's console, their menu, and the question before every device is signed out. */
async function tourAccount(page: Page, site: Site, show: ShowScreen): Promise<void> {
  const [own] = await site.world.deps.store.read.select().from(franchises).orderBy(franchises.name).limit(1)
  const person = {
    name: 'Lee Moreno',
    email: `lee${++people}@example.com`,
    role: 'franchisee',
    franchiseId: own!.id,
  }
  const { link } = await office(site, '/api/admin/staff', person)
  await page.goto('about:blank')
  await page.goto(`/admin${new URL(link).hash}`)
  // A phone folds the menu with the name away.
  await page.getByText('Lee Moreno').first().waitFor({ state: 'attached' })
  await settled(page)
  await show('franchisee-today')
  const menu = page.locator('button.account-button')
  if (!(await menu.isVisible())) await button(page, 'Menu').click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).waitFor()
  await show('account-menu')
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog', { name: 'Sign out everywhere?' }).waitFor()
  await show('sign-out-everywhere')
}
