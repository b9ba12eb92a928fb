import type { Config } from '../../config'
import { usualLimits } from '../delivery/guard'
import { isReservedEmail } from '../delivery/reserved'
import type { DeliveryTools } from '../delivery/tools'
import { DemoEmail } from './demo'
import { FailoverEmail } from './failover'
import { ResendEmail } from './resend'
import { SmtpEmail } from './smtp'
import type { EmailProvider } from './types'

/** The e-mail side of the outside world. */
export interface Email extends EmailProvider {
  /** True for letters that end in the outbox: all of them in a demo, else those to reserved addresses. */
  staysHere(to: string): boolean
  readonly demo: DemoEmail
}

export function createEmail(config: Config['email'], tools: DeliveryTools): Email {
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
  config: Config['email'],
  { log, limits = usualLimits, timers }: DeliveryTools,
): EmailProvider | null {
  const shared = { limits, ...(timers === undefined ? {} : { timers }) }
  const { resendKey, resendUrl, smtpUrl } = config
  const resend =
    resendKey === undefined ? null : new ResendEmail({ apiKey: resendKey, apiUrl: resendUrl, ...shared })
  const smtp = smtpUrl === undefined ? null : new SmtpEmail({ url: smtpUrl, ...shared })
  if (resend === null || smtp === null) return resend ?? smtp
  return new FailoverEmail(resend, smtp, (from, to, reason) =>
    log.warn('e-mail provider took over', { from, to, reason }),
  )
}
