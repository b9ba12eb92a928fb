import type { RequestClient } from 'twilio'
import { sameSecret } from '../../lib/secret'
import {
  DeliveryFailure,
  retryAfterMs,
  guardCalls,
  Pace,
  realTimers,
  type Receipt,
  type CallLimits,
  type Guard,
  type Timers,
} from '../delivery'
import type { SmsProvider, TextMessage } from '.'

export interface TwilioOptions {
  accountSid: string
  authToken: string
  from: string
  apiUrl?: string | undefined
  limits: CallLimits
  timers?: Timers
}

const usualRate = 10
const restUnlessTold = 1_000
/** Twilio's error code for a recipient who replied STOP. */
const recipientOptedOut = 21610
/** Not a number, not a mobile one, or a handset that doesn't exist. */
const badNumbers = new Set([21211, 21214, 21217, 21614, 30005, 30006])
/** The handset is off or out of reach. */
const outOfReach = 30003

export class TwilioSms implements SmsProvider {
  readonly name = 'twilio'
  readonly width = 5
  readonly #guard: Guard
  readonly #pace: Pace
  readonly #timers: Timers

  constructor(private readonly options: TwilioOptions) {
    this.#timers = options.timers ?? realTimers
    this.#guard = guardCalls(options.limits, false, this.#timers)
    this.#pace = new Pace(usualRate, this.#timers)
  }

  async send(message: TextMessage): Promise<Receipt> {
    if (this.#guard.openFor() === 0) await this.#pace.turn()
    // The SDK takes 34 MB and a tenth of a second, so it is loaded with the first text.
    const { default: twilio } = await import('twilio')
    return this.#guard.run((signal) => this.#create(twilio, message, signal))
  }

  restingFor(): number {
    return Math.max(this.#guard.openFor(), this.#pace.restingFor())
  }

  async close(): Promise<void> {}

  async #create(
    twilio: typeof import('twilio'),
    message: TextMessage,
    signal: AbortSignal,
  ): Promise<Receipt> {
    const { accountSid, authToken, from, apiUrl } = this.options
    const http = new TwilioHttp(apiUrl, signal)
    const client = twilio(accountSid, authToken, { httpClient: http.asSdkClient() })
    const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
    try {
      const created = await client.messages.create({ to: message.to, body: message.text, ...sender })
      return { provider: this.name, messageId: created.sid }
    } catch (error) {
      if (error instanceof DeliveryFailure) throw error
      throw this.#describe(error, http)
    }
  }

  #describe(error: unknown, http: TwilioHttp): DeliveryFailure {
    const said = `Twilio: ${error instanceof Error ? error.message : 'unreadable answer'}`
    const status = http.last?.statusCode ?? 0
    if (status === 429) {
      const ms = retryAfterMs(http.last?.headers['retry-after'], this.#timers.now()) ?? restUnlessTold
      this.#pace.rest(ms)
      return new DeliveryFailure('later', said, { retryAfterMs: ms })
    }
    const code = codeOf(error)
    if (code === outOfReach) return new DeliveryFailure('deferred', said)
    if (code === recipientOptedOut || badNumbers.has(code))
      return new DeliveryFailure('refused', said, {
        optedOut: code === recipientOptedOut,
        badAddress: badNumbers.has(code),
      })
    if (status === 401 || status === 403 || status === 503) return new DeliveryFailure('down', said)
    if (status >= 400 && status < 500) return new DeliveryFailure('refused', said)
    return new DeliveryFailure('uncertain', said)
  }
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'code' in error ? Number(error.code) : 0
}

interface TwilioRequest {
  method: string
  uri: string
  username?: string
  password?: string
  headers?: Record<string, string>
  data?: Record<string, string | undefined>
}

export interface TwilioAnswer {
  statusCode: number
  body: string
  headers: Record<string, string>
}

/**
 * The HTTP client for Twilio's SDK. It stops with the signal, uses TWILIO_API_URL, and keeps the headers that
 * the SDK's own errors lose.
 */
export class TwilioHttp {
  last: TwilioAnswer | null = null

  constructor(
    private readonly apiUrl: string | undefined,
    private readonly signal: AbortSignal,
  ) {}

  async request(request: TwilioRequest): Promise<TwilioAnswer> {
    const response = await this.#fetch(request)
    this.last = {
      statusCode: response.status,
      body: await response.text(),
      headers: Object.fromEntries(response.headers),
    }
    return this.last
  }

  async #fetch({ method, uri, username, password, headers, data }: TwilioRequest): Promise<Response> {
    try {
      return await fetch(this.#address(uri), {
        method: method.toUpperCase(),
        redirect: 'error',
        signal: this.signal,
        headers: { ...headers, authorization: `Basic ${btoa(`${username}:${password}`)}` },
        body: new URLSearchParams(
          Object.entries(data ?? {}).flatMap(([k, v]): [string, string][] =>
            v === undefined ? [] : [[k, v]],
          ),
        ),
      })
    } catch (error) {
      throw neverReached(error)
        ? new DeliveryFailure('down', "We couldn't reach Twilio")
        : new DeliveryFailure('uncertain', "Twilio didn't respond")
    }
  }

  #address(uri: string): string {
    if (this.apiUrl === undefined) return uri
    const { pathname, search } = new URL(uri)
    return `${this.apiUrl}${pathname}${search}`
  }

  asSdkClient(): RequestClient {
    return this as unknown as RequestClient
  }
}

/** Only a connection that was never made proves that nothing was accepted. */
function neverReached(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(code)
}

/** Twilio signs the URL it calls, followed by the name and value of every field, sorted by name. */
export function twilioSignature(authToken: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].toSorted()
  const text = names.map((name) =>
    [...new Set(fields.getAll(name))]
      .toSorted()
      .map((value) => name + value)
      .join(''),
  )
  return new Bun.CryptoHasher('sha1', authToken).update(url + text.join('')).digest('base64')
}

export function isSignedByTwilio(
  authToken: string | undefined,
  given: string,
  url: string,
  fields: URLSearchParams,
): boolean {
  if (authToken === undefined) return false
  return sameSecret(given, twilioSignature(authToken, url, fields))
}
