import { startResend } from '../../providers/email/resend-stub'
import { startSmtp } from '../../providers/email/smtp-stub'
import { startTwilio } from '../../providers/sms/twilio-stub'

/** Providers that answer as a test tells them to, and end with it. */
export function providerStubs() {
  const started: { stop(): unknown }[] = []
  const kept = <Stub extends { stop(): unknown }>(stub: Stub): Stub => {
    started.push(stub)
    return stub
  }
  return {
    resend: (reply?: Parameters<typeof startResend>[0]) => kept(startResend(reply)),
    smtp: (script?: Parameters<typeof startSmtp>[0]) => kept(startSmtp(script)),
    twilio: (reply?: Parameters<typeof startTwilio>[0]) => kept(startTwilio(reply)),
    async stopStubs() {
      for (const stub of started.splice(0)) await stub.stop()
    },
  }
}
