import { z } from 'zod'
import * as kind from './kinds'
import { withoutTrailingSlash } from '../lib/text'
import type { VariableName } from './variables'

export interface Config {
  /** The names of the variables that the environment sets. */
  given: string[]
  env: Values['NODE_ENV']
  port: number
  host: string
  /** Never ends with a slash. */
  publicUrl: string
  /** Origins that count as our own: that of `publicUrl`, or this machine's names if PUBLIC_URL isn't set. */
  origins: string[]
  logLevel: Values['LOG_LEVEL']
  /** Addresses, CIDR blocks and the word loopback. */
  trustedProxies: string[]
  dataDir: string
  database: { url: string; authToken?: string }
  seedDemo: Values['SEED_DEMO']
  hq: {
    jwtSecret?: string
    jwksUrl?: string
    issuer?: string
    audience?: string
    adminRoles: string[]
    sessionCookie: string
  }
  /** The identity provider that people sign in to the console with; null without one. */
  sso: { issuer: string; clientId: string; clientSecret?: string; scopes: string } | null
  proofSecret?: string
  cron: { secret?: string; enabled: boolean }
  business: {
    name: string
    phone: string | null
    postalAddress: string | null
    logoUrl: string | null
    timeZone: string
  }
  publicReports: boolean
  /** For how long, and for how much of a day, unpaid and unconfirmed online bookings keep their windows. */
  unconfirmed: { holdHours: number; percent: number }
  payments: {
    secretKey?: string
    webhookSecrets: string[]
    apiUrl?: string
    /** Whether payments are simulated if there is no key; `auto` means only outside production. */
    demo: Values['DEMO_PAYMENTS']
  }
  email: {
    resendKey?: string
    resendUrl?: string
    smtpUrl?: string
    from: string
    /** Sign the events about sent emails. */
    webhookSecrets: string[]
  }
  sms: { accountSid?: string; authToken?: string; from?: string; apiUrl?: string }
  geocoder: { kind?: Values['GEOCODER']; url?: string }
  routing: { url?: string }
  /** Raster tiles that the console's maps use instead of our own. */
  mapTiles: { url: string; attribution: string } | null
  /** Networks besides the public internet that webhooks can reach. */
  webhooks: { privateNetworks: string[] }
  codehost: { url?: string; repo?: string; token?: string }
  hosting: { url?: string; project?: string; token?: string }
  metrics: { token?: string }
  /** Where alerts about the service go. */
  alerts: { email?: string; phone?: string; webhookUrl?: string }
  /** Nothing is traced without an endpoint. */
  tracing: {
    endpoint?: string
    headers: Record<string, string>
    serviceName: string
    attributes: Record<string, string>
    sampler: Values['OTEL_TRACES_SAMPLER']
    share: number
  }
}

export function arrange(values: Values, given: string[]): Config {
  const dataDir = withoutTrailingSlash(values.DATA_DIR)
  const local = (name: string) => new URL(`http://${name}:${values.PORT}`).origin
  return {
    given,
    env: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? local('localhost'),
    origins: values.PUBLIC_URL
      ? [new URL(values.PUBLIC_URL).origin]
      : ['localhost', '127.0.0.1', '[::1]'].map(local),
    logLevel: values.LOG_LEVEL,
    trustedProxies: values.TRUSTED_PROXIES,
    dataDir: dataDir === '' ? '/' : dataDir,
    database: {
      url: values.DATABASE_URL ?? `file:${dataDir}/truckroll.db`,
      authToken: values.DATABASE_AUTH_TOKEN,
    },
    seedDemo: values.SEED_DEMO,
    hq: {
      jwtSecret: values.HQ_JWT_SECRET,
      jwksUrl: values.HQ_JWKS_URL,
      issuer: values.HQ_JWT_ISSUER,
      audience: values.HQ_JWT_AUDIENCE,
      adminRoles: values.HQ_ADMIN_ROLES,
      sessionCookie: values.HQ_SESSION_COOKIE,
    },
    sso: ssoOf(values),
    proofSecret: values.PROOF_SECRET,
    cron: { secret: values.CRON_SECRET, enabled: values.CRON_ENABLED },
    publicReports: values.PUBLIC_REPORTS === 'on',
    business: {
      name: values.BUSINESS_NAME,
      phone: values.BUSINESS_PHONE ?? null,
      postalAddress: values.BUSINESS_ADDRESS ?? null,
      logoUrl: values.BUSINESS_LOGO_URL ?? null,
      timeZone: values.BUSINESS_TIMEZONE,
    },
    unconfirmed: { holdHours: values.UNCONFIRMED_HOLD_HOURS, percent: values.UNCONFIRMED_SHARE },
    payments: {
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecrets: values.STRIPE_WEBHOOK_SECRET ?? [],
      apiUrl: values.STRIPE_API_URL,
      demo: values.DEMO_PAYMENTS,
    },
    email: {
      resendKey: values.RESEND_API_KEY,
      resendUrl: values.RESEND_API_URL,
      smtpUrl: values.SMTP_URL,
      webhookSecrets: values.RESEND_WEBHOOK_SECRET ?? [],
      from: values.EMAIL_FROM,
    },
    sms: {
      accountSid: values.TWILIO_ACCOUNT_SID,
      authToken: values.TWILIO_AUTH_TOKEN,
      from: values.TWILIO_FROM,
      apiUrl: values.TWILIO_API_URL,
    },
    geocoder: { kind: values.GEOCODER, url: values.GEOCODER_URL },
    routing: { url: values.ROUTING_URL },
    mapTiles: values.MAP_STYLE_URL
      ? { url: values.MAP_STYLE_URL, attribution: values.MAP_ATTRIBUTION ?? '' }
      : null,
    webhooks: { privateNetworks: values.WEBHOOK_PRIVATE_NETWORKS ?? [] },
    codehost: { url: values.CODEHOST_URL, repo: values.CODEHOST_REPO, token: values.CODEHOST_TOKEN },
    hosting: { url: values.HOSTING_URL, project: values.HOSTING_PROJECT, token: values.HOSTING_TOKEN },
    metrics: { token: values.METRICS_TOKEN },
    alerts: {
      email: values.ALERT_EMAIL,
      phone: values.ALERT_PHONE,
      webhookUrl: values.ALERT_WEBHOOK_URL,
    },
    tracing: {
      endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      serviceName: values.OTEL_SERVICE_NAME,
      attributes: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
      sampler: values.OTEL_TRACES_SAMPLER,
      share: values.OTEL_TRACES_SAMPLER_ARG,
    },
  }
}

