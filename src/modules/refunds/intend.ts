import { everyColumn, prepared } from '../../../db/prepared'
import { refunds } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { newId } from '../../lib/ids'
import type { Cents } from '../../lib/money'
import { postTransaction } from '../ledger/post'
import { refundOwed } from '../ledger/recipes'
import type { PaymentRow } from '../money/rows'
import { sharesOfPayment } from '../money/shares'
import { showOnJob } from '../money/state'
import { decidedCents, isByItself, refundsOfPayment, type RefundRow } from './rows'

const insertRefund = prepared((db) =>
  db.insert(refunds).values(everyColumn(refunds)).onConflictDoNothing().returning({ id: refunds.id }),
)

export interface Wish {
  cents: Cents
  cause: 'cancel' | 'late' | 'duplicate' | 'hq'
  actor: string
  at: number
  /** The key the processor is asked with; a new one when left out. */
  id?: string
  reason?: string | null
  tellCustomer?: boolean | undefined
}

/**
 * Decides a refund: from here on it is owed, and `carryOutRefund` pays it. Null when this payment is being
 * given back already, or when a refund of this id exists; the schema decides which of two comes first.
 */
export async function intendRefund(tx: Tx, payment: PaymentRow, wish: Wish): Promise<RefundRow | null> {
  const { cents, cause, actor, at, id = newId(), reason = null, tellCustomer = false } = wish
  const before = decidedCents(await refundsOfPayment(tx, payment.id))
  const row: RefundRow = {
    id,
    paymentId: payment.id,
    jobId: payment.jobId,
    cents,
    cause,
    actor,
    reason,
    state: 'intended',
    attempts: 0,
    processorId: null,
    refusal: null,
    doneAt: null,
    tellCustomer,
    createdAt: at,
    updatedAt: at,
  }
  if (!(await insertRefund.get(tx, row))) return null
  await postTransaction(tx, {
    kind: 'refund_owed',
    about: `refund:${id}:owed`,
    at,
    entries: refundOwed(sharesOfPayment(payment), before, cents),
    jobId: payment.jobId,
    franchiseId: payment.franchiseId,
    demo: payment.demo,
  })
  await showOnJob(tx, payment, before + cents, { kind: 'refund-decided', actor, at })
  return row
}

/**
 * Gives back what is left of a payment, once. Null when nothing is left. Only what HQ or the processor
 * gave back is reckoned here: that two such refunds do not meet is the schema's business.
 */
export async function refundRest(
  tx: Tx,
  payment: PaymentRow,
  wish: Pick<Wish, 'actor' | 'at' | 'tellCustomer'> & { cause: 'cancel' | 'late' | 'duplicate' },
): Promise<RefundRow | null> {
  const others = (await refundsOfPayment(tx, payment.id)).filter(({ cause }) => !isByItself(cause))
  const cents = payment.capturedCents - decidedCents(others)
  return cents > 0 ? intendRefund(tx, payment, { ...wish, cents }) : null
}
