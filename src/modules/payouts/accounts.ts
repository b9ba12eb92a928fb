import { eq, sql } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import { prepared, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { describeError } from '../../lib/log'
import type { Account } from '../../providers/payments/types'
import { setAccountFlags } from '../franchises'
import type { AccountStatus } from './model'
import { releaseSoon } from './send'

/** Asks the processor and stores its answer, so waiting transfers go out as soon as they can. */
export async function readStatus(deps: Deps, franchiseId: string): Promise<AccountStatus> {
  const franchise = await requirePaidFranchise(deps.store.read, franchiseId)
  if (franchise.accountId === null) return accountStatusOf(null, null)
  return accountStatusOf(franchise.accountId, await synchronise(deps, franchise, franchise.accountId))
}

export type ReturnOutcome = 'complete' | 'pending' | 'error'

/**
 * Handles the return from the processor's pages. It doesn't matter who returns, because we ask the processor.
 */
export async function returnFromOnboarding(
  deps: Deps,
  accountId: string | undefined,
): Promise<ReturnOutcome> {
  try {
    const franchise =
      accountId === undefined ? undefined : await franchiseOfAccount(deps.store.read, accountId)
    if (!franchise || accountId === undefined) return 'error'
    const account = await synchronise(deps, franchise, accountId)
    if (!account) return 'error'
    return accountStatusOf(accountId, account).onboardingComplete ? 'complete' : 'pending'
  } catch (error) {
    deps.log.warn("couldn't check a return from onboarding", describeError(error))
    return 'error'
  }
}

async function synchronise(deps: Deps, franchise: PaidFranchise, accountId: string): Promise<Account | null> {
  const account = await deps.providers.payments.findAccount(accountId)
  await deps.store.write((tx) => keepAccountFlags(tx, deps.clock.now(), franchise, account))
  if (account?.canReceive) releaseSoon(deps, franchise.id)
  return account
}

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

/** Stores the account's capabilities. An account the processor no longer knows has none. */
export async function keepAccountFlags(
  tx: Tx,
  now: number,
  franchise: PaidFranchise,
  account: Account | null,
): Promise<void> {
  const flags = flagsOf(account)
  const isKnown = (Object.keys(flags) as (keyof Flags)[]).every((flag) => flags[flag] === franchise[flag])
  if (!isKnown) await setAccountFlags(tx, now, franchise.id, flags)
}

type Flags = Pick<Account, 'chargesEnabled' | 'payoutsEnabled' | 'detailsSubmitted'>

function flagsOf(account: Account | null): Flags {
  const { chargesEnabled = false, payoutsEnabled = false, detailsSubmitted = false } = account ?? {}
  return { chargesEnabled, payoutsEnabled, detailsSubmitted }
}

export function accountStatusOf(accountId: string | null, account: Account | null): AccountStatus {
  const flags = flagsOf(account)
  const onboardingComplete = flags.chargesEnabled && flags.payoutsEnabled && flags.detailsSubmitted
  return { connected: account !== null, accountId, ...flags, onboardingComplete }
}
