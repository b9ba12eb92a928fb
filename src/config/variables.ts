export interface Variable {
  /** One line, shown in .env.example and in the docs. */
  description: string
  /** A good value, which error messages show. */
  example: string
  /** The value used when the variable isn't set. */
  default?: string
  /** Describes a default that depends on other variables. */
  derived?: string
  /** A secret is never repeated in an error message and has at least 16 characters in production. */
  secret?: true
}

const randomSecret = 'the output of openssl rand -hex 32'

const server = {
  PORT: { description: 'The port to listen on. 0 picks any free port.', default: '3000', example: '8080' },
  HOST: { description: 'The address to listen on.', default: '0.0.0.0', example: '127.0.0.1' },
  PUBLIC_URL: {
    description: 'The address customers use. Links in emails and texts start with it.',
    derived: 'http://localhost:PORT',
    example: 'https://book.example.com',
  },
  NODE_ENV: {
    description:
      'development, test or production. Production refuses unsafe settings and simulates no payments.',
    default: 'development',
    example: 'production',
  },
  LOG_LEVEL: {
    description: 'How much to log: debug, info, warn, error or silent.',
    default: 'info',
    example: 'warn',
  },
  TRUSTED_PROXIES: {
    description:
      'The proxies whose X-Forwarded-For header is trusted: addresses, CIDR blocks or loopback, separated by commas.',
    default: 'loopback',
    example: 'loopback,10.0.0.0/8',
  },
} satisfies Record<string, Variable>

const store = {
  DATA_DIR: {
    description: 'The folder for the database, backups and generated secrets.',
    default: './data',
    example: '/var/lib/truckroll',
  },
  DATABASE_URL: {
    description: 'The database: a file: path, or the libsql://, https:// or http:// URL of a libSQL server.',
    derived: 'file:DATA_DIR/truckroll.db',
    example: 'libsql://truckroll.example.com',
  },
  DATABASE_AUTH_TOKEN: {
    description: 'The access token for the libSQL server.',
    example: 'the token your libSQL server issued',
    secret: true,
  },
  SEED_DEMO: {
    description:
      'Whether the first start adds the demo company: on, off, or auto (on while every provider is a demo, except in production).',
    default: 'auto',
    example: 'off',
  },
} satisfies Record<string, Variable>

const access = {
  HQ_JWT_SECRET: {
    description: 'The key that signs HS256 HQ tokens. Generated if neither this nor HQ_JWKS_URL is set.',
    example: randomSecret,
    secret: true,
  },
  HQ_JWKS_URL: {
    description: 'The URL where your identity provider publishes its public keys.',
    example: 'https://id.example.com/.well-known/jwks.json',
  },
  HQ_JWT_ISSUER: {
    description:
      'The issuer (iss) HQ tokens must have. If not set, any is accepted. Required in production with HQ_JWKS_URL.',
    example: 'https://id.example.com/',
  },
  HQ_JWT_AUDIENCE: {
    description:
      'The audience (aud) HQ tokens must have. If not set, any is accepted. Required in production with HQ_JWKS_URL.',
    example: 'truckroll',
  },
  HQ_ADMIN_ROLES: {
    description: 'The token roles that count as administrator, separated by commas.',
    default: 'admin,hq,owner',
    example: 'admin,dispatcher',
  },
  HQ_SESSION_COOKIE: {
    description: 'The cookie to read the HQ token from if there is no Authorization header.',
    default: 'session',
    example: 'hq_session',
  },
  HQ_OIDC_ISSUER: {
    description:
      'The issuer of the identity provider that people sign in to the console with. Its OpenID Connect discovery document is read from there.',
    example: 'https://id.example.com',
  },
  HQ_OIDC_CLIENT_ID: {
    description:
      'The client ID your identity provider gave this service. Register PUBLIC_URL/admin/sso there as the redirect URL.',
    example: 'truckroll',
  },
  HQ_OIDC_CLIENT_SECRET: {
    description: 'The client secret your identity provider gave this service. Public clients have none.',
    example: 'the client secret of your identity provider',
    secret: true,
  },
  HQ_OIDC_SCOPES: {
    description:
      'The scopes to ask the identity provider for, separated by spaces. openid and email are needed.',
    default: 'openid email profile',
    example: 'openid email profile roles',
  },
  PROOF_SECRET: {
    description: "The key that signs the proof of a customer's verified email. Generated if not set.",
    example: randomSecret,
    secret: true,
  },
  CRON_SECRET: {
    description: 'The bearer token for calling the four scheduled tasks over HTTP. Generated if not set.',
    example: randomSecret,
    secret: true,
  },
  CRON_ENABLED: {
    description: 'Whether this process runs the scheduled tasks automatically: true or false.',
    default: 'true',
    example: 'false',
  },
} satisfies Record<string, Variable>

