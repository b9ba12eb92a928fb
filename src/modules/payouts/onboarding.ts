import { eq } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { day } from '../../lib/clock'
import { openLink, signLink } from '../../tokens/signed-link'
import { aboutFranchise, connectAccount } from '../franchises'
import { recordActivity } from '../office'
import { requirePaidFranchise, type PaidFranchise } from './accounts'

/** How long the holder of HQ's link can get a new one from the processor. Its own links last minutes. */
const renewableFor = 7 * day

/** Returns a link to the processor's pages, where the franchise enters its company and bank details. */
export async function onboardFranchise(
  deps: Deps,
  franchiseId: string,
  actor: Actor,
): Promise<{ url: string }> {
  const franchise = await requirePaidFranchise(deps.store.read, franchiseId)
  const accountId = franchise.accountId ?? (await openAccount(deps, franchise, actor))
  const link = await linkTo(deps, franchiseId, accountId, deps.clock.now() + renewableFor)
  await deps.store.write((tx) =>
    recordActivity(tx, deps.clock.now(), {
      type: 'franchise.link-created',
      actor,
      summary: `Created an onboarding link for ${franchise.name}`,
      ...aboutFranchise(franchise),
    }),
  )
  return link
}

/** The renewing address names one account and expires with HQ's own link, however often it is used. */
async function linkTo(
  deps: Deps,
  franchiseId: string,
  accountId: string,
  until: number,
): Promise<{ url: string }> {
  const { publicUrl } = deps.config
  const token = signLink(deps, 'onboarding link', JSON.stringify([franchiseId, accountId]), until)
  const { url } = await deps.providers.payments.createOnboardingLink({
    accountId,
    returnUrl: returnAddress(deps, accountId),
    refreshUrl: `${publicUrl}/onboarding/${token}`,
    key: newId(),
  })
  return { url }
}

const returnAddress = ({ config }: Deps, accountId: string): string =>
  `${config.publicUrl}/api/payments/connect/return?account_id=${encodeURIComponent(accountId)}`

/**
 * A new link for a franchisee whose link has expired. Null if the address isn't one of ours or is too old, or
 * the franchise has another account since. Someone who has finished is only sent back.
 */
export async function renewOnboarding(deps: Deps, token: string): Promise<string | null> {
  const link = openLink(deps, 'onboarding link', token)
  if (!link || link.hasExpired) return null
  const [franchiseId, accountId] = JSON.parse(link.subject) as [string, string]
  const [franchise] = await deps.store.read
    .select({ accountId: franchises.accountId, name: franchises.name, done: franchises.detailsSubmitted })
    .from(franchises)
    .where(eq(franchises.id, franchiseId))
    .limit(1)
  if (franchise?.accountId !== accountId) return null
  if (franchise.done) return returnAddress(deps, accountId)
  const { url } = await linkTo(deps, franchiseId, accountId, link.until)
  await deps.store.write((tx) =>
    recordActivity(tx, deps.clock.now(), {
      type: 'franchise.link-renewed',
      actor: 'franchise',
      summary: `Renewed the onboarding link of ${franchise.name}`,
    }),
  )
  return url
}

/** The processor returns the same account however often we ask for a franchise. */
async function openAccount(deps: Deps, { id, name, email }: PaidFranchise, actor: Actor): Promise<string> {
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
        ...aboutFranchise({ id, name }),
      })
  })
  return (await requirePaidFranchise(deps.store.read, id)).accountId ?? account.id
}
