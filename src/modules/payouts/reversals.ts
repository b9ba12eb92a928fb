import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { payments, refunds, transferReversals, transfers, type PaymentRow } from '../../../db/schema'
import { onlyRow, prepared, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { SingleFlight } from '../../lib/background'
import { describeError } from '../../lib/log'
import { formatUsd } from '../../lib/money'
import { askOnce, type PaymentRefused, type OpenWanted } from '../../providers/payments/refused'
import type { Reversal } from '../../providers/payments/types'
import { postTransaction, receivable, transferReversed, type Entry } from '../ledger'
import { raiseTodo } from '../office'
import { sendMissing } from './restore'
import {
  isDemoMoney,
  requireReversal,
  requireTransfer,
  findReversal,
  type ReversalRow,
  type TransferRow,
} from './transfers'

const open = prepared((db) =>
  db
    .select({ id: transferReversals.id })
    .from(transferReversals)
    .innerJoin(transfers, eq(transfers.id, transferReversals.transferId))
    .where(
      and(
        sql`${transferReversals.state} = 'intended'`,
        lte(transferReversals.attempts, sql.placeholder('mostAttempts')),
        eq(transfers.state, 'done'),
      ),
    )
    .orderBy(asc(transferReversals.attempts), asc(transferReversals.createdAt))
    .limit(sql.placeholder('limit')),
)

/** Only reversals whose transfer was made; the others wait for it. */
export async function openReversals(db: Db, wanted: OpenWanted): Promise<string[]> {
  return (await open.all(db, { ...wanted })).map(({ id }) => id)
}

/** Runs after the answer. Failures are retried later. */
export function takeBackSoon(deps: Deps): void {
  deps.background.runSingle('taking transfers back', async () => {
    for (const id of await openReversals(deps.store.read, { limit: 100, mostAttempts: 0 }))
      await carryOutReversal(deps, id).catch((error: unknown) => {
        deps.log.warn("couldn't take back a transfer yet", { reversal: id, ...describeError(error) })
      })
  })
}

export function carryOutReversal(deps: Deps, id: string): Promise<ReversalRow> {
  return deps.state.of(SingleFlight).run(`reversal ${id}`, async () => {
    const [row] = await deps.store.write((tx) =>
      tx
        .update(transferReversals)
        .set({ attempts: sql`${transferReversals.attempts} + 1` })
        .where(and(eq(transferReversals.id, id), eq(transferReversals.state, 'intended')))
        .returning(),
    )
    if (!row) return requireReversal(deps.store.read, id)
    const transfer = await requireTransfer(deps.store.read, row.transferId)
    if (transfer.processorId === null) return row
    await attempt(deps, row, transfer, transfer.processorId)
    return requireReversal(deps.store.read, id)
  })
}

async function attempt(
  deps: Deps,
  row: ReversalRow,
  transfer: TransferRow,
  transferId: string,
): Promise<void> {
  const { payments } = deps.providers
  const outcome = await askOnce({
    attempts: row.attempts,
    find: async () => (await payments.listReversals(transferId)).find(({ key }) => key === row.id) ?? null,
    make: () => payments.reverseTransfer({ transferId, cents: row.cents, key: row.id }),
  })
  const now = deps.clock.now()
  // Our request was wrong, so the franchise owes nothing: the reversal stays open until HQ has fixed the cause.
  if ('refused' in outcome && outcome.refused.because === 'rejected') throw outcome.refused
  if ('made' in outcome) {
    await deps.store.write((tx) => recordReversed(tx, now, row, outcome.made.id))
    return
  }
  // Someone may have reversed it directly at the processor.
  const known = await payments.listReversals(transferId)
  const elsewhere = known.reduce((sum, { cents }) => sum + cents, 0)
  const left = transfer.cents - elsewhere
  await deps.store.write((tx) =>
    recordLost(tx, now, { row, transfer, cents: Math.min(row.cents, left) }, outcome.refused),
  )
}

/** Books the reversal once, whether we learn of it from the call's answer or from an event. */
export async function recordReversed(
  tx: Tx,
  now: number,
  row: ReversalRow,
  processorId: string,
): Promise<void> {
  const [done] = await tx
    .update(transferReversals)
    .set({ state: 'done', processorId, doneAt: now, updatedAt: now })
    .where(and(eq(transferReversals.id, row.id), eq(transferReversals.state, 'intended')))
    .returning()
  if (!done) return
  await bookReversed(tx, now, done)
  const failed = await paymentOfFailedRefund(tx, done)
  if (failed) await sendMissing(tx, now, failed, `reversal:${done.id}`)
}

/** The payment, if this reversal's refund failed after the reversal was requested. */
async function paymentOfFailedRefund(tx: Tx, { refundId }: ReversalRow): Promise<PaymentRow | undefined> {
  if (refundId === null) return undefined
  const [found] = await tx
    .select({ payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'refused')))
    .limit(1)
  return found?.payment
}

