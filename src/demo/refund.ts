import { eq } from 'drizzle-orm'
import { demoIntents, demoRefunds, demoReversals, demoTransfers, transferReversals } from '../../db/schema'
import type { Tx } from '../../db/store'
import { findPaymentRow } from '../modules/money/rows'
import { intendRefund } from '../modules/refunds/intend'
import { recordPaid } from '../modules/refunds/record'
import { recordReversed } from '../modules/transfers/reverse'
import type { RefundStep } from './history'
import { processorId } from './payment'

/** A payment that went back, in whole or in part, together with the franchise's share of it. */
export async function giveBack(tx: Tx, step: RefundStep): Promise<void> {
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
  await recordPaid(tx, at, id, madeId)
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
