import { DeliveryFailure, retryAfterMs, type Receipt } from '../delivery/failure'
import { guardCalls, type CallLimits, type Guard } from '../delivery/guard'
import { Pace } from '../delivery/pace'
import { realTimers, type Timers } from '../delivery/timers'
import { TwilioHttp } from './twilio-http'
import type { SmsProvider, TextMessage } from './types'

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
/** Twilio's own number for "this recipient has replied STOP". */
const recipientOptedOut = 21610

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
    // 34 MB and a tenth of a second: paid by those who send texts, when they send the first.
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
    if (status === 401 || status === 403 || status === 503) return new DeliveryFailure('down', said)
    if (status >= 400 && status < 500)
      return new DeliveryFailure('refused', said, { optedOut: codeOf(error) === recipientOptedOut })
    return new DeliveryFailure('uncertain', said)
  }
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'code' in error ? Number(error.code) : 0
}