function ssoOf(values: Values): Config['sso'] {
  const { HQ_OIDC_ISSUER: issuer, HQ_OIDC_CLIENT_ID: clientId } = values
  if (issuer === undefined || clientId === undefined) return null
  return { issuer, clientId, clientSecret: values.HQ_OIDC_CLIENT_SECRET, scopes: values.HQ_OIDC_SCOPES }
}

/** Parses the environment's strings, with defaults filled in. */
export const schema = z.object({
  PORT: kind.port,
  HOST: kind.host,
  PUBLIC_URL: kind.publicUrl.optional(),
  NODE_ENV: kind.oneOf('development', 'test', 'production'),
  LOG_LEVEL: kind.oneOf('debug', 'info', 'warn', 'error', 'silent'),
  TRUSTED_PROXIES: kind.proxies,

  DATA_DIR: kind.text,
  DATABASE_URL: kind.databaseUrl.optional(),
  DATABASE_AUTH_TOKEN: kind.secret.optional(),
  SEED_DEMO: kind.oneOf('auto', 'on', 'off'),

  HQ_JWT_SECRET: kind.secret.optional(),
  HQ_JWKS_URL: kind.webUrl.optional(),
  HQ_JWT_ISSUER: kind.text.optional(),
  HQ_JWT_AUDIENCE: kind.text.optional(),
  HQ_ADMIN_ROLES: kind.listOf(kind.text),
  HQ_SESSION_COOKIE: kind.cookieName,
  HQ_OIDC_ISSUER: kind.issuer.optional(),
  HQ_OIDC_CLIENT_ID: kind.text.optional(),
  HQ_OIDC_CLIENT_SECRET: kind.secret.optional(),
  HQ_OIDC_SCOPES: kind.scopes,
  PROOF_SECRET: kind.secret.optional(),
  CRON_SECRET: kind.secret.optional(),
  CRON_ENABLED: kind.flag,

  BUSINESS_NAME: kind.text,
  BUSINESS_PHONE: kind.text.optional(),
  BUSINESS_ADDRESS: kind.text.optional(),
  BUSINESS_LOGO_URL: kind.secureUrl.optional(),
  PUBLIC_REPORTS: kind.oneOf('on', 'off'),
  BUSINESS_TIMEZONE: kind.timeZone,
  UNCONFIRMED_HOLD_HOURS: kind.wholeNumber(0, 8760),
  UNCONFIRMED_SHARE: kind.wholeNumber(0, 100),

  STRIPE_SECRET_KEY: kind.paymentKey.optional(),
  STRIPE_WEBHOOK_SECRET: kind.listOf(kind.text).optional(),
  STRIPE_API_URL: kind.apiUrl.optional(),
  DEMO_PAYMENTS: kind.oneOf('auto', 'on', 'off'),

  RESEND_API_KEY: kind.secret.optional(),
  RESEND_API_URL: kind.apiUrl.optional(),
  RESEND_WEBHOOK_SECRET: kind.listOf(kind.text).optional(),
  SMTP_URL: kind.smtpUrl.optional(),
  EMAIL_FROM: kind.sender,
  TWILIO_ACCOUNT_SID: kind.accountSid.optional(),
  TWILIO_AUTH_TOKEN: kind.secret.optional(),
  TWILIO_FROM: kind.smsSender.optional(),
  TWILIO_API_URL: kind.apiUrl.optional(),

  GEOCODER: kind.oneOf('nominatim', 'photon', 'pelias').optional(),
  GEOCODER_URL: kind.apiUrl.optional(),
  ROUTING_URL: kind.apiUrl.optional(),
  MAP_STYLE_URL: kind.tileUrl.optional(),
  MAP_ATTRIBUTION: kind.text.optional(),

  WEBHOOK_PRIVATE_NETWORKS: kind.proxies.optional(),

  CODEHOST_URL: kind.apiUrl.optional(),
  CODEHOST_REPO: kind.repository.optional(),
  CODEHOST_TOKEN: kind.secret.optional(),
  HOSTING_URL: kind.apiUrl.optional(),
  HOSTING_PROJECT: kind.text.optional(),
  HOSTING_TOKEN: kind.secret.optional(),

  METRICS_TOKEN: kind.secret.optional(),
  ALERT_EMAIL: kind.emailAddress.optional(),
  ALERT_PHONE: kind.phoneNumber.optional(),
  ALERT_WEBHOOK_URL: kind.alertUrl.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: kind.apiUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: kind.pairs.optional(),
  OTEL_SERVICE_NAME: kind.text,
  OTEL_RESOURCE_ATTRIBUTES: kind.pairs.optional(),
  OTEL_TRACES_SAMPLER: kind.oneOf(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ),
  OTEL_TRACES_SAMPLER_ARG: kind.share,
} satisfies Record<VariableName, z.ZodType>)

export type Values = z.output<typeof schema>
