import type { Config } from '../../config'
import { toE164, isReservedPhone } from '../../lib/contact'
import { watchCalls } from '../../telemetry/calls'
import { chosen, type Choice } from '../choices'
import { DeliveryFailure, usualLimits, type Receipt, type DeliveryTools } from '../delivery'
import { TwilioSms } from './twilio'

/** Sends texts. It accepts phone numbers as people write them. */
export interface Sms extends SmsProvider {
  /** True for texts that stay in the outbox: all of them in a demo, otherwise those to reserved numbers. */
  staysHere(to: string): boolean
  readonly demo: DemoSms
}

export function createSms(config: Config['sms'], tools: DeliveryTools): Sms {
  const demo = new DemoSms()
  const real = realProvider(config, tools)
  const staysHere = (to: string) => real === null || isReservedPhone(to)
  const main = real ?? demo
  return {
    name: main.name,
    width: main.width,
    demo,
    staysHere,
    async send(message): Promise<Receipt> {
      if (staysHere(message.to)) return demo.send(message)
      const to = toE164(message.to)
      if (to === null) throw new DeliveryFailure('refused', "This isn't a phone number")
      return main.send({ ...message, to })
    },
    restingFor: () => main.restingFor(),
    close: () => main.close(),
  }
}

function realProvider(
  config: Config['sms'],
  { telemetry, limits = usualLimits, timers }: DeliveryTools,
): SmsProvider | null {
  const { accountSid = '', authToken = '', from = '', apiUrl } = config
  const shared = { limits, ...(timers === undefined ? {} : { timers }) }
  const make: Record<Choice<'sms'>, () => SmsProvider> = {
    twilio: () => new TwilioSms({ accountSid, authToken, from, apiUrl, ...shared }),
  }
  const [name] = chosen('sms', config)
  return name === undefined ? null : watchCalls(telemetry, name, make[name](), ['send'])
}

export type SmsProviderName = Choice<'sms'> | 'demo'

export interface TextMessage {
  /** Identifies this message. */
  key: string
  /** In E.164 format. */
  to: string
  text: string
}

export interface SmsProvider {
  readonly name: SmsProviderName
  readonly width: number
  /** Throws a DeliveryFailure if the text wasn't accepted, or may not have been. */
  send(message: TextMessage): Promise<Receipt>
  /** Milliseconds until it makes sense to try; 0 if it is ready. */
  restingFor(): number
  close(): Promise<void>
}

const keptAtMost = 50

/** Sends nothing. A text counts as delivered once it is in the outbox. */
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
