import { z } from 'zod'
import type { Tx } from '../../../../db/store'
import { findJob } from '../../jobs/find'
import type { JobRow } from '../../jobs/present'
import { findPaymentRow } from '../../money/rows'
import { confirmPayment } from '../../payments/confirm'
import { noteFailure } from '../../payments/note'
import { reportCurrency } from '../../payments/report'
import { EventFailure, readObject, type Handler } from './handler'

const cents = z.int().min(0)

export const PaymentIntent = z.object({
  id: z.string().min(1).max(255),
  amount: cents,
  amount_received: cents.nullish(),
  currency: z.string().default('usd'),
  metadata: z.object({ jobId: z.string().max(200).optional() }).nullish(),
})
type PaymentIntent = z.infer<typeof PaymentIntent>

export const paymentSucceeded: Handler = ({ clock }, object) => {
  const intent = readObject(PaymentIntent, object)
  return async (tx) => {
    const job = await jobOf(tx, intent)
    if (!job) return
    if (intent.currency !== 'usd') return reportCurrency(tx, clock.now(), job, intent.id, intent.currency)
    const capturedCents = intent.amount_received ?? intent.amount
    if (capturedCents === 0) return
    const { id, amount: amountCents } = intent
    await confirmPayment(tx, { clock }, job, { id, amountCents, capturedCents, feeCents: null })
  }
}

export const paymentFailed: Handler = ({ clock }, object) => {
  const intent = readObject(PaymentIntent, object)
  return async (tx) => {
    const job = await jobOf(tx, intent)
    if (job) await noteFailure(tx, clock.now(), job, { id: intent.id, amountCents: intent.amount })
  }
}

/** The job it names, or the one we know it for. One that names none of ours is none of our business. */
async function jobOf(tx: Tx, { id, metadata }: PaymentIntent): Promise<JobRow | null> {
  const named = metadata?.jobId ?? (await findPaymentRow(tx, id))?.jobId
  if (named === undefined) return null
  const job = await findJob(tx, named)
  // It may be on its way: bookings and payments come by different roads.
  if (!job) throw new EventFailure('It names a job that does not exist')
  return job
}
