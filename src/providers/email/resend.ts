import type { CreateEmailOptions, ErrorResponse, Resend } from 'resend'
import { mailbox } from '../../lib/contact'
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
import type { EmailProvider, Letter } from '.'

export interface ResendOptions {
  apiKey: string
  apiUrl?: string | undefined
  limits: CallLimits
  timers?: Timers
}

/** The number of emails per second unless Resend says otherwise. */
const usualRate = 2
const restUnlessTold = 1_000

export class ResendEmail implements EmailProvider {
  readonly name = 'resend'
  readonly width = 4
  readonly #guard: Guard
  readonly #pace: Pace
  readonly #timers: Timers
  #client: Promise<Resend> | null = null

  constructor(private readonly options: ResendOptions) {
    this.#timers = options.timers ?? realTimers
    this.#guard = guardCalls(options.limits, true, this.#timers)
    this.#pace = new Pace(usualRate, this.#timers)
  }

  async send(letter: Letter): Promise<Receipt> {
    const client = await (this.#client ??= this.#connect())
    try {
      return await this.#attempt(client, letter)
    } catch (error) {
      if (!asksForMoment(error)) throw error
      return this.#attempt(client, letter)
    }
  }

  async #attempt(client: Resend, letter: Letter): Promise<Receipt> {
    if (this.#guard.openFor() === 0) await this.#pace.turn()
    return this.#guard.run((signal) => this.#post(client, letter, signal))
  }

  restingFor(): number {
    return Math.max(this.#guard.openFor(), this.#pace.restingFor())
  }

  async close(): Promise<void> {}

  async #connect(): Promise<Resend> {
    const { Resend } = await import('resend')
    const { apiKey, apiUrl } = this.options
    return new Resend(apiKey, apiUrl === undefined ? {} : { baseUrl: apiUrl })
  }

  async #post(client: Resend, letter: Letter, signal: AbortSignal): Promise<Receipt> {
    // The SDK passes its options on to fetch, although its types name only some of them.
    const options = { idempotencyKey: letter.key, signal, redirect: 'error' }
    const answer = await client.emails.send(payloadOf(letter), options)
    this.#pace.follow(Number(answer.headers?.['ratelimit-limit']))
    if (answer.error === null) return { provider: this.name, messageId: answer.data.id }
    // The key was used with another text. The first email was accepted, so that one counts.
    if (answer.error.name === 'invalid_idempotent_request') return { provider: this.name, messageId: null }
    const failure = describe(answer.error, answer.headers?.['retry-after'], this.#timers.now())
    if (failure.kind === 'later') this.#pace.rest(failure.details.retryAfterMs ?? restUnlessTold)
    throw failure
  }
}

/** Short enough to wait for within a request and try once more. */
function asksForMoment(error: unknown): boolean {
  if (!(error instanceof DeliveryFailure) || error.kind !== 'later' || error.details.broken) return false
  return (error.details.retryAfterMs ?? 0) <= 2_000
}

export const messageTag = 'message'

function payloadOf(letter: Letter): CreateEmailOptions {
  return {
    from: mailbox(letter.from),
    to: [letter.to],
    ...(letter.replyTo === null ? {} : { replyTo: letter.replyTo }),
    subject: letter.subject,
    html: letter.html,
    text: letter.text,
    headers: letter.headers,
    // Comes back with every event about this email.
    tags: [{ name: messageTag, value: letter.key }],
    ...(letter.files.length === 0
      ? {}
      : {
          attachments: letter.files.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(bytes),
          })),
        }),
  }
}

function describe(error: ErrorResponse, retryAfter: string | undefined, now: number): DeliveryFailure {
  const said = `Resend: ${error.message}`
  const status = error.statusCode
  // A gateway in front of Resend answers in its own format, so the outcome is unknown.
  if (typeof status !== 'number')
    return new DeliveryFailure('uncertain', "We couldn't reach Resend, or couldn't read its answer")
  // A used-up quota lasts for a day or a month, so the other provider should take over.
  if (status === 429 && /quota/.test(error.name)) return new DeliveryFailure('down', said)
  if (status === 429)
    return new DeliveryFailure('later', said, {
      retryAfterMs: retryAfterMs(retryAfter, now) ?? restUnlessTold,
    })
  // Another call with this key is still running at Resend, so the outcome is known soon.
  if (status === 409) return new DeliveryFailure('later', said, { retryAfterMs: restUnlessTold })
  if (status === 401 || status === 403 || status >= 500) return new DeliveryFailure('down', said)
  return new DeliveryFailure('refused', said, { badAddress: /`to` field/i.test(error.message) })
}
