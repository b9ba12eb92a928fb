import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { franchises, payments, refunds, transfers } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { franchiseDue } from '../ledger/shares'
import { sharesOfPayment } from '../money/shares'

const perRound = 100

/** Gets waiting shares going whose franchise can take them by now; of all franchises, or of one. */
export async function releaseTransfers(deps: Deps, franchiseId?: string): Promise<void> {
  for (const waiting of await waitingFranchises(deps, franchiseId)) {
    const account = await deps.providers.payments.findAccount(waiting.accountId)
    if (!account?.canReceive) continue
    await deps.store.write((tx) => release(tx, deps.clock.now(), waiting))
  }
}

interface Waiting {
  franchiseId: string
  accountId: string
}

async function waitingFranchises({ store }: Deps, franchiseId?: string): Promise<Waiting[]> {
  const rows = await store.read
    .selectDistinct({ franchiseId: transfers.franchiseId, accountId: franchises.accountId })
    .from(transfers)
    .innerJoin(franchises, eq(franchises.id, transfers.franchiseId))
    .where(
      and(
        sql`${transfers.state} = 'pending'`,
        sql`${franchises.accountId} IS NOT NULL`,
        franchiseId === undefined ? undefined : eq(transfers.franchiseId, franchiseId),
      ),
    )
  return rows.flatMap(({ franchiseId: id, accountId }) => (accountId === null ? [] : [{ franchiseId: id, accountId }]))
}

/** Refunds come first: what is being given back, or disputed, is not sent. */
async function release(tx: Tx, now: number, { franchiseId, accountId }: Waiting): Promise<void> {
  const beingRefunded = tx
    .select({ one: sql`1` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payments.id), sql`${refunds.state} = 'intended'`))
  const rows = await tx
    .select({ id: transfers.id, payment: payments })
    .from(transfers)
    .innerJoin(payments, eq(payments.id, transfers.paymentId))
    .where(
      and(
        sql`${transfers.state} = 'pending'`,
        eq(transfers.franchiseId, franchiseId),
        eq(payments.disputed, false),
        notExists(beingRefunded),
      ),
    )
    .orderBy(asc(transfers.createdAt))
    .limit(perRound)
  const due = rows.map(({ id, payment }) => ({
    id,
    cents: franchiseDue(sharesOfPayment(payment), payment.refundedCents),
  }))
  for (const { id, cents } of due.filter((row) => row.cents > 0))
    await tx.update(transfers).set({ state: 'intended', cents, accountId, updatedAt: now }).where(eq(transfers.id, id))
  const nothing = due.filter((row) => row.cents === 0).map(({ id }) => id)
  if (nothing.length > 0)
    await tx.update(transfers).set({ state: 'void', cents: 0, updatedAt: now }).where(inArray(transfers.id, nothing))
}
