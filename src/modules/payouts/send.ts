import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { transferReversals, transfers } from '../../../db/schema'
import { prepared, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { SingleFlight } from '../../lib/background'
import { conflict } from '../../lib/errors'
import { describeError } from '../../lib/log'
import { formatUsd } from '../../lib/money'
import { askOnce, type PaymentRefused, type OpenWanted } from '../../providers/payments/refused'
import type { Transfer } from '../../providers/payments/types'
import { postTransaction, transferMade } from '../ledger'
import { recordActivity, raiseTodo, clearTodo } from '../office'
import type { TransferRecord } from './model'
import { releaseTransfers } from './release'
import { carryOutReversal, openReversals } from './reversals'
import { presentTransfer } from './statement'
import { isDemoMoney, isPaidByCard, requireTransfer, transferKey, type TransferRow } from './transfers'

const batchSize = 200

/** Sends the transfers and reversals that are decided but not done. */
export async function settlePayouts(deps: Deps, mostAttempts: number): Promise<void> {
  await settleInBatches(deps, mostAttempts, 'transfer', openTransfers, carryOutTransfer)
  await settleInBatches(deps, mostAttempts, 'reversal', openReversals, carryOutReversal)
}

/** The franchise's account can receive money now, so its waiting transfers go out. */
export function releaseSoon(deps: Deps, franchiseId: string): void {
  deps.background.runSingle(`releasing ${franchiseId}`, async () => {
    await releaseTransfers(deps, franchiseId)
    await settlePayouts(deps, 0)
  })
}

type FindOpen = (
  db: Deps['store']['read'],
  wanted: { limit: number; mostAttempts: number },
) => Promise<string[]>

/** Continues while batches are full and make progress. */
export async function settleInBatches(
  deps: Deps,
  mostAttempts: number,
  what: string,
  findOpen: FindOpen,
  settleOne: (deps: Deps, id: string) => Promise<unknown>,
): Promise<void> {
  let seen = new Set<string>()
  for (;;) {
    const found = await findOpen(deps.store.read, { limit: batchSize, mostAttempts })
    const ids = found.filter((id) => !seen.has(id))
    for (const id of ids) {
      if (deps.background.stopping) return
      const startedAt = performance.now()
      await tryToSettle(deps, what, id, () => settleOne(deps, id))
      // Gives way to requests.
      await deps.background.restAfter(startedAt, 4, 20)
    }
    if (ids.length < batchSize) return
    seen = new Set(ids)
  }
}

/** Failures stay open for the next run and don't block anything else. */
export async function tryToSettle(
  deps: Deps,
  what: string,
  id: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.log.warn("couldn't settle money yet", { what, id, ...describeError(error) })
  }
}

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

/** Sends an intended transfer, or finds out that it was sent. Throws until that is known. */
export function carryOutTransfer(deps: Deps, id: string): Promise<TransferRow> {
  return deps.state.of(SingleFlight).run(`transfer ${id}`, async () => {
    const row = await deps.store.write((tx) => begin.get(tx, { id }))
    if (!row) return requireTransfer(deps.store.read, id)
    const { payments } = deps.providers
    const key = transferKey(row)
    const isByCard = await isPaidByCard(deps.store.read, row)
    const outcome = await askOnce({
      attempts: row.attempts,
      find: () => payments.findTransfer({ transferGroup: row.jobId, key }),
      make: () =>
        payments.transfer({
          accountId: row.accountId ?? '',
          cents: row.cents,
          transferGroup: row.jobId,
          // The money of a failed refund is back in our balance; the payment's own money was already passed on.
          // So is the franchise's share of cash.
          sourcePaymentId: row.restores === null && isByCard ? row.paymentId : null,
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
    demo: await isDemoMoney(tx, sent),
  })
}

/** An account that isn't ready will be later; any other refusal needs a person. */
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
  // When the transfer is sent after all, its amount already leaves out these reversals.
  await tx
    .update(transferReversals)
    .set({ state: 'void', updatedAt: now })
    .where(and(eq(transferReversals.transferId, row.id), eq(transferReversals.state, 'intended')))
  if (!waits)
    await raiseTodo(tx, now, {
      kind: 'transfer.refused',
      subject: row.id,
      title: 'A transfer to a franchise failed',
      detail: `${refused.message}. Fix the cause, then resend the transfer.`,
      franchiseId: row.franchiseId,
    })
}

const stateTexts: Record<TransferRow['state'], string> = {
  pending: 'waiting',
  intended: 'being sent',
  done: 'sent',
  refused: 'refused',
  void: 'void',
}

/** Sends a refused transfer again, after a person has fixed the cause. */
export async function resendTransfer(deps: Deps, id: string, actor: Actor): Promise<TransferRecord> {
  const { franchiseId } = await deps.store.write(async (tx) => {
    const transfer = await requireTransfer(tx, id)
    if (transfer.state !== 'refused')
      throw conflict(`Only a refused transfer can be resent. This one is ${stateTexts[transfer.state]}.`)
    const now = deps.clock.now()
    await tx
      .update(transfers)
      .set({ state: 'pending', updatedAt: now })
      .where(and(eq(transfers.id, id), eq(transfers.state, 'refused')))
    await clearTodo(tx, now, 'transfer.refused', id)
    await recordActivity(tx, now, {
      type: 'transfer.resent',
      actor,
      summary: `Resent a transfer of ${formatUsd(transfer.cents)}`,
      subject: { kind: 'transfer', id, name: 'a transfer' },
      franchiseId: transfer.franchiseId,
    })
    return transfer
  })
  await releaseTransfers(deps, franchiseId)
  return presentTransfer(await carryOutTransfer(deps, id))
}
