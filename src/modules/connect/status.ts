import type { Deps } from '../../deps'
import { describeError } from '../../lib/log'
import type { Account } from '../../providers/payments/types'
import { releaseSoon } from '../settlement/release'
import { franchiseOfAccount, keepFlags, requirePaidFranchise, statusOf, type PaidFranchise } from './account'
import type { AccountStatus } from './model'

/** Asks the processor and keeps what it says, so that waiting transfers go out as soon as they can. */
export async function readStatus(deps: Deps, franchiseId: string): Promise<AccountStatus> {
  const franchise = await requirePaidFranchise(deps.store.read, franchiseId)
  if (franchise.accountId === null) return statusOf(null, null)
  return statusOf(franchise.accountId, await synchronise(deps, franchise, franchise.accountId))
}

export type ReturnOutcome = 'complete' | 'pending' | 'error'

/** Somebody comes back from the processor's pages. Who it is does not matter: the processor is asked. */
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
    return statusOf(accountId, account).onboardingComplete ? 'complete' : 'pending'
  } catch (error) {
    deps.log.warn('a return from onboarding could not be checked', describeError(error))
    return 'error'
  }
}

async function synchronise(deps: Deps, franchise: PaidFranchise, accountId: string): Promise<Account | null> {
  const account = await deps.providers.payments.findAccount(accountId)
  await deps.store.write((tx) => keepFlags(tx, deps.clock.now(), franchise, account))
  if (account?.canReceive) releaseSoon(deps, franchise.id)
  return account
}
