import type Stripe from 'stripe'
import { second } from '../../../lib/clock'
import { upstreamTimeout, upstream, type Refusal } from '../../../lib/errors'
import { PaymentRefused, type RefusedBecause } from '../refused'

export interface StripeOptions {
  secretKey: string
  apiUrl?: string | undefined
  /** The time limit for one operation with all its retries. */
  limitMs?: number
  pause?: (ms: number) => Promise<unknown>
}

export interface CallSettings {
  /** Required for every write; all retries use the same key. */
  key?: string
  /** Sends the request on behalf of a connected account. */
  accountId?: string
}

type Send<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>
export type Call = <T>(send: Send<Stripe.Response<T>>, settings?: CallSettings) => Promise<T>

const pausesMs = [250, 1_000]

/** One API call with a time limit, a few retries under one key, and our own errors. */
export function stripeCalls({
  secretKey,
  apiUrl,
  limitMs = 15 * second,
  pause = Bun.sleep,
}: StripeOptions): Call {
  const sdk = lazySdk(secretKey, apiUrl)
  return async (send, settings = {}) => {
    const { stripe, errors } = await sdk()
    const started = performance.now()
    for (let repetition = 0; ; repetition++) {
      const leftMs = Math.floor(limitMs - (performance.now() - started))
      if (leftMs <= 0) throw upstreamTimeout('The payment processor')
      try {
        return answered(await send(stripe, requestOptions(settings, leftMs)))
      } catch (error) {
        const pauseMs = pausesMs[repetition]
        if (pauseMs === undefined || !isWorthRepeating(error, errors)) throw translateFailure(error, errors)
        await pause(pauseMs)
      }
    }
  }
}

function requestOptions({ key, accountId }: CallSettings, leftMs: number): Stripe.RequestOptions {
  return {
    timeout: leftMs,
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(accountId === undefined ? {} : { stripeAccount: accountId }),
  }
}

/** The SDK treats any JSON without `error` as a success, even an answer from a proxy in between. */
function answered<T>(response: Stripe.Response<T>): T {
  const { statusCode } = response.lastResponse
  const isObject = 'object' in response && typeof response.object === 'string'
  if (statusCode < 200 || statusCode > 299 || !isObject)
    throw new Error(`Unexpected answer, status ${statusCode}`)
  return response
}

/** The API version our code was written for. A newer SDK makes this line fail to compile. */
const apiVersion = '2026-10-28.endive'

export interface StripeSdk {
  stripe: Stripe
  errors: typeof Stripe.errors
}

/** Loads the SDK when it is first needed, so a service without a key never loads it. */
export function lazySdk(secretKey: string, apiUrl: string | undefined): () => Promise<StripeSdk> {
  let loading: Promise<StripeSdk> | undefined
  return () => (loading ??= loadSdk(secretKey, apiUrl))
}

