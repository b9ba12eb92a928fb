import { and, eq, isNull, sql } from 'drizzle-orm'
import { refunds } from '../../../../db/schema'
import type { OutsideMethod } from '../../../../db/schema/payments'
import { placeholders, prepared, newId, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { actorText, type Actor } from '../../../lib/actor'
import { SingleFlight } from '../../../lib/background'
import { formatUsd, type Cents } from '../../../lib/money'
import { PaymentRefused, askOnce, type Outcome } from '../../../providers/payments/refused'
import type { Refund } from '../../../providers/payments/types'
import { jobSubject, requireJob } from '../../jobs'
import { postTransaction, refundOwed, sharesOfPayment } from '../../ledger'
import { recordActivity } from '../../office'
import { keepFee } from '../cancel/fee'
import { announceRefund } from '../outbound'
import {
  showOnJob,
  decidedCents,
  isAutomatic,
  refundsOfPayment,
  findPaymentRow,
  isSmallerMeanwhile,
  requireRefund,
  type PaymentRow,
  type RefundRow,
} from '../rows'
import { reconcileRefunds, recordRefundPaid, recordRefundRefused } from './record'

const insertRefund = prepared((db) =>
  db.insert(refunds).values(placeholders(refunds)).onConflictDoNothing().returning({ id: refunds.id }),
)

export interface NewRefund {
  cents: Cents
  cause: 'cancel' | 'late' | 'duplicate' | 'hq'
  actor: Actor
  at: number
  /** The idempotency key for the processor. A new one by default. */
  id?: string
  reason?: string | null
  /** How HQ gives back a payment that the processor knows nothing about. */
  method?: OutsideMethod | undefined
  tellCustomer?: boolean | undefined
}

/**
 * Decides a refund: we now owe it, and `carryOutRefund` pays it. Null if this payment is already being
 * refunded or a refund with this id exists; a constraint decides between two at once.
 */
export async function intendRefund(tx: Tx, payment: PaymentRow, wish: NewRefund): Promise<RefundRow | null> {
  const { cents, cause, actor, at, id = newId(), reason = null, method, tellCustomer = false } = wish
  const before = decidedCents(await refundsOfPayment(tx, payment.id))
  const row: RefundRow = {
    id,
    paymentId: payment.id,
    jobId: payment.jobId,
    cents,
    cause,
    actor: actorText(actor),
    reason,
    method: payment.method === 'card' ? null : (method ?? payment.method),
    state: 'intended',
    attempts: 0,
    processorId: null,
    refusal: null,
    doneAt: null,
    pending: false,
    failedAt: null,
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
  await showOnJob(tx, payment.jobId, { kind: 'refund-decided', actor, at })
  await announceRefund(tx, at, row)
  await recordForHq(tx, row, actor)
  return row
}

async function recordForHq(tx: Tx, { jobId, cents, createdAt }: RefundRow, actor: Actor): Promise<void> {
  if (typeof actor === 'string') return
  const job = await requireJob(tx, jobId)
  const subject = jobSubject(job)
  await recordActivity(tx, createdAt, {
    type: 'job.refunded',
    actor,
    summary: `Refunded ${formatUsd(cents)} on ${subject.name}`,
    subject,
    franchiseId: job.franchiseId,
  })
}

/**
 * Refunds what is left of a payment, once, except for a cancellation fee. Null if nothing is left. A
 * payment is refunded automatically only once.
 */
export async function refundRest(
  tx: Tx,
  payment: PaymentRow,
  wish: Pick<NewRefund, 'actor' | 'at' | 'tellCustomer'> & { cause: 'cancel' | 'late' | 'duplicate' },
): Promise<RefundRow | null> {
  const all = await refundsOfPayment(tx, payment.id)
  if (all.some(({ cause, state }) => isAutomatic(cause) && state !== 'refused')) return null
  const rest = payment.capturedCents - decidedCents(all)
  const cents = rest - (wish.cause === 'duplicate' ? 0 : await keepFee(tx, wish.at, payment, rest))
  return cents > 0 ? intendRefund(tx, payment, { ...wish, cents }) : null
}

const begin = prepared((db) =>
  db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1` })
    .where(
      and(
        eq(refunds.id, sql.placeholder('id')),
        sql`${refunds.state} = 'intended'`,
        // HQ gives these back, not the processor.
        isNull(refunds.method),
      ),
    )
    .returning(),
)

/**
 * Pays a decided refund, or finds out that it was paid. Throws until that is known; calling again continues
 * where it stopped.
 */
export function carryOutRefund(deps: Deps, id: string): Promise<RefundRow> {
  return deps.state.of(SingleFlight).run(`refund ${id}`, async () => {
    const row = await deps.store.write((tx) => begin.get(tx, { id }))
    if (!row) return requireRefund(deps.store.read, id)
    const outcome = await ask(deps, row)
    if ('refused' in outcome) return settleRefused(deps, row, outcome.refused)
    await deps.store.write((tx) => recordRefundPaid(tx, deps.clock.now(), id, outcome.made, deps.settings))
    return requireRefund(deps.store.read, id)
  })
}

async function ask({ providers: { payments } }: Deps, row: RefundRow): Promise<Outcome<Refund>> {
  const { id: key, paymentId, cents, cause } = row
  const reason = cause === 'duplicate' ? 'duplicate' : 'requested_by_customer'
  const outcome = await askOnce({
    attempts: row.attempts,
    find: async () => (await payments.listRefunds(paymentId)).find((made) => made.key === key) ?? null,
    make: () => payments.refund({ paymentId, cents, reason, key }),
  })
  const failed = 'made' in outcome && outcome.made.status === 'failed'
  return failed ? { refused: new PaymentRefused('not-possible') } : outcome
}

/** If someone refunded part of it at the processor, this refunds the rest instead, in the same unit. */
async function settleRefused(deps: Deps, row: RefundRow, refused: PaymentRefused): Promise<RefundRow> {
  const { id, paymentId, cause, actor, tellCustomer } = row
  const isSmaller = isAutomatic(cause) && isSmallerMeanwhile(refused.because)
  const listed = isSmaller ? await deps.providers.payments.listRefunds(paymentId) : []
  const next = await deps.store.write(async (tx) => {
    const at = deps.clock.now()
    if (!(await recordRefundRefused(tx, at, id, refused, { needsHq: !isSmaller })) || !isSmaller) return null
    await reconcileRefunds(tx, deps, paymentId, listed)
    const payment = await findPaymentRow(tx, paymentId)
    return payment && isAutomatic(cause) ? refundRest(tx, payment, { cause, actor, at, tellCustomer }) : null
  })
  return next ? carryOutRefund(deps, next.id) : requireRefund(deps.store.read, id)
}
