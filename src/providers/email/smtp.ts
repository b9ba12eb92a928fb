import type { Transporter } from 'nodemailer'
import {
  DeliveryFailure,
  guardCalls,
  realTimers,
  type Receipt,
  type CallLimits,
  type Guard,
  type Timers,
} from '../delivery'
import type { EmailProvider, Letter } from '.'

export interface SmtpOptions {
  url: string
  /** Our own name in the greeting. */
  name: string
  limits: CallLimits
  timers?: Timers
}

const connections = 5

export class SmtpEmail implements EmailProvider {
  readonly name = 'smtp'
  readonly width = connections
  readonly #guard: Guard
  #transport: Promise<Transporter> | null = null

  constructor(private readonly options: SmtpOptions) {
    // A repeat after an uncertain result would arrive twice: SMTP has no keys, only a Message-ID.
    this.#guard = guardCalls(options.limits, false, options.timers ?? realTimers)
  }

  async send(letter: Letter): Promise<Receipt> {
    const transport = await (this.#transport ??= this.#connect())
    return this.#guard.run(() => this.#deliver(transport, letter))
  }

  restingFor(): number {
    return this.#guard.openFor()
  }

  async close(): Promise<void> {
    const transport = await this.#transport
    transport?.close()
  }

  async #connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const { url, name, limits } = this.options
    const { hostname, username } = new URL(url)
    return createTransport({
      url,
      name,
      pool: true,
      maxConnections: connections,
      // The pool would automatically resend an email it had started to send.
      maxRequeues: 0,
      connectionTimeout: limits.callMs,
      greetingTimeout: limits.callMs,
      socketTimeout: limits.callMs,
      // A password is never sent unencrypted over a network, unless the URL has `?requireTLS=false`.
      requireTLS: username !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0])
  }

  async #deliver(transport: Transporter, letter: Letter): Promise<Receipt> {
    const messageId = messageIdOf(letter)
    try {
      await transport.sendMail({
        messageId,
        from: letter.from,
        to: { name: '', address: letter.to },
        ...(letter.replyTo === null ? {} : { replyTo: { name: '', address: letter.replyTo } }),
        subject: letter.subject,
        html: letter.html,
        text: letter.text,
        headers: letter.headers,
        attachments: letter.files.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(bytes),
        })),
      })
      return { provider: this.name, messageId }
    } catch (error) {
      throw describe(error)
    }
  }
}

/** Made from the key and the sender's domain, so a repeat has the same Message-ID and can be recognized. */
function messageIdOf({ key, from }: Letter): string {
  return `<${key}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
}

interface SmtpError {
  message: string
  response?: string
  code?: string
  command?: string
  responseCode?: number
}

/** Errors from before the text was sent. A connection that just ends may have ended after it. */
const beforeText = /^(EDNS|EAUTH|ENOAUTH|EOAUTH2|ETLS|EREQUIRETLS|ECONFIG|EPROXY)$/
const neverConnected = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/

/** Its own place is right after the status. Further on, the text can contain anything, such as IP addresses. */
const enhancedStatus = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/
const statusOf = (response: string): string => enhancedStatus.exec(response)?.[1] ?? ''
/** The mail system itself is in trouble for every recipient: it closes, is full or can't route. */
const serverTrouble = /^4\.[34]\./
/** About a recipient, only these mean the server: it is full, or it closes. Otherwise theirs can't be reached. */
const serverTroubleAtRecipient = /^4\.3\.[12]$/
/** No such mailbox or domain, or a disabled one. Other refusals are about us or a policy, and may change. */
const noSuchAddress = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/
/** For servers that give no such code. */
const noSuchUser = /no such (?:user|mailbox)|unknown user|user unknown|mailbox not found/i
const isBadAddress = (response: string): boolean => {
  const status = statusOf(response)
  return status === '' ? noSuchUser.test(response) : noSuchAddress.test(status)
}

function describe(error: unknown): DeliveryFailure {
  const { message, response = message, code = '', command = '', responseCode = 0 } = error as SmtpError
  // The server's own words, without those of our library around them.
  const said = `SMTP: ${response}`
  const isAboutRecipient = command.startsWith('RCPT')
  const isAboutMessage = isAboutRecipient || command.startsWith('DATA')
  if (responseCode >= 500 && isAboutMessage)
    return new DeliveryFailure('refused', said, {
      badAddress: isAboutRecipient && isBadAddress(response),
    })
  const trouble = isAboutRecipient ? serverTroubleAtRecipient : serverTrouble
  if (responseCode >= 400 && responseCode !== 421 && isAboutMessage && !trouble.test(statusOf(response)))
    return new DeliveryFailure('deferred', said)
  if (responseCode > 0 || beforeText.test(code) || neverConnected.test(message))
    return new DeliveryFailure('down', said)
  return new DeliveryFailure('uncertain', said)
}
