import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { franchises } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import { missing } from '../../lib/errors'
import type { Account } from '../../providers/payments/types'
import type { AccountStatus } from './model'

const columns = {
  id: franchises.id,
  name: franchises.name,
  email: franchises.email,
  accountId: franchises.accountId,
  chargesEnabled: franchises.chargesEnabled,
  payoutsEnabled: franchises.payoutsEnabled,
  detailsSubmitted: franchises.detailsSubmitted,
}
const byId = prepared((db) =>
  db
    .select(columns)
    .from(franchises)
    .where(eq(franchises.id, sql.placeholder('id')))
    .limit(1),
)
const byAccount = prepared((db) =>
  db
    .select(columns)
    .from(franchises)
    .where(eq(franchises.accountId, sql.placeholder('accountId')))
    .limit(1),
)

export type PaidFranchise = NonNullable<Awaited<ReturnType<typeof franchiseOfAccount>>>

export const franchiseOfAccount = (db: Db, accountId: string) => byAccount.get(db, { accountId })

export async function requirePaidFranchise(db: Db, id: string): Promise<PaidFranchise> {
  const franchise = await byId.get(db, { id })
  if (!franchise) throw missing('Franchise')
  return franchise
}

/** What the processor says of an account; one it no longer knows can do nothing. */
export async function keepFlags(
  tx: Tx,
  now: number,
  franchise: PaidFranchise,
  account: Account | null,
): Promise<void> {
  const flags = flagsOf(account)
  const isKnown = (Object.keys(flags) as (keyof Flags)[]).every((flag) => flags[flag] === franchise[flag])
  if (!isKnown)
    await tx
      .update(franchises)
      .set({ ...flags, updatedAt: now })
      .where(eq(franchises.id, franchise.id))
}

type Flags = Pick<Account, 'chargesEnabled' | 'payoutsEnabled' | 'detailsSubmitted'>

function flagsOf(account: Account | null): Flags {
  const { chargesEnabled = false, payoutsEnabled = false, detailsSubmitted = false } = account ?? {}
  return { chargesEnabled, payoutsEnabled, detailsSubmitted }
}

export function statusOf(accountId: string | null, account: Account | null): AccountStatus {
  const flags = flagsOf(account)
  const onboardingComplete = flags.chargesEnabled && flags.payoutsEnabled && flags.detailsSubmitted
  return { connected: account !== null, accountId, ...flags, onboardingComplete }
}
