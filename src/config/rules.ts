import type { Fault } from './error'
import { type VariableName, variableNames, variables } from './variables'

/** What the environment sets, before any default: the rules ask what somebody chose. */
export type Given = Partial<Record<VariableName, string>>

const shortestSecret = 16

function twilioTogether(given: Given): Fault[] {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  const present = names.filter((name) => given[name] !== undefined)
  if (present.length === 0) return []
  return names
    .filter((name) => given[name] === undefined)
    .map((variable) => ({ variable, reason: `is missing: ${present.join(' and ')} cannot work without it` }))
}

function geocoderTogether(given: Given): Fault[] {
  if (given.GEOCODER !== undefined && given.GEOCODER_URL === undefined)
    return [{ variable: 'GEOCODER_URL', reason: 'is missing: GEOCODER needs the address to ask' }]
  if (given.GEOCODER_URL !== undefined && given.GEOCODER === undefined)
    return [{ variable: 'GEOCODER', reason: 'is missing: it says which kind answers at GEOCODER_URL' }]
  return []
}

function emailSender(given: Given): Fault[] {
  const provider = (['RESEND_API_KEY', 'SMTP_URL'] as const).find((name) => given[name] !== undefined)
  if (provider === undefined || given.EMAIL_FROM !== undefined) return []
  return [
    { variable: 'EMAIL_FROM', reason: `is missing: ${provider} sends real e-mail, which needs a sender` },
  ]
}

function signedWebhook(given: Given): Fault[] {
  if (given.STRIPE_SECRET_KEY === undefined || given.STRIPE_WEBHOOK_SECRET !== undefined) return []
  const reason = 'is missing: with STRIPE_SECRET_KEY in production, payment events must be verified'
  return [{ variable: 'STRIPE_WEBHOOK_SECRET', reason }]
}

function weakness(name: VariableName, value: string): string | undefined {
  if (value === variables[name].example) return 'must not be the example from the documentation'
  const parts = name === 'STRIPE_WEBHOOK_SECRET' ? value.split(',').filter((part) => part.trim()) : [value]
  if (parts.some((part) => part.trim().length < shortestSecret))
    return `must have at least ${shortestSecret} characters in production`
  return undefined
}

/** SMTP_URL is left out: the length of a URL says nothing about the password in it. */
function strongSecrets(given: Given): Fault[] {
  const faults: Fault[] = []
  for (const variable of variableNames) {
    const value = given[variable]
    if (value === undefined || !variables[variable].secret || variable === 'SMTP_URL') continue
    const reason = weakness(variable, value)
    if (reason !== undefined) faults.push({ variable, reason })
  }
  return faults
}

/** What no variable can tell alone. Asked of the raw texts, so a bad value elsewhere hides nothing. */
export function checkTogether(given: Given): Fault[] {
  const always = [...twilioTogether(given), ...geocoderTogether(given), ...emailSender(given)]
  if (given.NODE_ENV !== 'production') return always
  return [...always, ...signedWebhook(given), ...strongSecrets(given)]
}
