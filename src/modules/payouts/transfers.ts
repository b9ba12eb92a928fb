import { eq, sql, and, inArray } from 'drizzle-orm'
import { franchises, transfers, transferReversals, payments, type PaymentRow } from '../../../db/schema'
import { placeholders, prepared, newId, type Tx, type Db } from '../../../db/store'
import { missing } from '../../lib/errors'
import type { Cents } from '../../lib/money'
import { refundShares, sharesOfPayment } from '../ledger'

const insertTransfer = prepared((db) =>
  db.insert(transfers).values(placeholders(transfers)).onConflictDoNothing(),
)
const accountOf = prepared((db) =>
  db
    .select({ accountId: franchises.accountId, payoutsEnabled: franchises.payoutsEnabled })
    .from(franchises)
    .where(eq(franchises.id, sql.placeholder('id')))
    .limit(1),
)

/** The cents a transfer will send: one that waits becomes smaller by the franchise's part of refunds (see `franchiseDue`). */
export const leftOfTransfer = sql<number>`iif(transfers.state = 'pending', min(transfers.cents, (
  SELECT paid.franchise_cents - paid.franchise_cents
    * (paid.refunded_cents - paid.tax_cents * paid.refunded_cents / max(1, paid.captured_cents))
    / max(1, paid.captured_cents - paid.tax_cents)
  FROM payments AS paid WHERE paid.id = transfers.payment_id)), transfers.cents)`

/**
 * Plans the franchise's share of a new payment: sent at once if its account is ready, otherwise when it is.
 * There is only one per payment and franchise, apart from those that restore it after a failed refund.
 */
export async function planTransfer(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  // A payment that was partly refunded before we learned about it gets its amount on release.
  await insertPlanned(tx, now, payment, { cents: payment.franchiseCents, restores: null, isReady: isWhole })
}

interface Planned {
  cents: Cents
  restores: string | null
  /** Whether the amount is final, so it can be sent at once. */
  isReady: boolean
}

export async function insertPlanned(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  { cents, restores, isReady }: Planned,
): Promise<void> {
  const { franchiseId } = payment
  if (franchiseId === null || cents === 0) return
  const account = await accountOf.get(tx, { id: franchiseId })
  const ready = account?.payoutsEnabled && isReady ? account.accountId : null
  const row: TransferRow = {
    id: newId(),
    paymentId: payment.id,
    franchiseId,
    jobId: payment.jobId,
    cents,
    reversedCents: 0,
    state: ready === null ? 'pending' : 'intended',
    accountId: ready,
    attempts: 0,
    refusals: 0,
    processorId: null,
    refusal: null,
    restores,
    doneAt: null,
    createdAt: now,
    updatedAt: now,
  }
  await insertTransfer.run(tx, row)
}

/** A refund that was paid. `payment` is the state before it. */
interface PaidRefund {
  payment: PaymentRow
  refundId: string
  cents: Cents
}

/**
 * Plans to take back the franchise's part of a refund. A transfer that hasn't been sent becomes smaller
 * instead.
 */
export async function takeBack(tx: Tx, now: number, { payment, refundId, cents }: PaidRefund): Promise<void> {
  let part = refundShares(sharesOfPayment(payment), payment.refundedCents, cents).franchiseCents
  for (const transfer of await transfersOfPayment(tx, payment.id)) {
    if (transfer.state !== 'done' && transfer.state !== 'intended') continue
    const taken = Math.min(part, transfer.cents - (await accountedFor(tx, transfer)))
    if (taken <= 0) continue
    part -= taken
    const stamps = { createdAt: now, updatedAt: now }
    await tx
      .insert(transferReversals)
      .values({ id: newId(), transferId: transfer.id, refundId, cents: taken, state: 'intended', ...stamps })
      .onConflictDoNothing()
  }
}

/** How much of a transfer was taken back, is being taken back, or is owed. */
async function accountedFor(tx: Tx, transfer: TransferRow): Promise<Cents> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${transferReversals.cents}), 0)` })
    .from(transferReversals)
    .where(
      and(
        eq(transferReversals.transferId, transfer.id),
        inArray(transferReversals.state, ['intended', 'receivable']),
      ),
    )
  return transfer.reversedCents + (row?.cents ?? 0)
}

export type TransferRow = typeof transfers.$inferSelect
export type ReversalRow = typeof transferReversals.$inferSelect

const byId = prepared((db) =>
  db
    .select()
    .from(transfers)
    .where(eq(transfers.id, sql.placeholder('id')))
    .limit(1),
)
const byProcessorId = prepared((db) =>
  db
    .select()
    .from(transfers)
    .where(eq(transfers.processorId, sql.placeholder('processorId')))
    .limit(1),
)
const byPayment = prepared((db) =>
  db
    .select()
    .from(transfers)
    .where(eq(transfers.paymentId, sql.placeholder('paymentId'))),
)
const sourceOf = prepared((db) =>
  db
    .select({ demo: payments.demo, method: payments.method })
    .from(payments)
    .where(eq(payments.id, sql.placeholder('paymentId')))
    .limit(1),
)
const reversalsById = prepared((db) =>
  db
    .select()
    .from(transferReversals)
    .where(eq(transferReversals.id, sql.placeholder('id')))
    .limit(1),
)

export async function requireTransfer(db: Db, id: string): Promise<TransferRow> {
  const row = await byId.get(db, { id })
  if (!row) throw missing('Transfer')
  return row
}

export const transferByProcessorId = (db: Db, processorId: string) => byProcessorId.get(db, { processorId })
export const transfersOfPayment = (db: Db, paymentId: string) => byPayment.all(db, { paymentId })

export const findReversal = (db: Db, id: string) => reversalsById.get(db, { id })

export async function requireReversal(db: Db, id: string): Promise<ReversalRow> {
  const row = await findReversal(db, id)
  if (!row) throw missing('Reversal')
  return row
}

/** Demo payments are booked as demo money all the way to the franchise. */
export const isDemoMoney = async (db: Db, { paymentId }: TransferRow): Promise<boolean> =>
  (await sourceOf.get(db, { paymentId }))?.demo ?? false

/** Otherwise its money never was at the processor, and the share comes from our balance there. */
export const isPaidByCard = async (db: Db, { paymentId }: TransferRow): Promise<boolean> =>
  (await sourceOf.get(db, { paymentId }))?.method === 'card'

/** Stays the same until we know whether a transfer was made with it. */
export const transferKey = ({ id, refusals }: TransferRow): string =>
  refusals === 0 ? id : `${id}.${refusals}`
