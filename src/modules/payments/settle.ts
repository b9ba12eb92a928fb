import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { payments } from '../../../db/schema'
import { prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day, minute } from '../../lib/clock'
import { must } from '../../lib/errors'
import { describeError } from '../../lib/log'
import type { Cents } from '../../lib/money'
import type { Card } from '../../providers/payments/types'
import { postTransaction, feeTaken } from '../ledger'
import { franchisesWaiting, releaseTransfers, settleInBatches, settlePayouts, tryToSettle } from '../payouts'
import { finishCancellation, openCancellations } from './cancel/cancel'
import { detachCard } from './cards/remove'
import { openDetachments } from './cards/rows'
import { abandonCheckouts, closeStaleCheckouts } from './checkout/sessions'
import { carryOutRefund } from './refunds/refund'
import { openRefunds, findPaymentRow, type PaymentRow } from './rows'

const batchSize = 200
const feeBatchSize = 25

/**
 * Finishes everything open with the processor: interrupted by a crash, unanswered, or newly due. Failures
 * stay open for the next run and don't block anything else.
 */
export async function settleOpen(deps: Deps): Promise<void> {
  const { read } = deps.store
  for (const id of await openCancellations(read, batchSize))
    await tryToSettle(deps, 'cancellation', id, () => finishCancellation(deps, id))
  if (deps.providers.payments.name === 'none') return abandonCheckouts(deps)
  for (const id of await franchisesWaiting(deps))
    await tryToSettle(deps, 'release', id, () => releaseTransfers(deps, id))
  await settle(deps, { mostAttempts: Number.MAX_SAFE_INTEGER, isFresh: false })
  await tryToSettle(deps, 'checkouts', '', () => closeStaleCheckouts(deps))
  await tryToSettle(deps, 'checkouts', '', () => abandonCheckouts(deps))
}

/**
 * Carries out new decisions after the answer. Unclear cases wait for the next full run, so a processor in
 * trouble isn't asked again with every event.
 */
export function settleSoon(deps: Deps): void {
  deps.background.runSingle('settling money', () => settle(deps, { mostAttempts: 0, isFresh: true }))
}

async function settle(
  deps: Deps,
  { mostAttempts, isFresh }: { mostAttempts: number; isFresh: boolean },
): Promise<void> {
  // Without a key, nothing is asked, so nothing counts as tried or settled.
  if (deps.providers.payments.name === 'none') return
  await settleInBatches(deps, mostAttempts, 'refund', openRefunds, carryOutRefund)
  await settlePayouts(deps, mostAttempts)
  await settleInBatches(deps, mostAttempts, 'card', openDetachments, detachCard)
  await learnFees(deps, await feesToLearn(deps, feeBatchSize, isFresh))
}

/** The processor settles within hours; a fee it hasn't reported after days will never come. */
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

/** Payments whose fee the event didn't include: all of them, or only those from this moment. */
export async function feesToLearn(
  { store, clock }: Deps,
  limit: number,
  isFresh: boolean,
): Promise<string[]> {
  const since = clock.now() - (isFresh ? minute : askedFor)
  return (await unknown.all(store.read, { since, limit })).map(({ id }) => id)
}

/** Asks for the fees of these payments one by one, and saves them in one unit. */
export async function learnFees(deps: Deps, ids: readonly string[]): Promise<void> {
  const learned: Learned[] = []
  for (const id of ids) {
    const startedAt = performance.now()
    learned.push({ id, ...(await ask(deps, id)) })
    await deps.background.restAfter(startedAt, 2, 20)
  }
  if (learned.length === 0) return
  await deps.store.write(async (tx) => {
    for (const { id, feeCents, card } of learned) {
      if (card) await setCard.run(tx, { id, ...card })
      if (feeCents !== null) await keepFee(tx, deps.clock.now(), id, feeCents)
    }
  })
}

interface Learned {
  id: string
  feeCents: Cents | null
  card: Card | null
}

/** Null while the processor doesn't say. A payment it doesn't know cost nothing. */
async function ask({ providers, log }: Deps, id: string): Promise<Omit<Learned, 'id'>> {
  try {
    const payment = await providers.payments.findPayment(id)
    return payment ?? { feeCents: 0, card: null }
  } catch (error) {
    log.warn("couldn't read a fee yet", { payment: id, ...describeError(error) })
    return { feeCents: null, card: null }
  }
}

const setCard = prepared((db) =>
  db
    .update(payments)
    .set({ cardBrand: sql`${sql.placeholder('brand')}`, cardLast4: sql`${sql.placeholder('last4')}` })
    .where(and(eq(payments.id, sql.placeholder('id')), isNull(payments.cardLast4))),
)

const setFee = prepared((db) =>
  db
    .update(payments)
    .set({ feeCents: sql`${sql.placeholder('feeCents')}`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(and(eq(payments.id, sql.placeholder('id')), isNull(payments.feeCents)))
    .returning({ id: payments.id }),
)

async function keepFee(tx: Tx, now: number, id: string, feeCents: Cents): Promise<void> {
  if (!(await setFee.get(tx, { id, feeCents, now })) || feeCents === 0) return
  const { jobId, franchiseId, demo }: PaymentRow = must(await findPaymentRow(tx, id), 'The payment')
  const entries = feeTaken(feeCents)
  await postTransaction(tx, { kind: 'fee', about: `fee:${id}`, at: now, entries, jobId, franchiseId, demo })
}
