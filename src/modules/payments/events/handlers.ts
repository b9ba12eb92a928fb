import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { checkoutSessions } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { idOf } from '../../../http/fields'
import { second } from '../../../lib/clock'
import { findJob, type JobRow } from '../../jobs'
import { raiseTodo } from '../../office'
import {
  franchiseOfAccount,
  keepAccountFlags,
  releaseSoon,
  reconcileReversals,
  transferByProcessorId,
} from '../../payouts'
import { checkClaimOn, keepTied, withRefunds, type LearnedPayment } from '../claims'
import { confirmPayment } from '../confirm'
import { findPaymentRow, noteFailure, type PaymentRow } from '../rows'

/** The changes an event makes. They run in the unit that marks the event as done. */
export type Change = (tx: Tx) => Promise<void>

/** Adds work to do after the change is saved. If we crash in between, the retry task does it. */
export interface Handling {
  change: Change
  afterwards(): void | Promise<void>
}

/** Reads an event's object, asks the processor if necessary, and returns the change to make. */
export type Handler = (deps: Deps, object: Fields) => Promise<Change | Handling> | Change | Handling
type Fields = Record<string, unknown>

/** The event can't be processed now and stays in the queue. HQ sees the text. */
export class EventFailure extends Error {
  override name = 'EventFailure'
}

export const nothing: Change = async () => {}
export function readObject<S extends z.ZodType>(schema: S, object: Fields): z.output<S> {
  const read = schema.safeParse(object)
  if (read.success) return read.data
  const places = read.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new EventFailure(`The event is missing expected fields: ${places}`)
}

export const cents = z.int().min(0)

const PaidCharge = z.object({
  payment_method_details: z
    .object({ card: z.object({ brand: z.string().max(50), last4: z.string().regex(/^\d{4}$/) }).nullish() })
    .nullish(),
})

/** Time to ask the processor for the card, so that the receipt can name it. */
const cardDelayMs = 10 * second

export const PaymentIntent = z.object({
  id: z.string().min(1).max(255),
  amount: cents,
  amount_received: cents.nullish(),
  currency: z.string().default('usd'),
  metadata: z
    .object({ jobId: idOf(200), job_id: idOf(200) })
    .partial()
    .nullish(),
  // Newer versions of the processor only name the charge, and are asked for the card.
  charges: z
    .object({ data: z.array(PaidCharge) })
    .nullish()
    .catch(null),
})
type PaymentIntent = z.infer<typeof PaymentIntent>

export const paymentSucceeded: Handler = (deps, object) => {
  const intent = readObject(PaymentIntent, object)
  const { id, amount: amountCents, currency } = intent
  const capturedCents = intent.amount_received ?? amountCents
  return {
    async change(tx) {
      const at = deps.clock.now()
      const job = await jobOf(tx, intent)
      if (job && currency !== 'usd') return reportCurrency(tx, at, job, id, currency)
      if (currency !== 'usd' || capturedCents === 0) return
      const card = intent.charges?.data[0]?.payment_method_details?.card ?? null
      const isLearntLater = card === null && deps.providers.payments.name === 'stripe'
      if (job)
        await confirmPayment(tx, deps, job, {
          id,
          amountCents,
          capturedCents,
          feeCents: null,
          card,
          ...(isLearntLater ? { receiptAt: at + cardDelayMs } : {}),
        })
      if ((await findPaymentRow(tx, id))?.jobId !== job?.id) return
      const jobId = job?.id ?? null
      await deps.providers.payments.adoptEventPayment?.(tx, { id, jobId, amountCents, capturedCents, at })
    },
    // A payment that names no job may be the one a booking named.
    afterwards: () => checkClaimOn(deps, id),
  }
}

export const paymentFailed: Handler = ({ clock }, object) => {
  const intent = readObject(PaymentIntent, object)
  return async (tx) => {
    const job = await jobOf(tx, intent)
    if (job) await noteFailure(tx, clock.now(), job, { id: intent.id, amountCents: intent.amount })
  }
}