const business = {
  BUSINESS_NAME: {
    description:
      'Your business name. Customers see it on pages, and on messages and invoices for jobs without a franchise.',
    default: 'Truckroll',
    example: 'Acme Plumbing',
  },
  BUSINESS_PHONE: {
    description: 'The phone number customers see on pages and messages of jobs without a franchise.',
    example: '(303) 555-0100',
  },
  BUSINESS_ADDRESS: {
    description:
      'The postal address at the foot of emails from jobs without a franchise. US law asks for one in marketing emails.',
    example: '1420 Larimer St, Denver, CO 80202',
  },
  BUSINESS_LOGO_URL: {
    description: 'The https address of your logo, shown at the head of emails of jobs without a franchise.',
    example: 'https://acme.example/logo.png',
  },
  PUBLIC_REPORTS: {
    description: 'Whether anyone can read the totals at /api/reports: on, or off to require an HQ token.',
    default: 'on',
    example: 'off',
  },
  BUSINESS_TIMEZONE: {
    description: 'The IANA time zone for working hours and calendar days.',
    default: 'America/New_York',
    example: 'America/Chicago',
  },
  UNCONFIRMED_HOLD_HOURS: {
    description:
      "The number of hours an online booking keeps its arrival window if it isn't paid or confirmed.",
    default: '24',
    example: '48',
  },
  UNCONFIRMED_SHARE: {
    description:
      "The largest share of a franchise's day, in percent, that unpaid and unconfirmed bookings can hold.",
    default: '50',
    example: '30',
  },
} satisfies Record<string, Variable>

const payments = {
  STRIPE_SECRET_KEY: {
    description: 'Your Stripe secret key. Set it to take real payments.',
    example: 'the sk_live_ key of your Stripe account',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    description:
      'The signing secret of the payments webhook. While you rotate it, list both, separated by a comma.',
    example: 'the whsec_ secret of your webhook endpoint',
    secret: true,
  },
  STRIPE_API_URL: {
    description: 'A different address for the Stripe API, such as a test server.',
    example: 'http://localhost:12111',
  },
  DEMO_PAYMENTS: {
    description:
      'Whether payments are simulated if STRIPE_SECRET_KEY is not set: on, off, or auto (on, except in production).',
    default: 'auto',
    example: 'on',
  },
} satisfies Record<string, Variable>

const messages = {
  RESEND_API_KEY: {
    description: 'Your Resend API key. Set it to send email through Resend.',
    example: 'the re_ key of your Resend account',
    secret: true,
  },
  RESEND_API_URL: {
    description: 'A different address for the Resend API, such as a test server.',
    example: 'http://localhost:12112',
  },
  RESEND_WEBHOOK_SECRET: {
    description:
      'The signing secret of your Resend webhook at PUBLIC_URL/api/email/events, which reports bounces and complaints. While you rotate it, list both, separated by a comma.',
    example: 'the whsec_ secret of your Resend webhook',
    secret: true,
  },
  SMTP_URL: {
    description:
      'Your SMTP server, to send email over SMTP. If Resend is also set, SMTP takes over when Resend fails.',
    example: 'smtps://user:password@mail.example.com:465',
    secret: true,
  },
  EMAIL_FROM: {
    description: 'The sender of every email. Required with Resend or SMTP.',
    default: 'no-reply@truckroll.example',
    example: 'Acme Plumbing <office@example.com>',
  },
  TWILIO_ACCOUNT_SID: {
    description: 'Your Twilio account SID, which starts with AC. Set it to send texts through Twilio.',
    example: 'AC00000000000000000000000000000000',
  },
  TWILIO_AUTH_TOKEN: {
    description: 'The auth token of your Twilio account.',
    example: 'the auth token of your Twilio account',
    secret: true,
  },
  TWILIO_FROM: {
    description:
      'The sender of every text: a phone number, a short code, a sender name or a messaging service (MG…).',
    example: '+15005550006',
  },
  TWILIO_API_URL: {
    description: 'A different address for the Twilio API, such as a test server.',
    example: 'http://localhost:12113',
  },
} satisfies Record<string, Variable>

