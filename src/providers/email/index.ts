import { hostname } from 'node:os'
import type { Config } from '../../config'
import { isReservedEmail } from '../../lib/contact'
import { watchCalls } from '../../telemetry/calls'
import { chosen, type Choice } from '../choices'
import { usualLimits, DeliveryFailure, inDoubt, type DeliveryTools, type Receipt } from '../delivery'
import { ResendEmail } from './resend'
import { SmtpEmail } from './smtp'

export interface Email extends EmailProvider {
  /**
   * True for emails that stay in the outbox: all of them in a demo, otherwise those to reserved addresses.
   */
  staysHere(to: string): boolean
  readonly demo: DemoEmail
}

type Sending = Omit<Config['email'], 'webhookSecrets'>
type Tools = DeliveryTools & { publicUrl?: string }

export function createEmail(config: Sending, tools: Tools): Email {
  const demo = new DemoEmail()
  const real = realProvider(config, tools)
  const staysHere = (to: string) => real === null || isReservedEmail(to)
  const main = real ?? demo
  return {
    name: main.name,
    width: main.width,
    demo,
    staysHere,
    send: (letter) => (staysHere(letter.to) ? demo : main).send(letter),
    restingFor: () => main.restingFor(),
    close: () => main.close(),
  }
}

function realProvider(
  config: Sending,
  { log, telemetry, limits = usualLimits, timers, publicUrl = '' }: Tools,
): EmailProvider | null {
  const shared = { limits, ...(timers === undefined ? {} : { timers }) }
  const onTakeover = (from: string, to: string, reason: string) =>
    log.warn('email provider took over', { from, to, reason })
  const { resendKey = '', resendUrl, smtpUrl = '' } = config
  const make: Record<Choice<'email'>, () => EmailProvider> = {
    resend: () => new ResendEmail({ apiKey: resendKey, apiUrl: resendUrl, ...shared }),
    smtp: () => new SmtpEmail({ url: smtpUrl, name: greetingName(publicUrl), ...shared }),
  }
  const [first, ...others] = chosen('email', config).map((name) =>
    watchCalls(telemetry, name, make[name](), ['send']),
  )
  return others.reduce((one, next) => one && new FailoverEmail(one, next, onTakeover), first) ?? null
}

/** The public name of this service. Many servers distrust a sender that calls itself localhost or an address. */
export function greetingName(publicUrl: string, machine = hostname()): string {
  const name = URL.parse(publicUrl)?.hostname ?? ''
  return name.includes('.') && !/^[\d.]+$/.test(name) ? name : machine
}

export type EmailProviderName = Choice<'email'> | 'demo'

/** An email that is ready to send. */
export interface Letter {
  /** Identifies this message. A repeat has the same key, so providers can recognize it. */
  key: string
  from: { name: string; address: string }
  to: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  files: { name: string; type: string; bytes: Uint8Array }[]
}

export interface EmailProvider {
  readonly name: EmailProviderName
  /** The number of emails it accepts at the same time. */
  readonly width: number
  /** Throws a DeliveryFailure if the email wasn't accepted, or may not have been. */
  send(letter: Letter): Promise<Receipt>
  /** Milliseconds until it makes sense to try; 0 if it is ready. */
  restingFor(): number
  close(): Promise<void>
}

const keptAtMost = 50

/** Sends nothing. An email counts as delivered once it is in the outbox. */
export class DemoEmail implements EmailProvider {
  readonly name = 'demo'
  readonly width = 50
  /**
   * The latest emails, kept in memory only. Demo users read their sign-in codes here, because codes are never
   * stored.
   */
  readonly letters: Letter[] = []

  async send(letter: Letter) {
    this.letters.push(letter)
    if (this.letters.length > keptAtMost) this.letters.shift()
    return { provider: this.name, messageId: `demo-${letter.key}` }
  }

  restingFor(): number {
    return 0
  }

  async close(): Promise<void> {}
}

/** Two providers: the second takes over when the first can't send. */
export class FailoverEmail implements EmailProvider {
  readonly name: EmailProviderName
  readonly width: number

  constructor(
    private readonly first: EmailProvider,
    private readonly second: EmailProvider,
    private readonly onTakeover: (from: string, to: string, reason: string) => void,
  ) {
    this.name = first.name
    this.width = Math.max(first.width, second.width)
  }

  async send(letter: Letter): Promise<Receipt> {
    try {
      return await this.first.send(letter)
    } catch (error) {
      if (!this.#takesOver(error)) throw error
      this.onTakeover(this.first.name, this.second.name, error.message)
      return this.second.send(letter).catch((again: unknown) => {
        const isInDoubt = error.kind === 'uncertain' || error.details.maybeTaken === true
        throw isInDoubt && again instanceof DeliveryFailure ? inDoubt(again) : again
      })
    }
  }

  /** A recipient's problem stays with another provider, and a message that only has to wait a moment waits. */
  #takesOver(error: unknown): error is DeliveryFailure {
    if (!(error instanceof DeliveryFailure) || error.kind === 'refused' || error.kind === 'deferred')
      return false
    if (error.kind !== 'later' || error.details.broken === true) return true
    return (error.details.retryAfterMs ?? 0) > patience
  }

  restingFor(): number {
    return Math.min(this.first.restingFor(), this.second.restingFor())
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close()])
  }
}

/** Short pauses are waited out, because switching providers back and forth hurts the reputation of both. */
const patience = 5_000
