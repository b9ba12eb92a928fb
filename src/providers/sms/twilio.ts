import { z } from 'zod'
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

const twilioUrl = 'https://api.twilio.com'
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
    return this.#guard.run((signal) => this.#create(message, signal))
  }

  restingFor(): number {
    return Math.max(this.#guard.openFor(), this.#pace.restingFor())
  }

  async close(): Promise<void> {}

  async #create(message: TextMessage, signal: AbortSignal): Promise<Receipt> {
    const { response, text } = await this.#post(message, signal)
    const answer = answerIn(text)
    if (response.ok && answer.sid !== undefined) return { provider: this.name, messageId: answer.sid }
    throw this.#describe(response, answer)
  }

  async #post(message: TextMessage, signal: AbortSignal): Promise<{ response: Response; text: string }> {
    const { accountSid, authToken, from, apiUrl = twilioUrl } = this.options
    const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
    try {
      const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        method: 'POST',
        redirect: 'error',
        signal,
        headers: { accept: 'application/json', authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
        body: new URLSearchParams({ To: message.to, Body: message.text, [sender]: from }),
      })
      return { response, text: await response.text() }
    } catch (error) {
      throw neverReached(error)
        ? new DeliveryFailure('down', "We couldn't reach Twilio")
        : new DeliveryFailure('uncertain', "Twilio didn't respond")
    }
  }

  #describe({ status, headers }: Response, { message, code = 0 }: Answer): DeliveryFailure {
    const said = `Twilio: ${message ?? `unreadable answer (${status})`}`
    if (status === 429) {
      const ms = retryAfterMs(headers.get('retry-after'), this.#timers.now()) ?? restUnlessTold
      this.#pace.rest(ms)
      return new DeliveryFailure('later', said, { retryAfterMs: ms })
    }
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

/** The parts of Twilio's answers that we read: the message that was made, or the reason it wasn't. */
const Answer = z.object({ sid: z.string(), message: z.string(), code: z.number() }).partial()
type Answer = z.infer<typeof Answer>

function answerIn(text: string): Answer {
  try {
    return Answer.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
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
