import { and, asc, eq } from 'drizzle-orm'
import { franchises, jobs, outbox, webhookEvents, workers } from '../../../db/schema'
import { send } from '../../support/app'
import { office, startDemoSite } from './demo-site'
import type { Site } from './site'

const day = 86_400_000

/** The demo company on a busy day: every console tab has something to show and something to worry about. */
export async function startBusyOffice(): Promise<Site> {
  const site = await startDemoSite(lastWeeks)
  const { deps } = site.world
  const { done } = await firstFranchise(site)
  await bill(site, done[5]!.id)
  for (const { id, totalCents } of done.slice(4, 6)) await pay(site, id, totalCents)
  await office(site, `/api/admin/jobs/${done[4]!.id}/refund`, {
    amount: 20,
    reason: 'A downspout was missed',
  })
  await bill(site, done[6]!.id)
  await office(site, '/api/invoices/generate', { jobId: done[7]!.id })
  await giveTimeOff(site)
  await scheduleForNobody(site)
  await office(site, '/api/billing/recurring', {
    recurringScheduleId: 'plan-park',
    customerId: 'customer-park',
    customerName: 'Ada Park',
    customerEmail: 'ada@example.com',
    serviceType: 'Gutter cleaning',
    intervalMonths: 3,
    price: 189.5,
    nextBillingDate: '2026-03-31',
  })
  await office(site, '/api/admin/tasks', {
    title: 'Call Mrs. Okafor about the ladder',
    detail: 'She is at home in the evening.',
  })
  await plantTrouble(site)
  await deps.background.idle()
  return site
}

async function firstFranchise({ world: { deps } }: Site) {
  const [franchise] = await deps.store.read.select().from(franchises).orderBy(asc(franchises.id)).limit(1)
  const done = await deps.store.read
    .select({ id: jobs.id, totalCents: jobs.totalCents })
    .from(jobs)
    .where(and(eq(jobs.status, 'completed'), eq(jobs.franchiseId, franchise!.id)))
    .orderBy(asc(jobs.seq))
    .limit(8)
  return { id: franchise!.id, done }
}

/** Payments from seven weeks ago, and an invoice that is overdue by now. */
async function lastWeeks(site: Site): Promise<void> {
  const { clock } = site.world
  const franchise = await firstFranchise(site)
  clock.advance(-50 * day)
  await onboard(site, franchise.id)
  for (const { id, totalCents } of franchise.done.slice(0, 3)) {
    await bill(site, id)
    await pay(site, id, totalCents)
  }
  clock.advance(30 * day)
  await bill(site, franchise.done[3]!.id)
  clock.advance(20 * day)
}

let strangers = 0
const stranger = () => `198.18.7.${++strangers}`

async function onboard(site: Site, franchiseId: string): Promise<void> {
  const { url } = await office(site, '/api/payments/connect/onboard', { franchiseId })
  await send(site.world.app, 'POST', new URL(url).pathname, { raw: '', from: stranger() })
  await site.world.deps.background.idle()
}

/** Pays a job on the demo checkout, as its customer would. */
export async function pay(site: Site, jobId: string, amount: number): Promise<void> {
  const { app, deps } = site.world
  const checkout = await send(app, 'POST', '/api/payments/checkout', {
    body: { amount, jobId },
    from: stranger(),
  })
  if (checkout.status !== 200) throw new Error(checkout.text)
  const raw = new URLSearchParams({ card: '4242424242424242' })
  await send(app, 'POST', new URL(checkout.body.data.url).pathname, { raw, from: stranger() })
  await deps.background.idle()
}

async function bill(site: Site, jobId: string): Promise<void> {
  const { invoice } = await office(site, '/api/invoices/generate', { jobId })
  await office(site, '/api/invoices/send', { invoiceId: invoice.id, method: 'email' })
}

async function giveTimeOff(site: Site): Promise<void> {
  const { deps } = site.world
  const crew = await deps.store.read.select().from(workers).orderBy(asc(workers.name)).limit(2)
  const at = (hours: number) => new Date(deps.clock.now() + hours * 3_600_000).toISOString()
  const away = (worker: number, startsAt: string, endsAt: string, reason: string) =>
    office(site, `/api/admin/workers/${crew[worker]!.id}/time-off`, { startsAt, endsAt, reason })
  await away(0, at(28), at(31), 'Dentist')
  await away(1, at(12), at(72), 'Holiday')
}

/** Two overlapping visits without a worker. */
async function scheduleForNobody(site: Site): Promise<void> {
  const { deps } = site.world
  const waiting = await deps.store.read
    .select()
    .from(jobs)
    .where(eq(jobs.status, 'pending'))
    .orderBy(asc(jobs.seq))
    .limit(2)
  for (const [place, { id }] of waiting.entries()) {
    const start = new Date(deps.clock.now() + (26 + place) * 3_600_000).toISOString()
    await office(site, `/api/admin/jobs/${id}/schedule`, { start, workerId: null, tellCustomer: false })
  }
}

async function plantTrouble(site: Site): Promise<void> {
  const { store, clock } = site.world.deps
  const now = clock.now()
  const event = { id: 'evt_dead', type: 'customer.created', data: { object: { id: 'cus_1' } } }
  await store.write(async (tx) => {
    await tx.insert(webhookEvents).values({
      id: event.id,
      type: event.type,
      payload: JSON.stringify(event),
      source: 'webhook',
      dueAt: now,
      state: 'dead',
      attempts: 12,
      lastError: 'The disk was full',
      receivedAt: now,
    })
    const [message] = await tx.select().from(outbox).limit(1)
    await tx
      .update(outbox)
      .set({ state: 'dead', attempts: 8, lastError: "The mailbox doesn't exist" })
      .where(eq(outbox.id, message!.id))
  })
  const error = { message: 'The map could not be drawn', page: '/admin', stack: 'at drawBase (map.ts:12)' }
  await office(site, '/api/dev/errors', error)
}