/** The job the payment names, or the one we know it belongs to. Null if it has nothing to do with us. */
async function jobOf(tx: Tx, { id, metadata }: PaymentIntent): Promise<JobRow | null> {
  const named = metadata?.jobId ?? metadata?.job_id ?? (await findPaymentRow(tx, id))?.jobId
  if (named === undefined) return null
  const job = await findJob(tx, named)
  // The booking may still be on its way, because bookings and payments arrive separately.
  if (!job) throw new EventFailure("The event names a job that doesn't exist")
  return job
}

/** Our books have only one currency, so HQ must handle a payment in another one. */
export async function reportCurrency(
  tx: Tx,
  at: number,
  job: JobRow,
  paymentId: string,
  currency: string,
): Promise<void> {
  await raiseTodo(tx, at, {
    kind: 'payment.currency',
    subject: paymentId,
    title: `Paid in another currency: ${job.customerName}`,
    detail: `The customer paid in ${currency.slice(0, 10).toUpperCase()}, but we only book US dollars, so the job still counts as unpaid. Refund the payment in your payment processor's dashboard and ask for US dollars.`,
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}

const Named = z.object({ id: z.string().min(1).max(255) })

/** Only closes the checkout page; the payment's own event says whether it was paid. */
const ended =
  (state: 'completed' | 'expired'): Handler =>
  ({ clock }, object) => {
    const { id } = readObject(Named, object)
    return async (tx) => {
      await tx
        .update(checkoutSessions)
        .set({ state, order: null, updatedAt: clock.now() })
        .where(and(eq(checkoutSessions.sessionId, id), inArray(checkoutSessions.state, ['intended', 'open'])))
    }
  }

export const checkoutCompleted = ended('completed')
export const checkoutExpired = ended('expired')

/** Asks the processor for a payment that an event mentions before we learned that it succeeded. */
export async function learnPayment(deps: Deps, paymentId: string): Promise<LearnedPayment | null> {
  const known = await findPaymentRow(deps.store.read, paymentId)
  const payment = known?.status === 'succeeded' ? null : await deps.providers.payments.findPayment(paymentId)
  return payment && withRefunds(deps, payment)
}

/** Our row for the payment, created if necessary. Null if it isn't a payment for a job. */
export async function keepLearned(
  tx: Tx,
  deps: Deps,
  paymentId: string,
  learned: LearnedPayment | null,
): Promise<PaymentRow | null> {
  const known = await findPaymentRow(tx, paymentId)
  const jobId = known?.jobId ?? learned?.payment.jobId ?? null
  if (known?.status === 'succeeded' || !learned || jobId === null) return known ?? null
  const job = await findJob(tx, jobId)
  if (!job) throw new EventFailure("The event names a job that doesn't exist")
  await keepTied(tx, deps, job, learned)
  return (await findPaymentRow(tx, paymentId)) ?? null
}

const Transfer = Named.extend({
  amount_reversed: z.int().min(0),
  metadata: z.object({ key: z.string().optional() }).nullish(),
})

/** Asks the processor, because an account's events may arrive in any order. */
export const accountUpdated: Handler = async (deps, object) => {
  const { id } = readObject(Named, object)
  const franchise = await franchiseOfAccount(deps.store.read, id)
  if (!franchise) return nothing
  const account = await deps.providers.payments.findAccount(id)
  return {
    change: (tx) => keepAccountFlags(tx, deps.clock.now(), franchise, account),
    afterwards() {
      if (account?.canReceive) releaseSoon(deps, franchise.id)
    },
  }
}

export const transferReversed: Handler = async (deps, object) => {
  const { id, amount_reversed: reversed, metadata } = readObject(Transfer, object)
  const transfer = await transferByProcessorId(deps.store.read, id)
  if (!transfer && metadata?.key !== undefined)
    throw new EventFailure("Its transfer isn't recorded as sent yet")
  if (!transfer || transfer.reversedCents >= reversed) return nothing
  const listed = await deps.providers.payments.listReversals(id)
  return (tx) => reconcileReversals(tx, deps.clock.now(), transfer, listed)
}
