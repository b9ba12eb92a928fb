import { and, count, desc, eq, gte, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { customers, jobs, workers } from '../../../db/schema'
import { invoiceUrl } from '../../../src/modules/invoices/links'
import { unsubscribeUrl } from '../../../src/modules/messages/links'
import { send } from '../../support/app'
import { codeSentTo } from '../../support/codes'
import { startSite, type Site } from './site'
import { visit, type Looks, type Visitor } from './visitor'

type Show = (name: string, visitor: Visitor) => Promise<void>

/** Every page that people outside the office see, one after another, in the demo company. */
export async function tourOutside(browser: Browser, site: Site, looks: Looks, show: Show): Promise<void> {
  const visitor = await visit(browser, site, looks)
  await tourBooking(visitor, show)
  await tourPortal(visitor, site, show)
  await tourSmallPages(visitor, site, show)
  await visitor.close()
  const worker = await visit(browser, site, looks)
  await tourWork(worker, site, show)
  await worker.close()
}

async function tourBooking(visitor: Visitor, show: Show): Promise<void> {
  const { page } = visitor
  const goOn = () => page.getByRole('button', { name: 'Continue' }).click()
  await page.goto('/book')
  await goOn()
  await page.getByText('Something is missing').waitFor()
  await show('book-missing', visitor)
  await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').click()
  await page.getByText('comes to this address').waitFor()
  await show('book-service', visitor)
  await goOn()
  await page.getByRole('radio').nth(4).check()
  await show('book-time', visitor)
  await goOn()
  await page.getByLabel('Name').fill('Jordan Rivera')
  await page.getByLabel('Email').fill('jordan@example.com')
  await page.getByText('Pay now').click()
  await show('book-contact', visitor)
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByLabel('Card number').waitFor()
  await show('checkout', visitor)
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('was declined').waitFor()
  await show('checkout-declined', visitor)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Paid. Thank you.').waitFor()
  await show('book-done', visitor)
}

async function tourPortal(visitor: Visitor, site: Site, show: Show): Promise<void> {
  const { page } = visitor
  const email = await busyCustomer(site)
  await page.goto('/my')
  await page.getByLabel('Email').fill(email)
  await show('my-door', visitor)
  const code = await codeSentTo(site.world, email, async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').waitFor()
  })
  await show('my-code', visitor)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('article').first().waitFor()
  await show('my-bookings', visitor)
  await page.getByRole('button', { name: 'Cancel booking' }).first().click()
  await page.getByRole('dialog').waitFor()
  await show('my-cancel', visitor)
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await show('my-invoices', visitor)
  await page.getByRole('tab', { name: 'Maintenance plans' }).click()
  await show('my-plans', visitor)
  await page.getByRole('button', { name: 'Ask for a plan' }).click()
  await page.getByLabel('How often').waitFor()
  await show('my-plan-form', visitor)
}

async function tourSmallPages(visitor: Visitor, site: Site, show: Show): Promise<void> {
  const { page } = visitor
  await page.goto(new URL(unsubscribeUrl(site.world.deps, 'ada@example.com')).pathname)
  await show('unsubscribe', visitor)
  await page.goto('/checkout/done')
  await show('checkout-done', visitor)
  const [job] = await site.world.deps.store.read
    .select()
    .from(jobs)
    .where(eq(jobs.status, 'completed'))
    .limit(1)
  const { invoice } = await office(site, '/api/invoices/generate', { jobId: job!.id })
  await page.goto(new URL(invoiceUrl(site.world.deps, invoice.id)).pathname)
  await show('invoice', visitor)
  await page.goto('/nowhere')
  await show('nothing-here', visitor)
}

async function tourWork(visitor: Visitor, site: Site, show: Show): Promise<void> {
  const { page } = visitor
  await page.goto('/work')
  await page.getByText('Open your link').waitFor()
  await show('work-door', visitor)
  const workerId = await busyWorker(site)
  const { link } = await office(site, `/api/admin/workers/${workerId}/tokens`)
  await page.goto('about:blank')
  await page.goto(`/work${new URL(link).hash}`)
  await page.getByRole('article').first().waitFor()
  await show('work-day', visitor)
}

/** Somebody with visits to come and visits behind. */
async function busyCustomer({ world }: Site): Promise<string> {
  const [busiest] = await world.deps.store.read
    .select({ email: customers.email })
    .from(jobs)
    .innerJoin(customers, eq(customers.id, jobs.customerId))
    .where(and(inArray(jobs.status, ['pending', 'scheduled']), isNotNull(customers.email)))
    .groupBy(customers.id)
    .orderBy(desc(count()), customers.id)
    .limit(1)
  return busiest!.email!
}

/** The demo company on a day on which one of its workers has something to do. */
export async function startDemoSite(): Promise<Site> {
  const site = await startSite({ demoCompany: true })
  const { read } = site.world.deps.store
  const waiting = await read.select().from(jobs).where(eq(jobs.status, 'pending')).orderBy(jobs.seq)
  const worker = await idleWorker(site)
  const own = waiting.filter(({ franchiseId }) => franchiseId === worker.franchiseId).slice(0, 3)
  for (const [index, { id }] of own.entries()) {
    const start = new Date(site.world.deps.clock.now() + (1 + 3 * index) * hour).toISOString()
    await office(site, `/api/admin/jobs/${id}/schedule`, { start, workerId: worker.id, tellCustomer: false })
    if (index === 0) await office(site, `/api/admin/jobs/${id}/move`, { to: 'en_route', tellCustomer: false })
  }
  return site
}

const hour = 3_600_000

/** Somebody who has no visit today, so that we can give some without a clash. */
async function idleWorker({ world }: Site) {
  const { store, clock } = world.deps
  const taken = await store.read
    .selectDistinct({ id: jobs.workerId })
    .from(jobs)
    .where(
      and(gte(jobs.scheduledEnd, clock.now() - 12 * hour), lte(jobs.scheduledStart, clock.now() + 24 * hour)),
    )
  const busy = new Set(taken.map(({ id }) => id))
  const everybody = await store.read.select().from(workers).orderBy(workers.id)
  return everybody.find(({ id, active }) => active && !busy.has(id))!
}

async function busyWorker({ world }: Site): Promise<string> {
  const [visit] = await world.deps.store.read
    .select()
    .from(jobs)
    .where(eq(jobs.status, 'en_route'))
    .orderBy(desc(jobs.updatedAt))
    .limit(1)
  return visit!.workerId!
}

async function office(site: Site, path: string, body?: object) {
  const answer = await send(site.world.app, 'POST', path, { token: await site.world.hqToken(), body })
  if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
  return answer.body.data
}
