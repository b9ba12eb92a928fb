import type { SmsProvider, TextMessage } from './types'

const keptAtMost = 50

/** Sends nothing: a text has arrived once it is in the outbox. */
export class DemoSms implements SmsProvider {
  readonly name = 'demo'
  readonly width = 50
  readonly messages: TextMessage[] = []

  async send(message: TextMessage) {
    this.messages.push(message)
    if (this.messages.length > keptAtMost) this.messages.shift()
    return { provider: this.name, messageId: `demo-${message.key}` }
  }

  restingFor(): number {
    return 0
  }

  async close(): Promise<void> {}
}