/** Counts the reversal on the transfer and in the ledger. */
export async function bookReversed(
  tx: Tx,
  now: number,
  { id, transferId, cents }: ReversalRow,
): Promise<void> {
  const rows = await tx
    .update(transfers)
    .set({ reversedCents: sql`${transfers.reversedCents} + ${cents}`, updatedAt: now })
    .where(eq(transfers.id, transferId))
    .returning()
  await book(tx, now, onlyRow(rows), {
    kind: 'transfer_reversal',
    about: `reversal:${id}`,
    entries: transferReversed(cents),
  })
}

interface Lost {
  row: ReversalRow
  transfer: TransferRow
  /** The amount the franchise still has. */
  cents: number
}

async function recordLost(
  tx: Tx,
  now: number,
  { row, transfer, cents }: Lost,
  refused: PaymentRefused,
): Promise<void> {
  const isOwed = cents > 0 && !(await paymentOfFailedRefund(tx, row))
  const state = isOwed ? ('receivable' as const) : ('void' as const)
  const [lost] = await tx
    .update(transferReversals)
    .set({ state, refusal: refused.because, doneAt: now, updatedAt: now, ...(isOwed ? { cents } : {}) })
    .where(and(eq(transferReversals.id, row.id), eq(transferReversals.state, 'intended')))
    .returning()
  if (!lost || !isOwed) return
  await book(tx, now, transfer, {
    kind: 'receivable',
    about: `receivable:${row.id}`,
    entries: receivable(cents),
  })
  await raiseTodo(tx, now, {
    kind: 'transfer.receivable',
    subject: row.id,
    title: `A franchise owes ${formatUsd(cents)} for a refund`,
    detail: `We couldn't take back the franchise's share of a refund. ${refused.message}. Ask the franchise to pay it.`,
    franchiseId: transfer.franchiseId,
  })
}

interface Booking {
  kind: 'transfer_reversal' | 'receivable'
  about: string
  entries: Entry[]
}

async function book(tx: Tx, at: number, transfer: TransferRow, booking: Booking): Promise<void> {
  const { jobId, franchiseId } = transfer
  const demo = await isDemoMoney(tx, transfer)
  await postTransaction(tx, { ...booking, at, jobId, franchiseId, demo })
}

/** Updates our record to match the processor's list, including reversals made directly there. */
export async function reconcileReversals(
  tx: Tx,
  now: number,
  transfer: TransferRow,
  listed: readonly Reversal[],
): Promise<void> {
  for (const reversal of listed) {
    const ours = reversal.key === null ? null : await findReversal(tx, reversal.key)
    if (ours) await recordReversed(tx, now, ours, reversal.id)
    else await recordByHand(tx, now, transfer, reversal)
  }
}

async function recordByHand(
  tx: Tx,
  now: number,
  transfer: TransferRow,
  { id, cents }: Reversal,
): Promise<void> {
  const [made] = await tx
    .insert(transferReversals)
    .values({
      id: `outside:${id}`,
      transferId: transfer.id,
      refundId: null,
      cents,
      state: 'done',
      processorId: id,
      doneAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!made) return
  await bookReversed(tx, now, made)
  await raiseTodo(tx, now, {
    kind: 'transfer.reversed-by-hand',
    subject: transfer.id,
    title: 'A transfer was reversed outside Truckroll',
    detail:
      "Someone reversed a transfer in the payment processor's dashboard. We booked it: the franchise is owed this share until you pay it or refund the customer.",
    franchiseId: transfer.franchiseId,
  })
}
