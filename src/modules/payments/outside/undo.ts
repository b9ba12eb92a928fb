import { eq } from 'drizzle-orm'
import { payments, refunds } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Once } from '../../../http/idempotency'
import { conflict, missing } from '../../../lib/errors'
import { formatUsd } from '../../../lib/money'
import { reopenInvoice } from '../../invoices'
import { paymentReceived, postTransaction, shareKept, sharesOfPayment, undone } from '../../ledger'
import { recordActivity } from '../../office'
import { takeBack, takeBackSoon } from '../../payouts'
import { closeCheckoutSoon } from '../checkout/sessions'
import type { MoneyOfJob } from '../model'
import { moneyOfJob } from '../refunds/preview'
import { decidedCents, findPaymentRow, refundsOfPayment, showOnJob, type PaymentRow } from '../rows'
import { methodText, tillFor } from './till'

interface Undo {
  reason: string
  actor: string
}

/**
 * Takes back a payment that HQ recorded by mistake, or a check that bounced. Nothing is deleted: the ledger gets
 * the reverse of its entry, and the amount is due again. Asking again changes nothing.
 */
export async function undoPayment(deps: Deps, id: string, undo: Undo, once: Once): Promise<MoneyOfJob> {
  const answer = await deps.store.write(async (tx) => {
    const payment = await findPaymentRow(tx, id)
    if (!payment) throw missing('Payment')
    if (payment.method === 'card') throw conflict("A card payment can't be undone. Refund it instead.")
    if (payment.undoneAt === null) await takeOut(tx, deps.clock.now(), payment, undo)
    const money = await moneyOfJob(tx, payment.jobId)
    await once.settle(tx, money)
    return money
  })
  closeCheckoutSoon(deps, answer.jobId)
  takeBackSoon(deps)
  return answer
}

async function takeOut(tx: Tx, at: number, payment: PaymentRow, { reason, actor }: Undo): Promise<void> {
  if (decidedCents(await refundsOfPayment(tx, payment.id)) > 0)
    throw conflict("Part of this payment was given back, so it can't be undone")
  const { id, jobId, franchiseId, demo, capturedCents: cents } = payment
  // Like a refund of everything, but of a payment that no longer counts: there is no credit note.
  await tx
    .update(payments)
    .set({
      pays: false,
      refundedCents: cents,
      undoneAt: at,
      undoneBy: actor,
      undoneReason: reason,
      updatedAt: at,
    })
    .where(eq(payments.id, id))
  const refundId = `undo:${id}`
  await tx.insert(refunds).values({
    id: refundId,
    paymentId: id,
    jobId,
    cents,
    cause: 'hq',
    actor,
    state: 'done',
    method: payment.method === 'card' ? null : payment.method,
    processorId: refundId,
    doneAt: at,
    createdAt: at,
    updatedAt: at,
  })
  const booked = { at, jobId, franchiseId, demo }
  const entries = undone(paymentReceived(sharesOfPayment(payment), 0, tillFor(payment)))
  await postTransaction(tx, { ...booked, kind: 'payment_undone', about: `payment:${id}:undone`, entries })
  if (payment.receivedBy === 'franchise' && payment.franchiseCents > 0)
    await postTransaction(tx, {
      ...booked,
      kind: 'share_kept',
      about: `payment:${id}:kept:undone`,
      entries: undone(shareKept(payment.franchiseCents)),
    })
  await takeBack(tx, at, { payment, refundId, cents })
  await reopenInvoice(tx, at, await showOnJob(tx, jobId, { kind: 'payment-undone', actor, at }))
  await recordActivity(tx, at, {
    type: 'payment.undone',
    actor,
    summary: `Undid a payment of ${formatUsd(cents)} ${methodText[payment.method]}: ${reason}`,
    metadata: { jobId, paymentId: id },
  })
}
