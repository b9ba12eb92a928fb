import type { ProbeFailure } from './failure'
import type { ProbeName } from './index'

/** Where to look when a provider does not answer, or does not know us. */
const variables: Record<ProbeName, string> = {
  payments: 'STRIPE_SECRET_KEY',
  email: 'RESEND_API_KEY and SMTP_URL',
  sms: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  geocoder: 'GEOCODER_URL',
  routing: 'ROUTING_URL',
  codehost: 'CODEHOST_REPO and CODEHOST_TOKEN',
  hosting: 'HOSTING_PROJECT and HOSTING_TOKEN',
}

/** What to do about it, for the operator. */
export function adviceFor(name: ProbeName, { kind }: ProbeFailure): string {
  return kind === 'refused'
    ? `Check ${variables[name]}: a key may have been revoked, or belong to another account.`
    : `See whether this box reaches it, and check ${variables[name]}.`
}
