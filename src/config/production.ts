import type { Fault, Given } from '../config'
import { isGuessable } from './guessable'
import { variableNames, variables, type VariableName } from './variables'

/** Settings that are fine in development and dangerous in production. Each reason says what to set instead. */
export function unfitForProduction(given: Given): Fault[] {
  return [
    ...encryptedAddress(given),
    ...namedProxies(given),
    ...noDemoCompany(given),
    ...boundTokens(given),
    ...signedWebhook(given),
    ...privateAlerts(given),
    ...strongSecrets(given),
  ]
}

export function isLoopback(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {}
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function encryptedAddress({ PUBLIC_URL: url }: Given): Fault[] {
  if (url === undefined || !/^http:/i.test(url) || isLoopback(url)) return []
  const reason = 'must start with https:// in production, because customers sign in and follow links there'
  return [{ variable: 'PUBLIC_URL', reason }]
}

/** A block so large that it includes nearly everyone. */
export function isTooWide(entry: string): boolean {
  const [address = '', prefix] = entry.split('/')
  // IPv6 private networks are a /7, and all IPv4 addresses mapped to IPv6 fit into a /96.
  if (/^::ffff:/i.test(address)) return prefix !== undefined && Number(prefix) < 104
  return prefix !== undefined && Number(prefix) < (address.includes(':') ? 7 : 8)
}

function namedProxies({ TRUSTED_PROXIES: list }: Given): Fault[] {
  if (!list?.split(',').some((entry) => isTooWide(entry.trim()))) return []
  const reason = 'must list only your own proxies in production, because anyone else could fake their address'
  return [{ variable: 'TRUSTED_PROXIES', reason, given: list }]
}

function noDemoCompany({ SEED_DEMO: choice }: Given): Fault[] {
  if (choice !== 'on') return []
  const reason =
    'must be off or auto in production, because it would mix the demo company with real customers'
  return [{ variable: 'SEED_DEMO', reason, given: choice }]
}

/** An identity provider signs tokens for many services with the same keys. */
function boundTokens(given: Given): Fault[] {
  if (given.HQ_JWKS_URL === undefined) return []
  return (['HQ_JWT_ISSUER', 'HQ_JWT_AUDIENCE'] as const)
    .filter((variable) => given[variable] === undefined)
    .map((variable) => ({
      variable,
      reason:
        "is missing. Production needs it with HQ_JWKS_URL, so that tokens for other services aren't accepted",
    }))
}

function signedWebhook(given: Given): Fault[] {
  if (given.STRIPE_SECRET_KEY === undefined || given.STRIPE_WEBHOOK_SECRET !== undefined) return []
  const reason = 'is missing. Production needs it with STRIPE_SECRET_KEY to verify payment events'
  return [{ variable: 'STRIPE_WEBHOOK_SECRET', reason }]
}

/** Addresses of our own network need no certificate. */
const isPrivate = (url: string): boolean =>
  isLoopback(url) ||
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[f[cd]|[^.:[]+$)/i.test(URL.parse(url)?.hostname ?? '')

function privateAlerts({ ALERT_WEBHOOK_URL: url }: Given): Fault[] {
  if (url === undefined || !/^http:/i.test(url) || isPrivate(url)) return []
  const reason = 'must start with https:// in production, because alerts name problems of your service'
  return [{ variable: 'ALERT_WEBHOOK_URL', reason }]
}

const shortestSecret = 16

/** People may have made up these secrets themselves; the other keys are issued by providers. */
const chosenHere = new Set<VariableName>([
  'HQ_JWT_SECRET',
  'PROOF_SECRET',
  'CRON_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
])

function weakness(name: VariableName, value: string): string | undefined {
  if (value === variables[name].example) return "can't be the example from the docs"
  // A receiver's headers can be as short as it likes.
  if (name === 'OTEL_EXPORTER_OTLP_HEADERS') return undefined
  const parts = name.endsWith('_WEBHOOK_SECRET') ? value.split(',').filter((part) => part.trim()) : [value]
  if (parts.some((part) => part.trim().length < shortestSecret))
    return `must be at least ${shortestSecret} characters in production`
  if (chosenHere.has(name) && parts.some((part) => isGuessable(part.trim())))
    return 'is too easy to guess for production. Use a random one'
  return undefined
}

/** URLs are skipped, because the length of a URL says nothing about the password or key in it. */
function strongSecrets(given: Given): Fault[] {
  const faults: Fault[] = []
  for (const variable of variableNames) {
    const value = given[variable]
    if (value === undefined || !variables[variable].secret || variable.endsWith('_URL')) continue
    const reason = weakness(variable, value)
    if (reason !== undefined) faults.push({ variable, reason })
  }
  return faults
}
