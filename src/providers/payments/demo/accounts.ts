import { eq, sql } from 'drizzle-orm'
import { demoAccounts, demoIntents, demoTransfers } from '../../../../db/schema'
import { onlyRow, type Db } from '../../../../db/store'
import { hour } from '../../../lib/clock'
import type { Cents } from '../../../lib/money'
import { PaymentRefused } from '../refused'
import type { Account, AccountOwner, OnboardingLink, OnboardingOrder, Balance } from '../types'
import { recordEvent } from './events'
import { accountObject, type AccountRow } from './objects'
import { demoId, type DemoWorld } from './world'

/** A constraint allows one account per franchise, so the key isn't needed. */
export async function ensureAccount({ store, clock }: DemoWorld, owner: AccountOwner): Promise<Account> {
  return store.write(async (tx) => {
    const { franchiseId, name, email } = owner
    const now = clock.now()
    await tx
      .insert(demoAccounts)
      .values({ id: demoId('acct'), franchiseId, name, email: email ?? null, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: demoAccounts.franchiseId })
    const rows = await tx
      .select()
      .from(demoAccounts)
      .where(eq(demoAccounts.franchiseId, franchiseId))
      .limit(1)
    return accountOf(onlyRow(rows))
  })
}

export async function findAccountRow(db: Db, id: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(demoAccounts).where(eq(demoAccounts.id, id)).limit(1)
  return row ?? null
}

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const row = await findAccountRow(db, id)
  return row && accountOf(row)
}

export async function createOnboardingLink(
  { store, clock, publicUrl }: DemoWorld,
  { accountId, returnUrl }: OnboardingOrder,
): Promise<OnboardingLink> {
  const now = clock.now()
  await store.write(async (tx) => {
    const [known] = await tx
      .update(demoAccounts)
      .set({ returnUrl, updatedAt: now })
      .where(eq(demoAccounts.id, accountId))
      .returning({ id: demoAccounts.id })
    if (!known) throw new PaymentRefused('unknown')
  })
  return { url: `${publicUrl}/demo/onboarding/${accountId}`, expiresAt: now + hour }
}

export interface Onboarded {
  account: Account
  returnUrl: string | null
}

/**
 * Does what a franchise would do on the processor's pages, after which its account can be paid. Null if
 * unknown.
 */
export async function completeOnboarding(world: DemoWorld, accountId: string): Promise<Onboarded | null> {
  const row = await world.store.write(async (tx) => {
    const now = world.clock.now()
    const before = await findAccountRow(tx, accountId)
    if (!before || before.detailsSubmitted) return before
    const done = { chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true, updatedAt: now }
    await tx.update(demoAccounts).set(done).where(eq(demoAccounts.id, accountId))
    await recordEvent(tx, now, 'account.updated', accountObject({ ...before, ...done }))
    return { ...before, ...done }
  })
  world.announce()
  return row && { account: accountOf(row), returnUrl: row.returnUrl }
}

function accountOf({ id, chargesEnabled, payoutsEnabled, detailsSubmitted }: AccountRow): Account {
  return { id, chargesEnabled, payoutsEnabled, detailsSubmitted, canReceive: payoutsEnabled }
}

/**
 * Calculated, never stored: money received minus money sent. The demo settles immediately, so nothing is
 * pending.
 */
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

/** Pays out an account's whole balance to its bank, as the real processor does every night. */
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
