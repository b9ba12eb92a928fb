import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { payments } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day } from '../../lib/clock'
import type { Cents } from '../../lib/money'
import { postTransaction } from '../ledger/post'
import { feeTaken } from '../ledger/recipes'
import { findPaymentRow, type PaymentRow } from '../money/rows'

/** The processor settles within hours; what it has not said after days it will not say. */
const askedFor = 7 * day

const unknown = prepared((db) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        sql`${payments.feeCents} IS NULL AND ${payments.status} = 'succeeded'`,
        gt(payments.paidAt, sql.placeholder('since')),
      ),
    )
    .orderBy(asc(payments.paidAt))
    .limit(sql.placeholder('limit')),
)

/** Payments whose fee the event did not tell. */
export async function feesToLearn({ store, clock }: Deps, limit: number): Promise<string[]> {
  return (await unknown.all(store.read, { since: clock.now() - askedFor, limit })).map(({ id }) => id)
}

/** Asks what the processor kept of a payment. One it does not know cost nothing. */
export async function learnFee(deps: Deps, id: string): Promise<void> {
  const payment = await deps.providers.payments.findPayment(id)
  const feeCents = payment === null ? 0 : payment.feeCents
  if (feeCents === null) return
  await deps.store.write((tx) => keepFee(tx, deps.clock.now(), id, feeCents))
}

const setFee = prepared((db) =>
  db
    .update(payments)
    .set({ feeCents: sql`${sql.placeholder('feeCents')}`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(and(eq(payments.id, sql.placeholder('id')), isNull(payments.feeCents)))
    .returning({ id: payments.id }),
)

async function keepFee(tx: Tx, now: number, id: string, feeCents: Cents): Promise<void> {
  if (!(await setFee.get(tx, { id, feeCents, now })) || feeCents === 0) return
  const { jobId, franchiseId, demo }: PaymentRow = (await findPaymentRow(tx, id))!
  const entries = feeTaken(feeCents)
  await postTransaction(tx, { kind: 'fee', about: `fee:${id}`, at: now, entries, jobId, franchiseId, demo })
}
