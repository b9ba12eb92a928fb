import type Stripe from 'stripe'

/** The version our reading of answers was written for; a newer SDK makes this line fail to compile. */
const apiVersion = '2026-10-28.endive'

export interface StripeSdk {
  stripe: Stripe
  errors: typeof Stripe.errors
}

/** Loads the SDK the first time it is needed: a box without a key never pays for it. */
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
 * The SDK repeats a call whose connection was reset even when told not to, outside our time limit. It
 * knows them by `code`, so it is given an error without one, unless the error is its own time limit's.
 */
async function fetchOnce(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init?.signal?.aborted) throw init.signal.reason
    throw new Error('The connection failed', { cause })
  }
}
