import { eq } from 'drizzle-orm'
import { franchiseSplits, franchises, jobs, payments, refunds, transfers } from '../../db/schema'
import { newId } from '../../db/store'
import { signBody } from '../../src/providers/payments/signature'
import type { Payments } from '../../src/providers/payments/types'
import { startTestApp, type Answer, type CallOptions, type TestApp } from './app'

/** A service with a franchise or two, jobs, and a processor that can be made to fail. */
export interface MoneyTest extends TestApp {
  hq(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** As the public, each time from an unused address. */
  open(method: string, path: string, options?: CallOptions): Promise<Answer>
  franchise(terms?: { share?: number; tax?: number; onboarded?: boolean }): Promise<string>
  /** A $199.99 job by default; its row. */
  job(booking?: Record<string, unknown>): Promise<JobRow>
  readJob(id: string): Promise<JobRow>
  /** Pays the balance due on the demo checkout; returns the payment's id once everything has settled. */
  pay(jobId: string, card?: string): Promise<string>
  /** A signed event sent directly to the webhook. */
  event(type: string, object: Record<string, unknown>, id?: string): Promise<Answer>
  cron(): Promise<Answer>
  /** Replaces methods of the processor until `mend`. */
  break(broken: Partial<Payments>): void
  mend(): void
  rest(): Promise<void>
  paymentsOf(jobId: string): Promise<(typeof payments.$inferSelect)[]>
  refundsOf(jobId: string): Promise<(typeof refunds.$inferSelect)[]>
  transfersOf(jobId: string): Promise<(typeof transfers.$inferSelect)[]>
  tasks(): Promise<{ kind: string; subject: string; detail: string | null }[]>
  outbox(): Promise<{ template: string; recipient: string; channel: string }[]>
}

export type JobRow = typeof jobs.$inferSelect

export async function startMoneyTest(
  env: Record<string, string> = {},
  setting: Parameters<typeof startTestApp>[1] = {},
): Promise<MoneyTest> {
  const app = await startTestApp(env, setting)
  const { deps, clock } = app
  const { store } = deps
  const whole = deps.providers.payments
  let strangers = 0
  const open = (method: string, path: string, options: CallOptions = {}) =>
    app.call(method, path, { from: `198.18.${++strangers >> 8}.${strangers & 255}`, ...options })
  const hq = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    open(method, path, { token: await app.hqToken(), headers, ...(body === undefined ? {} : { body }) })
  const rest = () => deps.background.idle()
  const readJob = async (id: string) => (await store.read.select().from(jobs).where(eq(jobs.id, id)))[0]!

  return {
    ...app,
    hq,
    open,
    rest,
    readJob,
    async franchise({ share = 80, tax = 0, onboarded = false } = {}) {
      const id = newId()
      const at = clock.now()
      await store.write(async (tx) => {
        const stamps = { createdAt: at, updatedAt: at }
        await tx
          .insert(franchises)
          .values({ id, name: 'North', timeZone: 'America/Denver', taxBasisPoints: tax * 100, ...stamps })
        const split = { id: newId(), franchiseId: id, shareBasisPoints: share * 100 }
        await tx.insert(franchiseSplits).values({ ...split, effectiveFrom: at, createdAt: at })
      })
      if (onboarded) {
        const link = await hq('POST', '/api/payments/connect/onboard', { franchiseId: id })
        await open('POST', new URL(link.body.data.url as string).pathname, { raw: '' })
        await rest()
      }
      return id
    },
    async job(booking = {}) {
      const answer = await open('POST', '/api/jobs/create', { body: { ...plainBooking, ...booking } })
      if (answer.status !== 201) throw new Error(answer.text)
      await rest()
      return readJob(answer.body.data.job.id)
    },
    async pay(jobId, card = '4242424242424242') {
      const { totalCents, paidCents } = await readJob(jobId)
      const amount = totalCents - paidCents
      const checkout = await open('POST', '/api/payments/checkout', { body: { amount, jobId } })
      if (checkout.status !== 200) throw new Error(checkout.text)
      await open('POST', new URL(checkout.body.data.url as string).pathname, {
        raw: new URLSearchParams({ card }),
      })
      await rest()
      const session = await deps.providers.demoPayments?.findSession(checkout.body.data.sessionId)
      return session?.intentId ?? ''
    },
    async event(type, object, id = `evt_${newId()}`) {
      const raw = JSON.stringify({ id, type, created: Math.floor(clock.now() / 1000), data: { object } })
      const signature = signBody(raw, deps.secrets.webhookSecrets[0] ?? '', clock.now())
      const answer = await open('POST', '/api/payments-webhook', {
        raw,
        headers: { 'payments-signature': signature },
      })
      await rest()
      return answer
    },
    async cron() {
      const answer = await open('GET', '/api/cron/webhook-retry', { token: deps.secrets.cronSecret })
      await rest()
      return answer
    },
    break(broken) {
      deps.providers.payments = { ...whole, ...broken }
    },
    mend() {
      deps.providers.payments = whole
    },
    paymentsOf: (jobId) => store.read.select().from(payments).where(eq(payments.jobId, jobId)),
    refundsOf: (jobId) => store.read.select().from(refunds).where(eq(refunds.jobId, jobId)),
    transfersOf: (jobId) => store.read.select().from(transfers).where(eq(transfers.jobId, jobId)),
    tasks: async () => (await hq('GET', '/api/admin/tasks')).body.data.items,
    outbox: async () => (await hq('GET', '/api/admin/outbox')).body.data.items,
  }
}

const plainBooking = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  address: '1420 Larimer St, Denver, CO',
  type: 'Gutter cleaning',
  price: 199.99,
}
