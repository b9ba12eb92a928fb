import type { RequestClient } from 'twilio'
import { z } from 'zod'
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
import { below, readText } from '../upstream'
import type { SmsProvider, TextMessage } from '.'

export interface TwilioOptions {
  accountSid: string
  authToken: string
  from: string
  apiUrl?: string | undefined
  limits: CallLimits
  timers?: Timers
}

const twilioUrl = 'https://api.twilio.com'
const usualRate = 10
const restUnlessTold = 1_000
/** Twilio describes a text in about one. */
const largestAnswer = 64 * 1024
/** Twilio's error code for a recipient who replied STOP. */
const recipientOptedOut = 21610
/** Not a number, not a mobile one, or a handset that doesn't exist. */
const badNumbers = new Set([21211, 21214, 21217, 21614, 30005, 30006])
/** The handset is off or out of reach. */
const outOfReach = 30003

type Sdk = typeof import('twilio')

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
    // Takes 30 MB and a quarter of a second, which don't count against the call's time limit.
    const { default: sdk } = await import('twilio')
    return this.#guard.run((signal) => this.#create(sdk, message, signal))
  }

  restingFor(): number {
    return Math.max(this.#guard.openFor(), this.#pace.restingFor())
  }

  async close(): Promise<void> {}

  async #create(sdk: Sdk, { to, text }: TextMessage, signal: AbortSignal): Promise<Receipt> {
    const { accountSid, authToken, from } = this.options
    const client = sdk(accountSid, authToken, { httpClient: this.#http(signal) })
    const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
    try {
      const created = Created.parse(await client.messages.create({ to, body: text, ...sender }))
      return { provider: this.name, messageId: created.sid }
    } catch (error) {
      throw error instanceof DeliveryFailure ? error : describe(error)
    }
  }

  /**
   * The SDK's own HTTP client reads an endless answer for as long as it lasts, and its errors contain the auth
   * token. Its errors also lack the headers, so a 429 is understood here.
   */
  #http(signal: AbortSignal): RequestClient {
    const { apiUrl = twilioUrl } = this.options
    const client: Pick<RequestClient, 'request'> = {
      request: async ({ method, uri, headers, username, password, data }) => {
        const response = await reach(below(apiUrl, new URL(uri).pathname), {
          method,
          headers: { ...headers, authorization: `Basic ${btoa(`${username}:${password}`)}` },
          body: new URLSearchParams(data as Record<string, string>),
          redirect: 'error',
          signal,
        })
        if (response.status === 429) {
          await response.body?.cancel()
          throw this.#slowDown(response.headers.get('retry-after'))
        }
        const body = await readText(response, largestAnswer).catch(noAnswer)
        return { statusCode: response.status, body: body as never, headers: response.headers }
      },
    }
    return client as RequestClient
  }

  #slowDown(retryAfter: string | null): DeliveryFailure {
    const ms = retryAfterMs(retryAfter, this.#timers.now()) ?? restUnlessTold
    this.#pace.rest(ms)
    return new DeliveryFailure('later', 'Twilio asked us to slow down', { retryAfterMs: ms })
  }
}

async function reach(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (error) {
    if (neverReached(error)) throw new DeliveryFailure('down', "We couldn't reach Twilio")
    return noAnswer()
  }
}

function noAnswer(): never {
  throw new DeliveryFailure('uncertain', "Twilio didn't respond")
}

/** Only a connection that was never made proves that nothing was accepted. */
function neverReached(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(code)
}

const Created = z.object({ sid: z.string() })

/** The SDK's errors about an answer that isn't a success. Their fields are as Twilio sent them. */
const Refused = z.object({ status: z.number(), code: z.number().catch(0), message: z.string().catch('') })

function describe(error: unknown): DeliveryFailure {
  const { data } = Refused.safeParse(error)
  if (data === undefined) return new DeliveryFailure('uncertain', "We couldn't read Twilio's answer")
  const { status, code } = data
  const said = `Twilio: ${data.message || `unreadable answer (${status})`}`
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

/** Whether Twilio sent this form to this URL. */
export async function isSignedByTwilio(
  authToken: string | undefined,
  given: string,
  url: string,
  form: URLSearchParams,
): Promise<boolean> {
  if (authToken === undefined || given === '') return false
  // Only this part of the SDK: unlike its client, it loads in a moment.
  const { validateRequest } = await import('twilio/lib/webhooks/webhooks')
  const fields = Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]))
  return validateRequest(authToken, given, url, fields)
}
