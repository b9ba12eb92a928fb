import { eq } from 'drizzle-orm'
import { invoices, jobs } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import type { MoneyTest } from '../../support/money'

/** HQ's actions on a job's invoices. */
export function deskOf(money: MoneyTest) {
  const { store } = money.deps
  const invoicesOf = (jobId: string) =>
    store.read.select().from(invoices).where(eq(invoices.jobId, jobId)).orderBy(invoices.id)
  const detail = async (id: string) =>
    expectStatus(await money.hq('GET', `/api/admin/invoices/${id}`), 200).body.data
  const generate = (jobId: string) => money.hq('POST', '/api/invoices/generate', { jobId })
  const send = (invoiceId: string) => money.hq('POST', '/api/invoices/send', { invoiceId, method: 'email' })
  /** Without waiting for its background work. */
  const cancelOnly = async (jobId: string) =>
    void expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/cancel`), 200)
  return {
    invoicesOf,
    detail,
    generate,
    send,
    notesOf: async (jobId: string) => (await invoicesOf(jobId)).filter(({ kind }) => kind === 'credit_note'),
    /** A draft: its row and its content. */
    make: async (jobId: string) => {
      const answer = await generate(jobId)
      if (answer.status !== 200) expectStatus(answer, 201)
      return answer.body.data
    },
    sent: async (jobId: string) => {
      const answer = await generate(jobId)
      const { invoice, invoiceData } = answer.body.data
      expectStatus(await send(invoice.id), 200)
      const { payUrl } = invoiceData
      return { id: invoice.id as string, path: payUrl === null ? '' : new URL(payUrl).pathname }
    },
    refund: async (jobId: string, amount?: number) => {
      const body = amount === undefined ? {} : { amount }
      expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/refund`, body), 201)
      await money.rest()
    },
    reprice: async (jobId: string, price: number) =>
      void expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/reprice`, { price }), 200),
    cancel: async (jobId: string) => {
      await cancelOnly(jobId)
      await money.rest()
    },
    cancelOnly,
    void: async (id: string) =>
      void expectStatus(await money.hq('POST', `/api/admin/invoices/${id}/void`), 200),
    overdue: async () => {
      money.clock.advance(30 * 86_400_000)
      return expectStatus(await money.hq('GET', '/api/admin/invoices?overdue=true'), 200).body.data.items
    },
    /** For a job of HQ's own: a visit at this moment. */
    visitAt: (jobId: string, moment: string) => {
      const scheduledStart = Date.parse(moment)
      const scheduledEnd = scheduledStart + 3_600_000
      const visit = { scheduledStart, scheduledEnd, busyUntil: scheduledEnd }
      return store.write((tx) => tx.update(jobs).set(visit).where(eq(jobs.id, jobId)))
    },
  }
}
export type Desk = ReturnType<typeof deskOf>
