import { eq, sql } from 'drizzle-orm'
import { demoAccounts, demoIntents, demoTransfers } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Cents } from '../../../lib/money'
import { PaymentRefused } from '../refused'
import type { Balance } from '../types'
import type { DemoWorld } from './world'

/** Never stored: what was taken, less what left again. The demo settles at once, so nothing is pending. */
export async function balance(db: Db, accountId?: string): Promise<Balance> {
  const cents = accountId === undefined ? await ownBalance(db) : await accountBalance(db, accountId)
  return { available: [{ currency: 'usd', cents }], pending: [{ currency: 'usd', cents: 0 }] }
}

async function ownBalance(db: Db): Promise<Cents> {
  const { capturedCents, refundedCents, feeCents, disputed } = demoIntents
  const [taken] = await db
    .select({
      cents: sql<number>`coalesce(sum(iif(${disputed}, 0, ${capturedCents} - ${refundedCents}) - ${feeCents}), 0)`,
    })
    .from(demoIntents)
  const [sent] = await db.select({ cents: transferred() }).from(demoTransfers)
  return (taken?.cents ?? 0) - (sent?.cents ?? 0)
}

export async function accountBalance(db: Db, accountId: string): Promise<Cents> {
  const [account] = await db
    .select({ paidOut: demoAccounts.paidOutCents })
    .from(demoAccounts)
    .where(eq(demoAccounts.id, accountId))
    .limit(1)
  if (!account) throw new PaymentRefused('unknown')
  const [got] = await db
    .select({ cents: transferred() })
    .from(demoTransfers)
    .where(eq(demoTransfers.accountId, accountId))
  return (got?.cents ?? 0) - account.paidOut
}

/** Sends everything in an account to its bank, as the real processor does every night. */
export async function payOutAccount({ store, clock }: DemoWorld, accountId: string): Promise<Cents> {
  return store.write(async (tx) => {
    const cents = await accountBalance(tx, accountId)
    await tx
      .update(demoAccounts)
      .set({ paidOutCents: sql`${demoAccounts.paidOutCents} + ${cents}`, updatedAt: clock.now() })
      .where(eq(demoAccounts.id, accountId))
    return cents
  })
}

function transferred() {
  return sql<number>`coalesce(sum(${demoTransfers.cents} - ${demoTransfers.reversedCents}), 0)`
}
