import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import {
  demoAccounts,
  franchises,
  jobs,
  outbox,
  invoices,
  demoTransfers,
  transfers,
  demoIntents,
  demoRefunds,
  demoReversals,
  transferReversals,
} from '../../db/schema'
import { placeholders, prepared, type Tx } from '../../db/store'
import type { Deps } from '../deps'
import { insertDraft, issueInvoice, readyToSend } from '../modules/invoices'
import { requireJob } from '../modules/jobs'
import { postTransaction, transferMade } from '../modules/ledger'
import { confirmPayment, findPaymentRow, intendRefund, recordRefundPaid } from '../modules/payments'
import { recordReversed, type TransferRow } from '../modules/payouts'
import { everythingIsDemo } from '../providers/demo'
import { feeOn } from '../providers/payments/demo/payments'
import {
  planHistory,
  type EarningJob,
  type Step,
  type InvoiceStep,
  type PaymentStep,
  type RefundStep,
} from './history'

/** On a database server every statement is a network call, and other writers and the start have to wait. */
const stepsPerUnit = { local: 50, libsql: 3 }
const sampledOnServer = 8
/** One franchise hasn't connected its account, so its transfers stay pending. */
const connectedFranchises = 2

/**
 * Invoices, pays and partly refunds the demo company's jobs, each at its own time. Call it only while all
 * providers are demos. Returns the number of payments.
 */
export async function seedMoney(deps: Deps, now: number): Promise<number> {
  const { config, store, providers } = deps
  if (config.env === 'production' || !everythingIsDemo(config) || !providers.demoPayments) return 0
  await store.write(connectAccounts)
  const steps = planHistory(await earningJobs(deps), now)
  const atOnce = stepsPerUnit[store.engine]
  for (let from = 0; from < steps.length; from += atOnce)
    await store.write((tx) => takeSteps(tx, deps, steps.slice(from, from + atOnce)))
  return steps.filter(({ kind }) => kind === 'payment').length
}

async function earningJobs({ store }: Deps): Promise<EarningJob[]> {
  const all = await store.read
    .select({
      id: jobs.id,
      status: jobs.status,
      createdAt: jobs.createdAt,
      completedAt: jobs.completedAt,
      totalCents: jobs.totalCents,
      franchise: { id: franchises.id, name: franchises.name, timeZone: franchises.timeZone },
    })
    .from(jobs)
    .innerJoin(franchises, eq(franchises.id, jobs.franchiseId))
    .where(and(eq(jobs.demo, true), inArray(jobs.status, ['completed', 'scheduled'])))
    .orderBy(asc(jobs.seq))
  return store.engine === 'local' ? all : all.filter((_, index) => index % sampledOnServer === 0)
}

async function takeSteps(tx: Tx, deps: Deps, steps: readonly Step[]): Promise<void> {
  for (const step of steps)
    if (step.kind === 'invoice') await sendInvoice(tx, deps, step)
    else if (step.kind === 'payment') await takePayment(tx, deps, step)
    else await giveBack(tx, deps, step)
  // No one gets a receipt for something that happened months ago.
  const ids = steps.map(({ job }) => job.id)
  await tx.delete(outbox).where(inArray(outbox.jobId, ids))
  // Nor a printed copy; a download makes one.
  await tx.update(invoices).set({ postAt: null }).where(inArray(invoices.jobId, ids))
}

/** As if the franchises had finished onboarding when they joined. */
async function connectAccounts(tx: Tx): Promise<void> {
  const joined = await tx
    .select()
    .from(franchises)
    .where(eq(franchises.demo, true))
    .orderBy(asc(franchises.name))
    .limit(connectedFranchises)
  for (const { id, name, email, createdAt } of joined) {
    const accountId = `acct_demo_${id.replaceAll('-', '')}`
    const ready = { chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true }
    const stamps = { createdAt, updatedAt: createdAt }
    await tx.insert(demoAccounts).values({ id: accountId, franchiseId: id, name, email, ...ready, ...stamps })
    await tx
      .update(franchises)
      .set({ accountId, ...ready })
      .where(eq(franchises.id, id))
  }
}

/** Makes the invoice look as if it was sent by email. */
export async function sendInvoice(tx: Tx, deps: Deps, { id, at, job, number }: InvoiceStep): Promise<void> {
  const draft = await insertDraft(tx, await requireJob(tx, job.id), { at })
  await tx.update(invoices).set({ id, number }).where(eq(invoices.id, draft.id))
  const ready = await readyToSend(tx, deps, { ...draft, id, number }, at)
  await issueInvoice(tx, deps, ready, { status: 'sent', sentAt: at, sentVia: 'email', sends: 1 })
}

/** The demo processor's id for the record of a step. */
export const processorId = (prefix: 'pi' | 're' | 'tr' | 'trr', id: string): string =>
  `${prefix}_demo_${id.replaceAll('-', '')}`

// Modules use random ids, but the demo company must be the same every time.
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

const demoCard = { brand: 'visa', last4: '4242' }

/** Records a payment at the processor, in the ledger, on the invoice, and as a transfer to the franchise. */
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
  const captured = {
    id: paymentId,
    amountCents: cents,
    capturedCents: cents,
    feeCents: feeOn(cents),
    card: demoCard,
  }
  await confirmPayment(tx, { ...deps, clock: { now: () => at } }, job, captured)
  if (!step.isInvoiced) await nameDraft.run(tx, { id, jobId: job.id })
  const transfer = await nameTransfer.get(tx, { id, paymentId })
  if (transfer?.state === 'intended') await sendShare(tx, at, transfer)
}

const insertMade = prepared((db) => db.insert(demoTransfers).values(placeholders(demoTransfers)))
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

/** Does the processor's part of the transfer and books it. */
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

/** Refunds a payment fully or partly, and takes back the franchise's share. */
export async function giveBack(tx: Tx, deps: Deps, step: RefundStep): Promise<void> {
  const { id, at, cents, reason } = step
  const payment = await findPaymentRow(tx, processorId('pi', step.payment.id))
  if (!payment) throw new Error(`The demo company has no payment for the refund of job ${step.job.id}`)
  await intendRefund(tx, payment, { id, cents, cause: 'hq', actor: 'demo', at, reason })
  const madeId = processorId('re', id)
  await tx.insert(demoRefunds).values({
    id: madeId,
    intentId: payment.id,
    cents,
    reason: 'requested_by_customer',
    key: id,
    createdAt: at,
  })
  await tx
    .update(demoIntents)
    .set({ refundedCents: payment.refundedCents + cents, updatedAt: at })
    .where(eq(demoIntents.id, payment.id))
  await recordRefundPaid(tx, at, id, { id: madeId, status: 'succeeded' }, deps.settings)
  await takeShareBack(tx, step)
}

async function takeShareBack(tx: Tx, { id, at }: RefundStep): Promise<void> {
  const [reversal] = await tx
    .update(transferReversals)
    .set({ id, attempts: 1 })
    .where(eq(transferReversals.refundId, id))
    .returning()
  if (!reversal) return
  const { transferId: key, cents } = reversal
  const transferId = processorId('tr', key)
  const madeId = processorId('trr', id)
  await tx.insert(demoReversals).values({ id: madeId, transferId, cents, key: id, createdAt: at })
  await tx.update(demoTransfers).set({ reversedCents: cents }).where(eq(demoTransfers.id, transferId))
  await recordReversed(tx, at, reversal, madeId)
}
