import { eq, sql } from 'drizzle-orm'
import { payments, refunds } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { must } from '../../lib/errors'
import { formatUsd, type Cents } from '../../lib/money'
import { creditNoteForRefund } from '../invoices'
import {
  postTransaction,
  disputeLost,
  disputeOpened,
  undone,
  sharesOfPayment,
  type Entry,
  type LedgerKind,
} from '../ledger'
import { clearTodo, raiseTodo } from '../office'
import { takeBack } from '../payouts'
import { announcePayment } from './outbound'
import {
  showOnJob,
  decidedCents,
  findPaymentRow,
  findRefund,
  refundsOfPayment,
  type PaymentRow,
} from './rows'

export interface Dispute {
  id: string
  cents: Cents
}

/** The bank asks about a payment without taking the money. Leaving it unanswered may lead to a dispute. */
export async function reportInquiry(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  dispute: Dispute,
): Promise<void> {
  await raiseTodo(tx, now, {
    kind: 'payment.inquiry',
    subject: payment.id,
    title: `Answer the bank about a payment of ${formatUsd(dispute.cents)}`,
    detail:
      "The customer's bank asked about this payment. Answer in your payment processor's dashboard before the deadline, or it may become a dispute.",
    franchiseId: payment.franchiseId,
    jobId: payment.jobId,
  })
}

export const closeInquiry = (tx: Tx, now: number, payment: PaymentRow): Promise<void> =>
  clearTodo(tx, now, 'payment.inquiry', payment.id)

/** The customer's bank has taken the money back until the dispute is decided. */
export async function openDispute(tx: Tx, now: number, payment: PaymentRow, dispute: Dispute): Promise<void> {
  if ((await book(tx, now, payment, dispute, 'dispute', disputeOpened(dispute.cents))) === 'already') return
  await closeInquiry(tx, now, payment)
  await show(tx, now, payment, true, 'disputed')
  await announcePayment(tx, now, 'disputed', { ...payment, disputed: true })
  await raiseTodo(tx, now, {
    kind: 'payment.disputed',
    subject: payment.id,
    title: `Respond to a dispute over ${formatUsd(dispute.cents)}`,
    detail:
      "The customer disputed this payment with their bank. Respond in your payment processor's dashboard before the deadline.",
    franchiseId: payment.franchiseId,
    jobId: payment.jobId,
  })
}

/** A dispute we win is reversed. One we lose is a refund that the bank has already paid. */
export async function closeDispute(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  dispute: Dispute,
  outcome: 'won' | 'lost',
): Promise<void> {
  await openDispute(tx, now, payment, dispute)
  if (outcome === 'won') {
    const posted = await book(tx, now, payment, dispute, 'dispute_won', undone(disputeOpened(dispute.cents)))
    if (posted === 'posted') await showClosed(tx, now, payment, 'dispute-won')
  } else await lose(tx, now, payment, dispute)
  await clearTodo(tx, now, 'payment.disputed', payment.id)
}

/** Any part the customer had already been refunded is now money they owe us. */
async function lose(tx: Tx, now: number, payment: PaymentRow, dispute: Dispute): Promise<void> {
  if (await findRefund(tx, refundIdOf(dispute))) return
  const before = decidedCents(await refundsOfPayment(tx, payment.id))
  const cents = Math.min(dispute.cents, payment.capturedCents - before)
  if (cents > 0) await keepLost(tx, now, payment, { id: dispute.id, cents }, before)
  if (cents < dispute.cents) await reportRest(tx, now, payment, dispute, cents)
  await showClosed(tx, now, payment, 'dispute-lost')
}

const refundIdOf = ({ id }: Dispute): string => `dispute:${id}`

async function keepLost(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  lost: Dispute,
  before: Cents,
): Promise<void> {
  const { cents } = lost
  const refundId = refundIdOf(lost)
  await tx.insert(refunds).values({
    id: refundId,
    paymentId: payment.id,
    jobId: payment.jobId,
    cents,
    cause: 'outside',
    actor: 'bank',
    state: 'done',
    processorId: lost.id,
    doneAt: now,
    createdAt: now,
    updatedAt: now,
  })
  await book(tx, now, payment, lost, 'dispute_lost', disputeLost(sharesOfPayment(payment), before, cents))
  await tx
    .update(payments)
    .set({ refundedCents: sql`${payments.refundedCents} + ${cents}`, updatedAt: now })
    .where(eq(payments.id, payment.id))
  await takeBack(tx, now, { payment, refundId, cents })
  if (payment.pays) await creditNoteForRefund(tx, now, payment.jobId)
}

async function reportRest(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  dispute: Dispute,
  taken: Cents,
): Promise<void> {
  const rest = formatUsd(dispute.cents - taken)
  await raiseTodo(tx, now, {
    kind: 'payment.disputed-rest',
    subject: payment.id,
    title: `Collect ${rest}: the customer was refunded twice`,
    detail: `The customer got ${rest} both as a refund and from their bank, because we lost the dispute over ${formatUsd(dispute.cents)} with only ${formatUsd(taken)} left to give back. Ask them to return it.`,
    franchiseId: payment.franchiseId,
    jobId: payment.jobId,
  })
}

async function showClosed(tx: Tx, at: number, { id }: PaymentRow, kind: string): Promise<void> {
  const payment = must(await findPaymentRow(tx, id), 'The disputed payment')
  await show(tx, at, payment, false, kind)
  await announcePayment(tx, at, 'dispute_closed', { ...payment, disputed: false })
}

async function show(tx: Tx, at: number, payment: PaymentRow, disputed: boolean, kind: string): Promise<void> {
  await tx.update(payments).set({ disputed, updatedAt: at }).where(eq(payments.id, payment.id))
  await showOnJob(tx, payment.jobId, { kind, actor: 'processor', at })
}

function book(tx: Tx, at: number, payment: PaymentRow, { id }: Dispute, kind: LedgerKind, entries: Entry[]) {
  const { jobId, franchiseId, demo } = payment
  return postTransaction(tx, { kind, about: `${kind}:${id}`, at, entries, jobId, franchiseId, demo })
}
