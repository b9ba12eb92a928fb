import { and, asc, eq, isNotNull, notExists, sql } from 'drizzle-orm'
import { franchises, payments, refunds, transfers } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { missingCents } from './restore'

const releaseBatchSize = 100

interface Waiting {
  franchiseId: string
  accountId: string
}

/** Franchises that have an account and transfers waiting for it. */
export async function franchisesWaiting({ store }: Deps): Promise<string[]> {
  const rows = await store.read
    .selectDistinct({ id: franchises.id })
    .from(transfers)
    .innerJoin(franchises, eq(franchises.id, transfers.franchiseId))
    .where(and(sql`${transfers.state} = 'pending'`, isNotNull(franchises.accountId)))
  return rows.map(({ id }) => id)
}

/** Sends a franchise's waiting transfers if the processor says its account can now receive them. */
export async function releaseTransfers(deps: Deps, franchiseId: string): Promise<void> {
  const [franchise] = await deps.store.read
    .select({ accountId: franchises.accountId })
    .from(franchises)
    .where(eq(franchises.id, franchiseId))
    .limit(1)
  const accountId = franchise?.accountId
  if (!accountId) return
  const account = await deps.providers.payments.findAccount(accountId)
  if (!account?.canReceive) return
  const releaseSome = () =>
    deps.store.write((tx) => release(tx, deps.clock.now(), { franchiseId, accountId }))
  while ((await releaseSome()) === releaseBatchSize);
}

/** Refunds come first: money that is being refunded or disputed isn't sent. */
async function release(tx: Tx, now: number, { franchiseId, accountId }: Waiting): Promise<number> {
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
    .limit(releaseBatchSize)
  for (const { id, payment } of rows) {
    const cents = Math.max(0, await missingCents(tx, payment))
    const state = cents > 0 ? ('intended' as const) : ('void' as const)
    await tx
      .update(transfers)
      .set({ state, cents, updatedAt: now, ...(cents > 0 ? { accountId } : {}) })
      .where(eq(transfers.id, id))
  }
  return rows.length
}
