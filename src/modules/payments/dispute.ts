import { eq, sql } from 'drizzle-orm'
import { payments, refunds } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { formatUsd, type Cents } from '../../lib/money'
import { clearTask, raiseTask } from '../hq-tasks/raise'
import { postTransaction, type Entry, type LedgerKind } from '../ledger/post'
import { disputeLost, disputeOpened, undone } from '../ledger/recipes'
import type { PaymentRow } from '../money/rows'
import { sharesOfPayment } from '../money/shares'
import { showOnJob } from '../money/state'
import { decidedCents, refundsOfPayment } from '../refunds/rows'
import { takeBack } from '../transfers/take-back'

export interface Dispute {
  id: string
  cents: Cents
}

/** The customer's bank has taken the money back until somebody decides who is right. */
export async function openDispute(tx: Tx, now: number, payment: PaymentRow, dispute: Dispute): Promise<void> {
  if ((await book(tx, now, payment, dispute, 'dispute', disputeOpened(dispute.cents))) === 'already') return
  await show(tx, now, payment, true, 'disputed')
  await raiseTask(tx, now, {
    kind: 'payment.disputed',
    subject: payment.id,
    title: `A payment of ${formatUsd(dispute.cents)} is disputed`,
    detail: `Answer at the processor before the deadline. Job ${payment.jobId}.`,
    franchiseId: payment.franchiseId,
  })
}

/** Won: as if nothing had been. Lost: a refund that the bank has already paid. */
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
    if (posted === 'posted') await show(tx, now, payment, false, 'dispute-won')
  } else await lose(tx, now, payment, dispute)
  await clearTask(tx, now, 'payment.disputed', payment.id)
}

async function lose(tx: Tx, now: number, payment: PaymentRow, { id, cents }: Dispute): Promise<void> {
  const before = decidedCents(await refundsOfPayment(tx, payment.id))
  const [row] = await tx
    .insert(refunds)
    .values({
      id: `dispute:${id}`,
      paymentId: payment.id,
      jobId: payment.jobId,
      cents,
      cause: 'outside',
      actor: 'bank',
      state: 'done',
      processorId: id,
      doneAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return
  await book(
    tx,
    now,
    payment,
    { id, cents },
    'dispute_lost',
    disputeLost(sharesOfPayment(payment), before, cents),
  )
  await tx
    .update(payments)
    .set({ refundedCents: sql`${payments.refundedCents} + ${cents}`, updatedAt: now })
    .where(eq(payments.id, payment.id))
  await takeBack(tx, now, { payment, refundId: row.id, cents })
}

async function show(tx: Tx, at: number, payment: PaymentRow, disputed: boolean, kind: string): Promise<void> {
  await tx.update(payments).set({ disputed, updatedAt: at }).where(eq(payments.id, payment.id))
  const decided = decidedCents(await refundsOfPayment(tx, payment.id))
  await showOnJob(tx, { ...payment, disputed }, decided, { kind, actor: 'processor', at })
}

function book(tx: Tx, at: number, payment: PaymentRow, { id }: Dispute, kind: LedgerKind, entries: Entry[]) {
  const { jobId, franchiseId, demo } = payment
  return postTransaction(tx, { kind, about: `${kind}:${id}`, at, entries, jobId, franchiseId, demo })
}