const maps = {
  GEOCODER: {
    description:
      'The geocoder at GEOCODER_URL: nominatim, photon or pelias. If not set, the built-in gazetteer is used.',
    example: 'nominatim',
  },
  GEOCODER_URL: { description: 'The address of the geocoder.', example: 'https://nominatim.example.com' },
  ROUTING_URL: {
    description:
      'The address of a Valhalla server. If not set, drive times come from an imported map or are estimated.',
    example: 'http://localhost:8002',
  },
  MAP_STYLE_URL: {
    description:
      "Your own map tiles for the console, as pictures, with {z}, {x} and {y} in the address, and {s} or {r} if your provider uses them. If not set, and while that server doesn't answer, maps show the imported map's streets, or towns, ZIP codes and approximate Interstates.",
    example: 'https://tiles.example.com/{z}/{x}/{y}.png',
  },
  MAP_ATTRIBUTION: {
    description: 'The credit that the provider of those tiles asks for, shown on every map.',
    example: '© OpenStreetMap contributors',
  },
} satisfies Record<string, Variable>

const development = {
  CODEHOST_URL: {
    description: "The address of the code host's REST API.",
    example: 'https://api.github.com',
  },
  CODEHOST_REPO: {
    description: 'The repository to show on the developer pages, as owner/name.',
    example: 'acme/truckroll',
  },
  CODEHOST_TOKEN: {
    description: 'An access token for the code host.',
    example: 'a token that can read the repository',
    secret: true,
  },
  HOSTING_URL: {
    description: "The address of the hosting platform's REST API.",
    example: 'https://api.vercel.com',
  },
  HOSTING_PROJECT: { description: 'The project on the hosting platform.', example: 'truckroll' },
  HOSTING_TOKEN: {
    description: 'An access token for the hosting platform.',
    example: 'a token that can read the project',
    secret: true,
  },
} satisfies Record<string, Variable>

const connections = {
  WEBHOOK_PRIVATE_NETWORKS: {
    description:
      'Private networks that webhooks can reach besides the public internet: addresses, CIDR blocks or loopback, separated by commas.',
    example: '10.20.0.0/16',
  },
} satisfies Record<string, Variable>

const watching = {
  METRICS_TOKEN: {
    description:
      'The bearer token for reading /metrics from another machine. If not set, only this machine can read it.',
    example: randomSecret,
    secret: true,
  },
  ALERT_EMAIL: {
    description: 'The email address that is told when the service is unhealthy and when it recovers.',
    example: 'owner@example.com',
  },
  ALERT_PHONE: {
    description: 'The phone number that gets the same alerts as texts.',
    example: '+13035550100',
  },
  ALERT_WEBHOOK_URL: {
    description: 'The address that gets the same alerts as JSON, such as a Slack or Discord webhook.',
    example: 'https://hooks.example.com/services/T000/B000',
    secret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description: 'The OTLP/HTTP address of an OpenTelemetry collector. If not set, nothing is traced.',
    example: 'http://localhost:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    description: 'Headers sent to the collector, as name=value pairs separated by commas.',
    example: 'x-api-key=the-key-of-your-tracing-service',
    secret: true,
  },
  OTEL_SERVICE_NAME: {
    description: 'The name of this service in traces.',
    default: 'truckroll',
    example: 'truckroll-denver',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    description: 'More about this service in traces, as name=value pairs separated by commas.',
    example: 'deployment.environment.name=production',
  },
  OTEL_TRACES_SAMPLER: {
    description:
      'Which requests are traced: always_on, always_off or traceidratio, with parentbased_ before it to follow the caller.',
    default: 'parentbased_always_on',
    example: 'parentbased_traceidratio',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    description: 'The share of requests that the ratio samplers trace, from 0 to 1.',
    default: '1',
    example: '0.1',
  },
} satisfies Record<string, Variable>

const byName = {
  ...server,
  ...store,
  ...access,
  ...business,
  ...payments,
  ...messages,
  ...maps,
  ...connections,
  ...development,
  ...watching,
}

export type VariableName = keyof typeof byName

export const variables: Record<VariableName, Variable> = byName
export const variableNames = Object.keys(byName) as VariableName[]

export const sections: { title: string; variables: Record<string, Variable> }[] = [
  { title: 'Server', variables: server },
  { title: 'Store', variables: store },
  { title: 'Access', variables: access },
  { title: 'Business', variables: business },
  { title: 'Payments', variables: payments },
  { title: 'Email and SMS', variables: messages },
  { title: 'Maps', variables: maps },
  { title: 'Connections', variables: connections },
  { title: 'Code host and hosting', variables: development },
  { title: 'Metrics, alerts and traces', variables: watching },
]
