import { z } from 'zod'
import * as kind from './kinds'
import type { VariableName } from './variables'

/** Takes the environment's texts, defaults filled in, and gives the values they stand for. */
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
  PROOF_SECRET: kind.secret.optional(),
  CRON_SECRET: kind.secret.optional(),
  CRON_ENABLED: kind.flag,

  BUSINESS_NAME: kind.text,
  BUSINESS_TIMEZONE: kind.timeZone,

  STRIPE_SECRET_KEY: kind.paymentKey.optional(),
  STRIPE_WEBHOOK_SECRET: kind.listOf(kind.text).optional(),
  STRIPE_API_URL: kind.apiUrl.optional(),

  RESEND_API_KEY: kind.secret.optional(),
  RESEND_API_URL: kind.apiUrl.optional(),
  SMTP_URL: kind.smtpUrl.optional(),
  EMAIL_FROM: kind.sender,
  TWILIO_ACCOUNT_SID: kind.accountSid.optional(),
  TWILIO_AUTH_TOKEN: kind.secret.optional(),
  TWILIO_FROM: kind.smsSender.optional(),
  TWILIO_API_URL: kind.apiUrl.optional(),

  GEOCODER: kind.oneOf('nominatim', 'photon', 'pelias').optional(),
  GEOCODER_URL: kind.apiUrl.optional(),
  ROUTING_URL: kind.apiUrl.optional(),

  CODEHOST_URL: kind.apiUrl.optional(),
  CODEHOST_REPO: kind.repository.optional(),
  CODEHOST_TOKEN: kind.secret.optional(),
  HOSTING_URL: kind.apiUrl.optional(),
  HOSTING_PROJECT: kind.text.optional(),
  HOSTING_TOKEN: kind.secret.optional(),
} satisfies Record<VariableName, z.ZodType>)

export type Values = z.output<typeof schema>
