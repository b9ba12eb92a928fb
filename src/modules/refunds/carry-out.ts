import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { refunds } from '../../../db/schema'
import type { Deps } from '../../deps'
import { PaymentRefused } from '../../providers/payments/refused'
import type { Refund } from '../../providers/payments/types'
import { askOnce, type Outcome } from '../money/asking'
import { flightsOf } from '../money/flights'
import { findPaymentRow } from '../money/rows'
import { refundRest } from './intend'
import { learnRefunds } from './reconcile'
import { recordPaid, recordRefused } from './record'
import { isByItself, requireRefund, type RefundRow } from './rows'

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
  return flightsOf(deps).run(`refund ${id}`, async () => {
    const row = await deps.store.write((tx) => begin.get(tx, { id }))
    if (!row) return requireRefund(deps.store.read, id)
    const outcome = await ask(deps, row)
    const now = deps.clock.now()
    await deps.store.write((tx) =>
      'made' in outcome ? recordPaid(tx, now, id, outcome.made.id) : recordRefused(tx, now, id, outcome.refused),
    )
    const settled = await requireRefund(deps.store.read, id)
    return 'refused' in outcome && isMeanwhileSmaller(settled) ? refundWhatIsLeft(deps, settled) : settled
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

/** Somebody gave part of it back at the processor meanwhile, so there was less left than we asked for. */
const isMeanwhileSmaller = ({ cause, refusal }: RefundRow): boolean =>
  isByItself(cause) && (refusal === 'too-much' || refusal === 'already-refunded')

async function refundWhatIsLeft(deps: Deps, refused: RefundRow): Promise<RefundRow> {
  await learnRefunds(deps, refused.paymentId)
  const { cause, actor } = refused
  const next = await deps.store.write(async (tx) => {
    const payment = await findPaymentRow(tx, refused.paymentId)
    if (!payment || !isByItself(cause)) return null
    return refundRest(tx, payment, { cause: cause as 'cancel', actor, at: deps.clock.now() })
  })
  return next ? carryOutRefund(deps, next.id) : refused
}
