import { and, count, desc, eq, gte, inArray, isNotNull, lte } from 'drizzle-orm'
import { customers, jobs, workers } from '../../../db/schema'
import { invoiceUrl } from '../../../src/modules/invoices/links'
import { send } from '../../support/app'
import { startSite, type Site } from './site'

/** The demo company with something on every page. */
export interface DemoSite extends Site {
  /** A customer with upcoming and past visits, an invoice to pay and plans. */
  customer: { email: string; invoice: string; doneJobId: string; offer: string }
  /** A technician with visits today, the first of them on the way. */
  workerId: string
  visitIds: string[]
}

const hour = 3_600_000

/** `past` comes first, because lists show what was made last on top, whatever the clock said then. */
export async function startDemoSite(past?: (site: Site) => Promise<void>): Promise<DemoSite> {
  // Webhooks to software on this machine are part of the tour.
  const site = await startSite({ demoCompany: true, env: { WEBHOOK_PRIVATE_NETWORKS: 'loopback' } })
  await past?.(site)
  return { ...site, ...(await busyWorker(site)), customer: await busyCustomer(site) }
}

/** HQ's actions, through its API. */
export async function office(site: Site, path: string, body?: object) {
  return post(site, path, await site.world.hqToken(), body)
}

export async function officeReads(site: Site, path: string) {
  return post(site, path, await site.world.hqToken(), undefined, 'GET')
}

async function post({ world }: Site, path: string, token: string, body?: object, method = 'POST') {
  const answer = await send(world.app, method, path, { token, body })
  if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
  return answer.body.data
}

/** Assigns visits to a worker who has none today, so there is no conflict. */
async function busyWorker(site: Site): Promise<Pick<DemoSite, 'workerId' | 'visitIds'>> {
  const { store, clock } = site.world.deps
  const worker = await idleWorker(site)
  const waiting = await store.read.select().from(jobs).where(eq(jobs.status, 'pending')).orderBy(jobs.seq)
  const own = waiting.filter(({ franchiseId }) => franchiseId === worker.franchiseId).slice(0, 3)
  for (const [index, { id }] of own.entries()) {
    const start = new Date(clock.now() + (1 + 3 * index) * hour).toISOString()
    await office(site, `/api/admin/jobs/${id}/schedule`, { start, workerId: worker.id, tellCustomer: false })
    if (index === 0) await office(site, `/api/admin/jobs/${id}/move`, { to: 'en_route', tellCustomer: false })
  }
  return { workerId: worker.id, visitIds: own.map(({ id }) => id) }
}

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

async function busyCustomer(site: Site): Promise<DemoSite['customer']> {
  const { deps } = site.world
  const { name, email, done } = await customerWithPast(site)
  const { invoice } = await office(site, '/api/invoices/generate', { jobId: done.id })
  await office(site, '/api/invoices/send', { invoiceId: invoice.id, method: 'email' })
  const proof = await deps.tokens.proof.issue(email)
  const plans = [
    { interval: { intervalMonths: 6 }, terms: { price: 179, phoneConsent: { name } } },
    { interval: { intervalMonths: 12 } },
    { interval: { intervalMonths: 1, intervalWeeks: 2 }, terms: { price: 89 } },
  ]
  for (const { interval, terms } of plans) {
    const wish = { name, serviceType: 'Gutter cleaning', address: done.address, ...interval }
    const { plan } = await post(site, '/api/maintenance-plans', proof, wish)
    if (terms) await post(site, `/api/admin/plans/${plan.id}`, await site.world.hqToken(), terms, 'PATCH')
  }
  const account = await post(site, '/api/account', proof, undefined, 'GET')
  return {
    email,
    invoice: new URL(invoiceUrl(deps, { id: invoice.id, series: 0 })).pathname,
    doneJobId: done.id,
    offer: account.plans.find(({ status }: { status: string }) => status === 'offered').offerPath,
  }
}

/** The customer whose pages the tour shows, and the visit they get an invoice for. */
export async function customerWithPast({ world }: Site) {
  const { read } = world.deps.store
  const withFuture = await read
    .select({ id: customers.id, name: customers.name, email: customers.email })
    .from(jobs)
    .innerJoin(customers, eq(customers.id, jobs.customerId))
    .where(and(inArray(jobs.status, ['pending', 'scheduled']), isNotNull(customers.email)))
    .groupBy(customers.id)
    .orderBy(desc(count()), customers.id)
  for (const { id, name, email } of withFuture) {
    const [done] = await read
      .select()
      .from(jobs)
      .where(and(eq(jobs.customerId, id), eq(jobs.status, 'completed')))
      .orderBy(desc(jobs.completedAt))
      .limit(1)
    if (done) return { name, email: email!, done }
  }
  throw new Error('Nobody in the demo company has visits both to come and behind')
}
