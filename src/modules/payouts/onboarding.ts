import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import { connectAccount } from '../franchises'
import { recordActivity } from '../office'
import { requirePaidFranchise, type PaidFranchise } from './accounts'

/** A link to the processor's own pages, where the franchise says who it is and where its money goes. */
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
    // Somebody whose link has expired comes back the same way and is told that it is not complete.
    refreshUrl: back,
    key: newId(),
  })
  return { url }
}

/** The processor gives the same account however often it is asked for a franchise's. */
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
        summary: `Franchise ${name} got an account`,
      })
  })
  return (await requirePaidFranchise(deps.store.read, id)).accountId ?? account.id
}
