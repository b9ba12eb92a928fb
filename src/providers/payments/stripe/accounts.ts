import type Stripe from 'stripe'
import { second } from '../../../lib/clock'
import { PaymentRefused } from '../refused'
import type {
  Account,
  AccountOwner,
  OnboardingLink,
  OnboardingOrder,
  Balance,
  ProcessorEvent,
} from '../types'
import { collectPages, pagesOf, type Call } from './calls'

/**
 * Looks first, because the processor forgets keys after a while and a franchise must not get two accounts.
 */
export async function ensureAccount(call: Call, owner: AccountOwner): Promise<Account> {
  const accounts = await collectPages(call, (stripe, page, options) => stripe.accounts.list(page, options))
  const known = accounts.find(({ metadata }) => metadata?.franchiseId === owner.franchiseId)
  return accountOf(known ?? (await createAccount(call, owner)))
}

export async function findAccount(call: Call, id: string): Promise<Account | null> {
  if (!/^acct_\w{1,190}$/.test(id)) return null
  try {
    return accountOf(await call((stripe, options) => stripe.accounts.retrieve(id, {}, options)))
  } catch (error) {
    if (error instanceof PaymentRefused && error.because === 'unknown') return null
    throw error
  }
}

export async function createOnboardingLink(call: Call, order: OnboardingOrder): Promise<OnboardingLink> {
  const link = await call(
    (stripe, options) =>
      stripe.accountLinks.create(
        {
          account: order.accountId,
          type: 'account_onboarding',
          return_url: order.returnUrl,
          refresh_url: order.refreshUrl,
        },
        options,
      ),
    { key: order.key },
  )
  return { url: link.url, expiresAt: link.expires_at * second }
}

function createAccount(call: Call, { franchiseId, name, email, key }: AccountOwner): Promise<Stripe.Account> {
  return call(
    (stripe, options) =>
      stripe.accounts.create(
        {
          type: 'standard',
          ...(email ? { email } : {}),
          business_profile: { name },
          metadata: { franchiseId },
        },
        options,
      ),
    { key },
  )
}

function accountOf(account: Stripe.Account): Account {
  const transfers = account.capabilities?.transfers
  return {
    id: account.id,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    detailsSubmitted: account.details_submitted,
    // Accounts older than capabilities don't have them; for those, being able to pay out counts.
    canReceive: transfers === undefined ? account.payouts_enabled : transfers === 'active',
  }
}

export async function balance(call: Call, accountId?: string): Promise<Balance> {
  const settings = accountId === undefined ? {} : { accountId }
  const { available, pending } = await call(
    (stripe, options) => stripe.balance.retrieve({}, options),
    settings,
  )
  return { available: available.map(moneyOf), pending: pending.map(moneyOf) }
}

export async function recentEvents(call: Call, limit: number): Promise<ProcessorEvent[]> {
  const { data } = await call((stripe, options) => stripe.events.list({ limit }, options))
  return data.map(eventOf)
}

/** Newest first. */
export async function* eventsSince(
  call: Call,
  since: number,
  undelivered: boolean,
): AsyncGenerator<ProcessorEvent[]> {
  const asked = {
    created: { gte: Math.floor(since / second) },
    ...(undelivered ? { delivery_success: false } : {}),
  }
  const pages = pagesOf(call, (stripe, page, options) => stripe.events.list({ ...asked, ...page }, options))
  for await (const page of pages) yield page.map(eventOf)
}

function moneyOf({ amount, currency }: { amount: number; currency: string }) {
  return { currency, cents: amount }
}

function eventOf(event: Stripe.Event): ProcessorEvent {
  return {
    id: event.id,
    type: event.type,
    at: event.created * second,
    object: event.data.object as unknown as Record<string, unknown>,
    raw: JSON.stringify(event),
  }
}
