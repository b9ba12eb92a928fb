import { z } from 'zod'
import type { PaymentRow, refunds } from '../../../db/schema'
import { paymentMethods, processorStates } from '../../../db/schema/payments'
import type { Tx } from '../../../db/store'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import { eventType, recordEvent, type EventType } from '../events'
import { Refund } from './model'

type RefundRow = typeof refunds.$inferSelect

const Payment = z.object({
  id: z.string().describe("The processor's own id; ours for a payment that HQ recorded"),
  jobId: z.string(),
  franchiseId: z.string().nullable(),
  status: z.enum(processorStates),
  pays: z.boolean().describe('Whether this payment counts toward the total; any other one is refunded'),
  method: z.enum(paymentMethods),
  amount: z.number(),
  captured: z.number(),
  refunded: z.number(),
  disputed: z.boolean(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
type Payment = z.infer<typeof Payment>

/** Without HQ's words, which may name the customer. */
const RefundNews = Refund.omit({ reason: true })

const paymentEvents = {
  succeeded: eventType('payment.succeeded', 'A customer paid', Payment),
  failed: eventType('payment.failed', 'A card was declined', Payment),
  disputed: eventType('payment.disputed', 'A customer disputed a payment with their bank', Payment),
  dispute_closed: eventType('payment.dispute_closed', 'A dispute was won or lost', Payment),
}

const refundEvents = {
  intended: eventType('refund.created', 'A refund was approved', RefundNews),
  done: eventType('refund.succeeded', 'A refund was paid', RefundNews),
  refused: eventType('refund.failed', 'A refund was refused, or came back later', RefundNews),
}

/** Every event about money from and to customers. */
export const paymentEventTypes: EventType[] = [
  ...Object.values(paymentEvents),
  ...Object.values(refundEvents),
]

export const announcePayment = (
  tx: Tx,
  at: number,
  event: keyof typeof paymentEvents,
  payment: PaymentRow,
): Promise<void> => recordEvent(tx, at, paymentEvents[event], () => presentPayment(payment))

/** The refund's state says what happened to it. */
export const announceRefund = (tx: Tx, at: number, refund: RefundRow): Promise<void> =>
  recordEvent(tx, at, refundEvents[refund.state], () => RefundNews.parse(presentRefund(refund)))

function presentPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    jobId: row.jobId,
    franchiseId: row.franchiseId,
    status: row.status,
    pays: row.pays,
    method: row.method,
    amount: unitsFromCents(row.amountCents),
    captured: unitsFromCents(row.capturedCents),
    refunded: unitsFromCents(row.refundedCents),
    disputed: row.disputed,
    cardBrand: row.cardBrand,
    cardLast4: row.cardLast4,
    paidAt: isoTimeOrNull(row.paidAt),
    createdAt: isoTime(row.createdAt),
  }
}

export function presentRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    paymentId: row.paymentId,
    jobId: row.jobId,
    amount: unitsFromCents(row.cents),
    cause: row.cause,
    actor: row.actor,
    reason: row.reason,
    state: row.state,
    method: row.method,
    refundId: row.method === null ? row.processorId : null,
    refusal: row.refusal,
    pending: row.pending,
    failedAt: isoTimeOrNull(row.failedAt),
    createdAt: isoTime(row.createdAt),
    doneAt: isoTimeOrNull(row.doneAt),
  }
}
