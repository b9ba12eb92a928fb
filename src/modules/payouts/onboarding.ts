import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import { connectAccount } from '../franchises'
import { recordActivity } from '../office'
import { requirePaidFranchise, type PaidFranchise } from './accounts'

/** Returns a link to the processor's pages, where the franchise enters its company and bank details. */
export async function onboardFranchise(
  deps: Deps,
  franchiseId: string,
  actor: string,
): Promise<{ url: string }> {
  const franchise = await requirePaidFranchise(deps.store.read, franchiseId)
  const accountId = franchise.accountId ?? (await openAccount(deps, franchise, actor))
  const back = `${deps.config.publicUrl}/api/payments/connect/return?account_id=${encodeURIComponent(accountId)}`
  const { url } = await deps.providers.payments.createOnboardingLink({
    accountId,
    returnUrl: back,
    // Someone with an expired link returns here too and learns that onboarding isn't complete.
    refreshUrl: back,
    key: newId(),
  })
  return { url }
}

/** The processor returns the same account however often we ask for a franchise. */
async function openAccount(deps: Deps, { id, name, email }: PaidFranchise, actor: string): Promise<string> {
  const account = await deps.providers.payments.ensureAccount({
    franchiseId: id,
    name,
    email,
    key: `account:${id}`,
  })
  const now = deps.clock.now()
  await deps.store.write(async (tx) => {
    if (await connectAccount(tx, now, id, account.id))
      await recordActivity(tx, now, {
        type: 'franchise.connected',
        actor,
        summary: `Connected a payout account for ${name}`,
      })
  })
  return (await requirePaidFranchise(deps.store.read, id)).accountId ?? account.id
}
