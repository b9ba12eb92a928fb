import type { Receipt } from '../delivery/failure'

export type SmsProviderName = 'twilio' | 'demo'

export interface TextMessage {
  /** Names this message for good. */
  key: string
  /** In E.164. */
  to: string
  text: string
}

export interface SmsProvider {
  readonly name: SmsProviderName
  readonly width: number
  /** Throws a DeliveryFailure when the message was not taken, or may not have been. */
  send(message: TextMessage): Promise<Receipt>
  /** Milliseconds until it makes sense to try; 0 when it is ready. */
  restingFor(): number
  close(): Promise<void>
}
