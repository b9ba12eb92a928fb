import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { refunds } from '../../../db/schema'
import type { Deps } from '../../deps'
import { flightsOf } from '../../lib/single-flight'
import { PaymentRefused } from '../../providers/payments/refused'
import type { Refund } from '../../providers/payments/types'
import { askOnce, type Outcome } from '../money/asking'
import { findPaymentRow } from '../money/rows'
import { refundRest } from './intend'
import { reconcileRefunds } from './reconcile'
import { recordPaid, recordRefused } from './record'
import { isByItself, isSmallerMeanwhile, requireRefund, type RefundRow } from './rows'

const begin = prepared((db) =>
  db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1` })
    .where(and(eq(refunds.id, sql.placeholder('id')), sql`${refunds.state} = 'intended'`))
    .returning(),
)

/**
 * Pays a refund that was decided, or learns that it was paid. Throws while that is open; calling again
 * goes on where it stopped.
 */
export function carryOutRefund(deps: Deps, id: string): Promise<RefundRow> {
  return flightsOf(deps.store).run(`refund ${id}`, async () => {
    const row = await deps.store.write((tx) => begin.get(tx, { id }))
    if (!row) return requireRefund(deps.store.read, id)
    const outcome = await ask(deps, row)
    if ('refused' in outcome) return settleRefused(deps, row, outcome.refused)
    await deps.store.write((tx) => recordPaid(tx, deps.clock.now(), id, outcome.made.id))
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

/** Where somebody gave part of it back by hand, what is then left is asked for instead, in the same unit. */
async function settleRefused(deps: Deps, row: RefundRow, refused: PaymentRefused): Promise<RefundRow> {
  const { id, paymentId, cause, actor, tellCustomer } = row
  const isSmaller = isByItself(cause) && isSmallerMeanwhile(refused.because)
  const listed = isSmaller ? await deps.providers.payments.listRefunds(paymentId) : []
  const next = await deps.store.write(async (tx) => {
    const at = deps.clock.now()
    if (!(await recordRefused(tx, at, id, refused, { needsHq: !isSmaller })) || !isSmaller) return null
    await reconcileRefunds(tx, at, paymentId, listed)
    const payment = await findPaymentRow(tx, paymentId)
    return payment && isByItself(cause) ? refundRest(tx, payment, { cause, actor, at, tellCustomer }) : null
  })
  return next ? carryOutRefund(deps, next.id) : requireRefund(deps.store.read, id)
}
