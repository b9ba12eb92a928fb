import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { transferReversals, transfers } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { flightsOf } from '../../lib/single-flight'
import type { PaymentRefused } from '../../providers/payments/refused'
import type { Transfer } from '../../providers/payments/types'
import { raiseTask } from '../hq-tasks/raise'
import { postTransaction } from '../ledger/post'
import { transferMade } from '../ledger/recipes'
import { askOnce, type OpenWanted } from '../money/asking'
import { findPaymentRow } from '../money/rows'
import { requireTransfer, transferKey, type TransferRow } from './rows'

const open = prepared((db) =>
  db
    .select({ id: transfers.id })
    .from(transfers)
    .where(
      and(sql`${transfers.state} = 'intended'`, lte(transfers.attempts, sql.placeholder('mostAttempts'))),
    )
    .orderBy(asc(transfers.attempts), asc(transfers.createdAt))
    .limit(sql.placeholder('limit')),
)

export async function openTransfers(db: Db, wanted: OpenWanted): Promise<string[]> {
  return (await open.all(db, { ...wanted })).map(({ id }) => id)
}

const begin = prepared((db) =>
  db
    .update(transfers)
    .set({ attempts: sql`${transfers.attempts} + 1` })
    .where(and(eq(transfers.id, sql.placeholder('id')), sql`${transfers.state} = 'intended'`))
    .returning(),
)

/** Sends an intended transfer, or learns that it was sent. Throws while that is open. */
export function carryOutTransfer(deps: Deps, id: string): Promise<TransferRow> {
  return flightsOf(deps.store).run(`transfer ${id}`, async () => {
    const row = await deps.store.write((tx) => begin.get(tx, { id }))
    if (!row) return requireTransfer(deps.store.read, id)
    const { payments } = deps.providers
    const key = transferKey(row)
    const outcome = await askOnce({
      attempts: row.attempts,
      find: () => payments.findTransfer({ transferGroup: row.jobId, key }),
      make: () =>
        payments.transfer({
          accountId: row.accountId ?? '',
          cents: row.cents,
          transferGroup: row.jobId,
          sourcePaymentId: row.paymentId,
          key,
        }),
    })
    const now = deps.clock.now()
    await deps.store.write((tx) =>
      'made' in outcome
        ? recordSent(tx, now, row, outcome.made)
        : recordRefused(tx, now, row, outcome.refused),
    )
    return requireTransfer(deps.store.read, id)
  })
}

const stillThisTry = (row: TransferRow) =>
  and(eq(transfers.id, row.id), eq(transfers.state, 'intended'), eq(transfers.refusals, row.refusals))

async function recordSent(tx: Tx, now: number, row: TransferRow, made: Transfer): Promise<void> {
  const [sent] = await tx
    .update(transfers)
    .set({ state: 'done', processorId: made.id, refusal: null, doneAt: now, updatedAt: now })
    .where(stillThisTry(row))
    .returning()
  if (!sent) return
  await postTransaction(tx, {
    kind: 'transfer',
    about: `transfer:${sent.id}`,
    at: now,
    entries: transferMade(sent.cents),
    jobId: sent.jobId,
    franchiseId: sent.franchiseId,
    demo: (await findPaymentRow(tx, sent.paymentId))?.demo ?? false,
  })
}

/** An account that is not ready yet will be; anything else is for a person to look at. */
async function recordRefused(tx: Tx, now: number, row: TransferRow, refused: PaymentRefused): Promise<void> {
  const waits = refused.because === 'account-not-ready'
  const [back] = await tx
    .update(transfers)
    .set({
      state: waits ? 'pending' : 'refused',
      attempts: 0,
      refusals: row.refusals + 1,
      refusal: refused.because,
      updatedAt: now,
    })
    .where(stillThisTry(row))
    .returning()
  if (!back) return
  // What was to be taken back of it is left out when it is sent after all.
  await tx
    .update(transferReversals)
    .set({ state: 'void', updatedAt: now })
    .where(and(eq(transferReversals.transferId, row.id), eq(transferReversals.state, 'intended')))
  if (!waits)
    await raiseTask(tx, now, {
      kind: 'transfer.refused',
      subject: row.id,
      title: "A franchise's share could not be sent",
      detail: `${refused.message}. Mend the cause, then send the transfer again.`,
      franchiseId: row.franchiseId,
    })
}
