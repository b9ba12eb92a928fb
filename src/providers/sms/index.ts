import type { Config } from '../../config'
import { toE164 } from '../../lib/e164'
import { DeliveryFailure, type Receipt } from '../delivery/failure'
import { usualLimits } from '../delivery/guard'
import { isReservedPhone } from '../delivery/reserved'
import type { DeliveryTools } from '../delivery/tools'
import { DemoSms } from './demo'
import { TwilioSms } from './twilio'
import type { SmsProvider } from './types'

/** The SMS side of the outside world. It takes numbers as people write them. */
export interface Sms extends SmsProvider {
  /** True for texts that end in the outbox: all of them in a demo, else those to reserved numbers. */
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
      if (to === null) throw new DeliveryFailure('refused', 'This is not a phone number')
      return main.send({ ...message, to })
    },
    restingFor: () => main.restingFor(),
    close: () => main.close(),
  }
}

function realProvider(
  config: Config['sms'],
  { limits = usualLimits, timers }: DeliveryTools,
): SmsProvider | null {
  const { accountSid, authToken, from, apiUrl } = config
  if (accountSid === undefined || authToken === undefined || from === undefined) return null
  return new TwilioSms({
    accountSid,
    authToken,
    from,
    apiUrl,
    limits,
    ...(timers === undefined ? {} : { timers }),
  })
}
