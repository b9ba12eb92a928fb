import type Stripe from 'stripe'
import { second } from '../../../lib/clock'
import { upstreamTimeout } from '../../../lib/errors'
import { lazySdk } from './client'
import { isWorthRepeating, translateFailure } from './failures'

export interface StripeOptions {
  secretKey: string
  apiUrl?: string | undefined
  /** For one operation with all its repetitions. */
  limitMs?: number
  pause?: (ms: number) => Promise<unknown>
}

export interface CallSettings {
  /** Needed by every write; the same one goes along with every repetition. */
  key?: string
  /** Asks on behalf of a connected account. */
  accountId?: string
}

type Send<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>
export type Call = <T>(send: Send<Stripe.Response<T>>, settings?: CallSettings) => Promise<T>

const pausesMs = [250, 1_000]

/** One call of the API: limited in time, repeated a few times with one key, ending in our own errors. */
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

/** The SDK takes any JSON without an `error` for a success, also what a proxy in between says. */
function answered<T>(response: Stripe.Response<T>): T {
  const { statusCode } = response.lastResponse
  const isObject = 'object' in response && typeof response.object === 'string'
  if (statusCode < 200 || statusCode > 299 || !isObject)
    throw new Error(`Unexpected answer, status ${statusCode}`)
  return response
}
