import type { Config } from '../../config'
import { ProbeFailure } from './failure'
import { askOver, refuseUnauthorised } from './http'

/** Both providers where two are set: the second is worth nothing unless it works when it is needed. */
export async function probeEmail(config: Config['email'], timeLimitMs: number): Promise<void> {
  const { resendKey, resendUrl = 'https://api.resend.com', smtpUrl } = config
  await Promise.all([
    resendKey === undefined ? null : probeResend(resendUrl, resendKey, timeLimitMs),
    smtpUrl === undefined ? null : probeSmtp(smtpUrl, timeLimitMs),
  ])
}

/** A key that may only send is refused here by that name, which proves that it is a good one. */
async function probeResend(url: string, key: string, timeLimitMs: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'truckroll' }
  const answer = await askOver({ url: `${url}/domains`, headers, timeLimitMs })
  if (!answer.text.includes('restricted_api_key')) refuseUnauthorised(answer)
}

/** Connects and signs in, and sends nothing. */
async function probeSmtp(url: string, timeLimitMs: number): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const limits = { connectionTimeout: timeLimitMs, greetingTimeout: timeLimitMs, socketTimeout: timeLimitMs }
  const transport = createTransport({ url, ...limits } as Parameters<typeof createTransport>[0])
  try {
    await transport.verify()
  } catch (error) {
    const { responseCode = 0 } = error as { responseCode?: number }
    if (responseCode >= 530 && responseCode <= 538)
      throw new ProbeFailure('refused', 'it does not accept our password', { cause: error })
    throw new ProbeFailure('unreachable', 'it did not answer', { cause: error })
  } finally {
    transport.close()
  }
}
