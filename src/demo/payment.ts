import { and, eq, sql } from 'drizzle-orm'
import { everyColumn, prepared } from '../../db/prepared'
import { demoTransfers, invoices, transfers } from '../../db/schema'
import type { Tx } from '../../db/store'
import type { Deps } from '../deps'
import { requireJob } from '../modules/jobs/find'
import { postTransaction } from '../modules/ledger/post'
import { transferMade } from '../modules/ledger/recipes'
import { confirmPayment } from '../modules/payments/confirm'
import type { TransferRow } from '../modules/transfers/rows'
import { feeOn } from '../providers/payments/demo/fee'
import type { PaymentStep } from './history'

/** The demo processor's name for what a step makes. */
export const processorId = (prefix: 'pi' | 're' | 'tr' | 'trr', id: string): string =>
  `${prefix}_demo_${id.replaceAll('-', '')}`

// The modules draw ids by lot; the demo company is the same every time.
const nameDraft = prepared((db) =>
  db
    .update(invoices)
    .set({ id: sql`${sql.placeholder('id')}` })
    .where(and(eq(invoices.jobId, sql.placeholder('jobId')), eq(invoices.status, 'draft'))),
)
const nameTransfer = prepared((db) =>
  db
    .update(transfers)
    .set({ id: sql`${sql.placeholder('id')}` })
    .where(eq(transfers.paymentId, sql.placeholder('paymentId')))
    .returning(),
)

/** A job is paid: at the processor, in the books, on its invoice, and to its franchise. */
export async function takePayment(tx: Tx, deps: Deps, step: PaymentStep): Promise<void> {
  const { id, at } = step
  const job = await requireJob(tx, step.job.id)
  const cents = job.totalCents
  const paymentId = processorId('pi', id)
  await deps.providers.demoPayments?.adoptBookingPayment(tx, {
    paymentId,
    paymentStatus: 'charged',
    jobId: job.id,
    totalCents: cents,
    at,
  })
  const captured = { id: paymentId, amountCents: cents, capturedCents: cents, feeCents: feeOn(cents) }
  await confirmPayment(tx, { clock: { now: () => at } }, job, captured)
  if (!step.isInvoiced) await nameDraft.run(tx, { id, jobId: job.id })
  const transfer = await nameTransfer.get(tx, { id, paymentId })
  if (transfer?.state === 'intended') await sendShare(tx, at, transfer)
}

const insertMade = prepared((db) => db.insert(demoTransfers).values(everyColumn(demoTransfers)))
const markSent = prepared((db) =>
  db
    .update(transfers)
    .set({
      state: 'done',
      attempts: 1,
      processorId: sql`${sql.placeholder('processorId')}`,
      doneAt: sql`${sql.placeholder('at')}`,
    })
    .where(eq(transfers.id, sql.placeholder('id'))),
)

/** What the processor would do and what is booked once it has. */
async function sendShare(tx: Tx, at: number, transfer: TransferRow): Promise<void> {
  const { id, accountId, paymentId, cents, jobId, franchiseId } = transfer
  const madeId = processorId('tr', id)
  await insertMade.run(tx, {
    id: madeId,
    accountId,
    intentId: paymentId,
    cents,
    reversedCents: 0,
    transferGroup: jobId,
    key: id,
    createdAt: at,
  })
  await markSent.run(tx, { id, processorId: madeId, at })
  const entries = transferMade(cents)
  const about = `transfer:${id}`
  await postTransaction(tx, { kind: 'transfer', about, at, entries, jobId, franchiseId, demo: true })
}
