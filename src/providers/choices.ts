import type { Config } from '../config'

const isSet = (value: unknown) => value !== undefined

/** The secrets of a provider's calls to us don't choose it. */
type Settings<P extends Part> = Omit<Config[P], 'webhookSecrets'>
type Choices = { [P in Part]: Record<string, (settings: Settings<P>) => boolean> }
export type Part = 'payments' | 'email' | 'sms' | 'geocoder' | 'routing' | 'codehost' | 'hosting'

/**
 * Every real provider, and whether the settings choose it. A new one starts here: the compiler then asks for
 * everything else it needs, and the banner and the health page stop calling its part a demo.
 */
const choices = {
  payments: { stripe: ({ secretKey }) => isSet(secretKey) },
  // The first one that is set sends; the next takes over when it can't.
  email: { resend: ({ resendKey }) => isSet(resendKey), smtp: ({ smtpUrl }) => isSet(smtpUrl) },
  sms: { twilio: ({ accountSid, authToken, from }) => [accountSid, authToken, from].every(isSet) },
  geocoder: { server: ({ kind, url }) => isSet(kind) && isSet(url) },
  routing: { valhalla: ({ url }) => isSet(url) },
  codehost: { github: ({ repo }) => isSet(repo) },
  hosting: { vercel: ({ project }) => isSet(project) },
} satisfies Choices

export const parts = Object.keys(choices) as Part[]

/** The name of a real provider of a part. */
export type Choice<P extends Part> = keyof (typeof choices)[P] & string

/** The real providers that the settings choose, the preferred one first. */
export function chosen<P extends Part>(part: P, settings: Settings<P>): Choice<P>[] {
  const known = Object.entries(choices[part]) as [Choice<P>, (settings: Settings<P>) => boolean][]
  return known.filter(([, isChosen]) => isChosen(settings)).map(([name]) => name)
}
