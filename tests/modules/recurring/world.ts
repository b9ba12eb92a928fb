import { eq } from 'drizzle-orm'
import { billingCharges, billingSchedules, hqTasks, invoices, jobs, outbox } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

/** A service with an HQ user and a caller that triggers its tasks. */
export interface Recurring extends Admin {
  /** Runs the task by GET, or by POST with a body, and waits for its background work. */
  run(body?: unknown): Promise<Record<string, unknown> & { jobs: Record<string, unknown>[] }>
  schedule(changes?: Record<string, unknown>): Promise<string>
  template(changes?: Record<string, unknown>): Promise<string>
  rows: ReturnType<typeof readers>
}

const readers = ({ deps: { store } }: Admin) => ({
  jobs: () => store.read.select().from(jobs).orderBy(jobs.seq),
  invoices: () => store.read.select().from(invoices).orderBy(invoices.id),
  charges: () =>
    store.read.select().from(billingCharges).orderBy(billingCharges.period, billingCharges.attempt),
  tasks: () => store.read.select().from(hqTasks).orderBy(hqTasks.id),
  messages: (template: string) =>
    store.read.select().from(outbox).where(eq(outbox.template, template)).orderBy(outbox.id),
  schedule: async (id: string) =>
    (await store.read.select().from(billingSchedules).where(eq(billingSchedules.id, id)))[0]!,
})

let count = 0

export async function startRecurring(env: Record<string, string> = {}): Promise<Recurring> {
  const admin = await startAdmin({ BUSINESS_TIMEZONE: 'UTC', ...env })
  return {
    ...admin,
    rows: readers(admin),
    async run(body) {
      count += 1
      const from = `198.19.${(count >> 8) & 255}.${count & 255}`
      const token = admin.deps.secrets.cronSecret
      const answer = await (body === undefined
        ? admin.call('GET', '/api/cron/recurring-jobs', { token, from })
        : admin.call('POST', '/api/cron/recurring-jobs', { token, from, body }))
      await admin.deps.background.idle()
      return expectStatus(answer, 200).body.data
    },
    async schedule(changes = {}) {
      const answer = await admin.post('/api/billing/recurring', {
        ...aSchedule,
        recurringScheduleId: `rs-${++count}`,
        ...changes,
      })
      return expectStatus(answer, 201).body.data.schedule.id
    },
    async template(changes = {}) {
      return expectStatus(await admin.post('/api/admin/templates', { ...aTemplate, ...changes }), 201).body
        .data.id
    },
  }
}

export const aSchedule = {
  customerId: 'customer-1',
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  serviceType: 'Gutter cleaning',
  intervalMonths: 1,
  price: 100,
  nextBillingDate: '2026-03-02',
}

export const aTemplate = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  address: '1420 Larimer St, Denver, CO',
  type: 'Gutter cleaning',
  price: 100,
  intervalMonths: 1,
  anchorDate: '2026-03-10',
}
