import type { Config } from '../../config'
import { chosen, type Choice } from '../choices'

/** Checks every provider that is set, because the second must work when it is needed. */
export async function probeEmail(config: Config['email'], timeLimitMs: number): Promise<void> {
  const { resendKey = '', resendUrl = 'https://api.resend.com', smtpUrl = '' } = config
  const ask: Record<Choice<'email'>, () => Promise<void>> = {
    resend: () => probeResend(resendUrl, resendKey, timeLimitMs),
    smtp: () => probeSmtp(smtpUrl, timeLimitMs),
  }
  await Promise.all(chosen('email', config).map((name) => ask[name]()))
}

/** A key that may only send is refused with that reason, which proves that it is valid. */
async function probeResend(url: string, key: string, timeLimitMs: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'truckroll' }
  const answer = await askOver({ url: `${url}/domains`, headers, timeLimitMs })
  if (!answer.text.includes('restricted_api_key')) refuseUnauthorised(answer)
}

/** Connects and signs in, but sends nothing. */
async function probeSmtp(url: string, timeLimitMs: number): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const limits = { connectionTimeout: timeLimitMs, greetingTimeout: timeLimitMs, socketTimeout: timeLimitMs }
  const transport = createTransport({ url, ...limits } as Parameters<typeof createTransport>[0])
  try {
    await transport.verify()
  } catch (error) {
    const { responseCode = 0 } = error as { responseCode?: number }
    if (responseCode >= 530 && responseCode <= 538)
      throw new ProbeFailure('refused', 'it rejected our password', { cause: error })
    throw new ProbeFailure('unreachable', "it isn't responding", { cause: error })
  } finally {
    transport.close()
  }
}

export async function probeSms(config: Config['sms'], timeLimitMs: number): Promise<void> {
  const ask: Record<Choice<'sms'>, () => Promise<void>> = { twilio: () => probeTwilio(config, timeLimitMs) }
  await Promise.all(chosen('sms', config).map((name) => ask[name]()))
}

/** Reads our own account, which sends nothing. */
async function probeTwilio(config: Config['sms'], timeLimitMs: number): Promise<void> {
  const { accountSid = '', authToken = '', apiUrl = 'https://api.twilio.com' } = config
  const answer = await askOver({
    url: `${apiUrl}/2010-04-01/Accounts/${accountSid}.json`,
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    timeLimitMs,
  })
  refuseUnauthorised(answer)
}

interface HttpProbe {
  url: string
  headers?: Record<string, string>
  timeLimitMs: number
}

/** Any answer below 500 proves that the server is there. */
export async function askOver({
  url,
  headers = {},
  timeLimitMs,
}: HttpProbe): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(timeLimitMs),
      redirect: 'manual',
    })
    const text = await response.text()
    if (response.status < 500) return { status: response.status, text }
    throw new ProbeFailure('unreachable', `it answered with status ${response.status}`)
  } catch (error) {
    if (error instanceof ProbeFailure) throw error
    throw new ProbeFailure('unreachable', "it isn't responding", { cause: error })
  }
}

export const refuseUnauthorised = ({ status }: { status: number }): void => {
  if (status === 401 || status === 403) throw new ProbeFailure('refused', 'it rejected our key')
}

/** Whether the provider couldn't be reached, or rejected our credentials. */
export type ProbeFailureKind = 'unreachable' | 'refused'

export class ProbeFailure extends Error {
  override name = 'ProbeFailure'

  constructor(
    readonly kind: ProbeFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Converts an adapter's error. A rejected key shows as a 401 somewhere in its causes. */
export function failureOf(error: unknown): ProbeFailure {
  if (error instanceof ProbeFailure) return error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const status =
      'statusCode' in cause ? cause.statusCode : Number(/answered (\d{3})/.exec(cause.message)?.[1])
    if (status === 401 || status === 403)
      return new ProbeFailure('refused', 'it rejected our key', { cause: error })
  }
  return new ProbeFailure('unreachable', "it isn't working as expected", { cause: error })
}
