import { and, asc, count, desc, eq, inArray, lt, notInArray } from 'drizzle-orm'
import { franchises, jobs, outbox, webhookEvents, workers } from '../../../db/schema'
import { seedMoney } from '../../../src/demo/money'
import { send } from '../../support/app'
import { customerWithPast, office, startDemoSite } from './demo-site'
import type { Site } from './site'

const day = 86_400_000

interface BusyOfficeOptions {
  /** With the payments of half a year, as a first start of the demo has them. */
  history?: boolean
}

/** The demo company on a busy day: every console tab has something to show and something to worry about. */
export async function startBusyOffice({ history = false }: BusyOfficeOptions = {}): Promise<Site> {
  let done = nothingDone
  const site = await startDemoSite(async (started) => {
    done = await jobsToBill(started, history)
    if (history) await pastPayments(started, done)
    await lastWeeks(started, done, history)
  })
  const { deps } = site.world
  const [refunded, paid, billed, drafted] = done.latest
  await bill(site, paid!.id)
  for (const { id, totalCents } of [refunded!, paid!]) await pay(site, id, totalCents)
  await office(site, `/api/admin/jobs/${refunded!.id}/refund`, {
    amount: 20,
    reason: 'A downspout was missed',
  })
  await bill(site, billed!.id)
  await office(site, '/api/invoices/generate', { jobId: drafted!.id })
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

interface Done {
  franchiseId: string
  /** Done seven weeks ago, then three weeks ago, then lately. */
  early: DoneJob[]
  middle: DoneJob[]
  latest: DoneJob[]
}
type DoneJob = { id: string; totalCents: number }
const nothingDone: Done = { franchiseId: '', early: [], middle: [], latest: [] }

/** Jobs of one franchise that nobody has paid, chosen so that they were done just before they are billed. */
async function jobsToBill(site: Site, hasAccount: boolean): Promise<Done> {
  const { read } = site.world.deps.store
  const now = site.world.deps.clock.now()
  // With past payments, the first ones by name can receive their shares.
  const [franchise] = await read
    .select()
    .from(franchises)
    .orderBy(asc(hasAccount ? franchises.name : franchises.id))
    .limit(1)
  const taken = [(await customerWithPast(site)).done.id]
  const doneBefore = async (moment: number, limit: number): Promise<DoneJob[]> => {
    const found = await read
      .select({ id: jobs.id, totalCents: jobs.totalCents })
      .from(jobs)
      .where(
        and(
          eq(jobs.status, 'completed'),
          eq(jobs.franchiseId, franchise!.id),
          lt(jobs.completedAt, moment),
          notInArray(jobs.id, taken),
        ),
      )
      .orderBy(desc(jobs.completedAt))
      .limit(limit)
    taken.push(...found.map(({ id }) => id))
    return found
  }
  const early = await doneBefore(now - 50 * day, 3)
  const middle = await doneBefore(now - 20 * day, 1)
  return { franchiseId: franchise!.id, early, middle, latest: await doneBefore(now, 4) }
}

/** Adds the payments of a first start of the demo, but for the jobs that are billed here. */
async function pastPayments(site: Site, { early, middle, latest }: Done): Promise<void> {
  const { deps } = site.world
  const own = [...early, ...middle, ...latest, (await customerWithPast(site)).done].map(({ id }) => id)
  const mark = (demo: boolean) =>
    deps.store.write((tx) => tx.update(jobs).set({ demo }).where(inArray(jobs.id, own)))
  await mark(false)
  await seedMoney(deps, deps.clock.now())
  await mark(true)
}

/** Payments from seven weeks ago, and an invoice that is overdue by now. */
async function lastWeeks(
  site: Site,
  { franchiseId, early, middle }: Done,
  hasAccount: boolean,
): Promise<void> {
  const { clock } = site.world
  clock.advance(-50 * day)
  if (!hasAccount) await onboard(site, franchiseId)
  for (const { id, totalCents } of early) {
    await bill(site, id)
    await pay(site, id, totalCents)
  }
  clock.advance(30 * day)
  for (const { id } of middle) await bill(site, id)
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
    // The only one to its recipient, or another would have reached the same mailbox.
    const [message] = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .groupBy(outbox.recipient)
      .having(eq(count(), 1))
      .orderBy(asc(outbox.id))
      .limit(1)
    await tx
      .update(outbox)
      .set({ state: 'dead', attempts: 8, lastError: "The mailbox doesn't exist" })
      .where(eq(outbox.id, message!.id))
  })
  const error = { message: "Couldn't draw the map", page: '/admin', stack: 'at drawBase (map.ts:12)' }
  await office(site, '/api/dev/errors', error)
}