async function loadSdk(secretKey: string, apiUrl: string | undefined): Promise<StripeSdk> {
  const { default: Sdk } = await import('stripe')
  const stripe = new Sdk(secretKey, {
    apiVersion,
    ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
    httpClient: Sdk.createFetchHttpClient(fetchOnce as typeof fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return { stripe, errors: Sdk.errors }
}

function addressOf(apiUrl: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiUrl)
  if (protocol === 'http:') return { protocol: 'http', host: hostname, port: port || '80' }
  return { protocol: 'https', host: hostname, port: port || '443' }
}

/**
 * The SDK retries reset connections even when told not to, beyond our time limit. It detects them by `code`,
 * so this error has none, unless it is the SDK's own timeout.
 */
async function fetchOnce(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error' })
  } catch (cause) {
    if (init?.signal?.aborted) throw init.signal.reason
    throw new Error('The connection failed', { cause })
  }
}

const perPage = 100
const mostPages = 50

type List<T> = (
  stripe: Stripe,
  page: { limit: number; starting_after?: string },
  options: Stripe.RequestOptions,
) => Promise<Stripe.Response<Stripe.ApiList<T>>>

/** The pages of a list, newest first, until one is empty or repeats the one before. */
export async function* pagesOf<T extends { id: string }>(call: Call, list: List<T>): AsyncGenerator<T[]> {
  let last: string | undefined
  for (;;) {
    const cursor = { limit: perPage, ...(last === undefined ? {} : { starting_after: last }) }
    const { data, has_more: hasMore } = await call((stripe, options) => list(stripe, cursor, options))
    const end = data.at(-1)?.id
    if (end === undefined || end === last) return
    yield data
    if (!hasMore) return
    last = end
  }
}

/** All items of a list, up to a limit that no legitimate answer reaches. */
export async function collectPages<T extends { id: string }>(call: Call, list: List<T>): Promise<T[]> {
  const items: T[] = []
  let pages = 0
  for await (const page of pagesOf(call, list)) {
    items.push(...page)
    if (++pages === mostPages) break
  }
  return items
}

type SdkErrors = typeof Stripe.errors

const processor = 'The payment processor'

const becauseOf: Record<string, RefusedBecause> = {
  account_invalid: 'unknown',
  amount_too_large: 'too-much',
  amount_too_small: 'too-little',
  authentication_required: 'needs-customer',
  balance_insufficient: 'no-funds',
  charge_already_refunded: 'already-refunded',
  charge_disputed: 'disputed',
  insufficient_capabilities_for_transfer: 'account-not-ready',
  insufficient_funds: 'no-funds',
  payment_intent_unexpected_state: 'wrong-state',
  resource_missing: 'unknown',
  setup_intent_unexpected_state: 'wrong-state',
  transfers_not_allowed: 'account-not-ready',
}

/** Turns a failure into a definite refusal, or an error that leaves the outcome unknown. */
export function translateFailure(error: unknown, errors: SdkErrors): Refusal {
  if (isTimeout(error, errors)) return upstreamTimeout(processor, error)
  if (error instanceof errors.StripeError && isDefiniteNo(error, errors))
    return new PaymentRefused(reasonOf(error, errors), error.decline_code || error.code || null, {
      field: error.param ?? null,
      requestId: error.requestId ?? null,
    })
  return upstream(processor, error)
}

/** Repeating the call with its key may succeed. After a timeout there is no time left for that. */
export function isWorthRepeating(error: unknown, errors: SdkErrors): boolean {
  if (!(error instanceof errors.StripeError) || isTimeout(error, errors)) return false
  const advice = error.headers?.['stripe-should-retry']
  if (advice === 'true' || advice === 'false') return advice === 'true'
  if (error instanceof errors.StripeConnectionError) return true
  const status = error.statusCode ?? 500
  return status === 409 || status === 429 || status >= 500
}

/**
 * Reusing a key with other parameters says nothing about the first call, and a rejected secret key says
 * nothing about the payment, so neither is a definite refusal.
 */
function isDefiniteNo(error: Stripe.errors.StripeError, errors: SdkErrors): boolean {
  if (error instanceof errors.StripeIdempotencyError) return false
  if (error.statusCode === 403) return error.code === 'account_invalid'
  return error.statusCode === 400 || error.statusCode === 402 || error.statusCode === 404
}

function reasonOf(error: Stripe.errors.StripeError, errors: SdkErrors): RefusedBecause {
  // A bank's "insufficient funds" is a decline. Only the balance's own error is about an account.
  if (error instanceof errors.StripeCardError)
    return error.code === 'authentication_required' ? 'needs-customer' : 'declined'
  const known = becauseOf[error.code ?? '']
  if (known !== undefined) return known
  // The API has no code for a refund or reversal of more than is left.
  if (!error.code && error.param === 'amount') return 'too-much'
  // Everything else about a request, such as an unknown field, is our mistake and not the customer's.
  return error.statusCode === 402 ? 'not-possible' : 'rejected'
}

function isTimeout(error: unknown, errors: SdkErrors): boolean {
  if (!(error instanceof errors.StripeConnectionError)) return false
  const detail: unknown = error.detail
  return detail instanceof Error && 'code' in detail && detail.code === 'ETIMEDOUT'
}
