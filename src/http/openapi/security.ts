import type { Endpoint } from '../endpoint'

const schemes = {
  hq: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'HQ access token' },
  cron: { type: 'http', scheme: 'bearer', description: 'CRON_SECRET' },
  proof: { type: 'http', scheme: 'bearer', description: 'Proof from POST /api/customer/verify' },
  worker: { type: 'http', scheme: 'bearer', description: "A worker's own token" },
  signature: { type: 'apiKey', in: 'header', name: 'payments-signature' },
  sms: { type: 'apiKey', in: 'header', name: 'X-Twilio-Signature' },
}
type Scheme = keyof typeof schemes

/** What a caller of an endpoint has to show; null where anybody may call. */
export function schemeOf({ rule, doc }: Endpoint): Scheme | null {
  if (rule.as === 'public') return null
  return rule.as === 'signature' ? (doc.signedBy ?? rule.as) : rule.as
}

/** Those that some endpoint asks for. */
export function schemesOf(endpoints: Endpoint[]): Partial<typeof schemes> {
  const wanted = new Set<string | null>(endpoints.map(schemeOf))
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => wanted.has(name)))
}
