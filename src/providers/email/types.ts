import type { Receipt } from '../delivery/failure'

export type EmailProviderName = 'resend' | 'smtp' | 'demo'

/** An e-mail ready to go, in our words. */
export interface Letter {
  /** Names this message for good: a repeat carries the same key, so that it can be told from a new one. */
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
  /** How many letters it takes at the same time. */
  readonly width: number
  /** Throws a DeliveryFailure when the letter was not taken, or may not have been. */
  send(letter: Letter): Promise<Receipt>
  /** Milliseconds until it makes sense to try; 0 when it is ready. */
  restingFor(): number
  close(): Promise<void>
}
