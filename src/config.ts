import { arrange, schema, type Config } from './config/model'
import { isLoopback, unfitForProduction } from './config/production'
import { variableNames, variables, type VariableName } from './config/variables'
export { type Config } from './config/model'

/**
 * Docker and some service managers pass on the quotes around a value in an environment file, while a shell
 * removes them. Nobody means them.
 */
const withoutQuotes = (value: string) => value.replace(/^\s*(["'])(.*)\1\s*$/s, '$2')

/** An empty or blank variable counts as not set. Secrets keep their spaces, other values are trimmed. */
function collect(env: Record<string, string | undefined>): Given {
  const given: Given = {}
  for (const name of variableNames) {
    const value = withoutQuotes(env[name] ?? '')
    if (value.trim() === '') continue
    given[name] = variables[name].secret ? value : value.trim()
  }
  return given
}

function withDefaults(given: Given): Given {
  const defaults = variableNames.map((name) => [name, given[name] ?? variables[name].default])
  return Object.fromEntries(defaults) as Given
}

/** Reports each reason once per variable, even if several entries of a list have the same problem. */
function describeIssues(issues: { path: PropertyKey[]; message: string }[], given: Given): Fault[] {
  const faults = new Map<string, Fault>()
  for (const { path, message } of issues) {
    const variable = path[0] as VariableName
    faults.set(`${variable} ${message}`, { variable, reason: message, given: given[variable] })
  }
  return [...faults.values()]
}

/** Reads the whole environment, or throws a ConfigError that lists every problem. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = collect(env)
  const parsed = schema.safeParse(withDefaults(given))
  const faults = [...describeIssues(parsed.error?.issues ?? [], given), ...checkTogether(given)]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  return arrange(parsed.data, Object.keys(given))
}

export interface Fault {
  variable: VariableName
  reason: string
  /** The value in the environment, if it was set. */
  given?: string
}

/** A URL can contain a password or a key, so error messages don't repeat it. */
const mayBeRepeated = (name: VariableName) => !variables[name].secret && !name.endsWith('_URL')

function describe({ variable, reason, given }: Fault): string {
  const said =
    given !== undefined && mayBeRepeated(variable) ? ` (given ${JSON.stringify(given.slice(0, 60))})` : ''
  return `  ${variable}: ${reason}${said}. Example: ${variables[variable].example}`
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly faults: Fault[]) {
    const count = faults.length === 1 ? 'a problem' : `${faults.length} problems`
    super(`The configuration has ${count}:\n${faults.map(describe).join('\n')}`)
  }
}

/** The values set in the environment, without defaults: some rules depend on what the operator chose. */
export type Given = Partial<Record<VariableName, string>>

function twilioTogether(given: Given): Fault[] {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  const present = names.filter((name) => given[name] !== undefined)
  if (present.length === 0) return []
  return names
    .filter((name) => given[name] === undefined)
    .map((variable) => ({ variable, reason: `is missing. ${present.join(' and ')} can't work without it` }))
}

function geocoderTogether(given: Given): Fault[] {
  if (given.GEOCODER !== undefined && given.GEOCODER_URL === undefined)
    return [{ variable: 'GEOCODER_URL', reason: 'is missing. GEOCODER needs it' }]
  if (given.GEOCODER_URL !== undefined && given.GEOCODER === undefined)
    return [{ variable: 'GEOCODER', reason: 'is missing. GEOCODER_URL needs it' }]
  return []
}

function emailSender(given: Given): Fault[] {
  const provider = (['RESEND_API_KEY', 'SMTP_URL'] as const).find((name) => given[name] !== undefined)
  if (provider === undefined || given.EMAIL_FROM !== undefined) return []
  return [
    { variable: 'EMAIL_FROM', reason: `is missing. ${provider} sends real email, which needs a sender` },
  ]
}

function ssoTogether(given: Given): Fault[] {
  const names = ['HQ_OIDC_ISSUER', 'HQ_OIDC_CLIENT_ID'] as const
  const present = [...names, 'HQ_OIDC_CLIENT_SECRET' as const].filter((name) => given[name] !== undefined)
  if (present.length === 0) return []
  return names
    .filter((name) => given[name] === undefined)
    .map((variable) => ({ variable, reason: `is missing. ${present.join(' and ')} can't work without it` }))
}

/** Anyone who can change the keys in transit can forge HQ tokens. */
function keysInSafety(given: Given): Fault[] {
  return (['HQ_JWKS_URL', 'HQ_OIDC_ISSUER'] as const)
    .filter((variable) => {
      const url = given[variable]
      const isPlain = url !== undefined && /^http:/i.test(url)
      return isPlain && (given.NODE_ENV === 'production' || !isLoopback(url))
    })
    .map((variable) => ({
      variable,
      reason: 'must start with https://, because its keys decide who can sign in',
    }))
}

/** Rules about several variables. They read the raw values, so a bad value elsewhere hides no problem. */
export function checkTogether(given: Given): Fault[] {
  const always = [
    ...twilioTogether(given),
    ...geocoderTogether(given),
    ...emailSender(given),
    ...ssoTogether(given),
    ...keysInSafety(given),
  ]
  return given.NODE_ENV === 'production' ? [...always, ...unfitForProduction(given)] : always
}
