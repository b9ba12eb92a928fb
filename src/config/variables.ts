export interface Variable {
  /** One line for .env.example and the tables. */
  description: string
  /** A good value; error messages show it. */
  example: string
  /** The text an unset variable is read as. */
  default?: string
  /** In words, a default that follows from other variables. */
  derived?: string
  /** Never repeated in an error message, at least 16 characters in production. */
  secret?: true
}

const randomSecret = 'the output of openssl rand -hex 32'

const server = {
  PORT: { description: 'The port to listen on; 0 takes any free one.', default: '3000', example: '8080' },
  HOST: { description: 'The address to listen on.', default: '0.0.0.0', example: '127.0.0.1' },
  PUBLIC_URL: {
    description: 'Where customers reach the service; links in messages begin with it.',
    derived: 'http://localhost:PORT',
    example: 'https://book.example.com',
  },
  NODE_ENV: {
    description:
      'development, test or production; production refuses unsafe settings and simulates no payments.',
    default: 'development',
    example: 'production',
  },
  LOG_LEVEL: {
    description: 'The least severe line that is logged: debug, info, warn, error or silent.',
    default: 'info',
    example: 'warn',
  },
  TRUSTED_PROXIES: {
    description: 'Peers whose X-Forwarded-For is believed: addresses, CIDR blocks or loopback, with commas.',
    default: 'loopback',
    example: 'loopback,10.0.0.0/8',
  },
} satisfies Record<string, Variable>

const store = {
  DATA_DIR: {
    description: 'The folder that keeps the database and the generated secrets.',
    default: './data',
    example: '/var/lib/truckroll',
  },
  DATABASE_URL: {
    description: 'The database: a file: path, or a libSQL server by libsql:, http: or https:.',
    derived: 'file:DATA_DIR/truckroll.db',
    example: 'libsql://truckroll.example.com',
  },
  DATABASE_AUTH_TOKEN: {
    description: 'The access token of a libSQL server.',
    example: 'the token your libSQL server issued',
    secret: true,
  },
  SEED_DEMO: {
    description:
      'Whether a start fills the store with the demo company: on, off, or auto (the service decides).',
    default: 'auto',
    example: 'off',
  },
} satisfies Record<string, Variable>

const access = {
  HQ_JWT_SECRET: {
    description: 'The key of HS256 HQ tokens; generated when neither it nor HQ_JWKS_URL is set.',
    example: randomSecret,
    secret: true,
  },
  HQ_JWKS_URL: {
    description: 'Where the identity provider publishes the public keys of its HQ tokens.',
    example: 'https://id.example.com/.well-known/jwks.json',
  },
  HQ_JWT_ISSUER: {
    description:
      'The iss every HQ token must carry; unset accepts any, which production refuses with HQ_JWKS_URL.',
    example: 'https://id.example.com/',
  },
  HQ_JWT_AUDIENCE: {
    description:
      'The aud every HQ token must carry; unset accepts any, which production refuses with HQ_JWKS_URL.',
    example: 'truckroll',
  },
  HQ_ADMIN_ROLES: {
    description: 'The roles that make the bearer of a token an administrator, with commas.',
    default: 'admin,hq,owner',
    example: 'admin,dispatcher',
  },
  HQ_SESSION_COOKIE: {
    description: 'The cookie an HQ token is read from when there is no Authorization header.',
    default: 'session',
    example: 'hq_session',
  },
  PROOF_SECRET: {
    description: 'The key of the proofs customers get for a verified e-mail; generated when unset.',
    example: randomSecret,
    secret: true,
  },
  CRON_SECRET: {
    description: 'The bearer secret of the four scheduled tasks over HTTP; generated when unset.',
    example: randomSecret,
    secret: true,
  },
  CRON_ENABLED: {
    description: 'Whether this process runs the scheduled tasks by itself: true or false.',
    default: 'true',
    example: 'false',
  },
} satisfies Record<string, Variable>

const business = {
  BUSINESS_NAME: {
    description: 'The name customers see on pages, and on messages and invoices of jobs without a franchise.',
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
    description: 'Whether anybody may read the sums at /api/reports: on, or off to ask for an HQ token.',
    default: 'on',
    example: 'off',
  },
  BUSINESS_TIMEZONE: {
    description: 'The IANA time zone of working hours and calendar days.',
    default: 'America/New_York',
    example: 'America/Chicago',
  },
  UNCONFIRMED_HOLD_HOURS: {
    description:
      'How many hours an online booking that is neither paid nor confirmed keeps its arrival window.',
    default: '48',
    example: '24',
  },
  UNCONFIRMED_SHARE: {
    description: "How much of a franchise's day, in percent, such bookings may keep together.",
    default: '50',
    example: '30',
  },
} satisfies Record<string, Variable>

const payments = {
  STRIPE_SECRET_KEY: {
    description: 'Turns the demo payment processor into Stripe.',
    example: 'the sk_live_ key of your Stripe account',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    description: 'Signing secrets of the payments webhook, with commas while one replaces another.',
    example: 'the whsec_ secret of your webhook endpoint',
    secret: true,
  },
  STRIPE_API_URL: {
    description: 'Another address for the Stripe API, such as a stub.',
    example: 'http://localhost:12111',
  },
  DEMO_PAYMENTS: {
    description:
      'Whether payments are simulated without STRIPE_SECRET_KEY: on, off, or auto (on, except in production).',
    default: 'auto',
    example: 'on',
  },
} satisfies Record<string, Variable>

const messages = {
  RESEND_API_KEY: {
    description: 'Sends e-mail through Resend instead of keeping it in the outbox.',
    example: 'the re_ key of your Resend account',
    secret: true,
  },
  RESEND_API_URL: {
    description: 'Another address for the Resend API, such as a stub.',
    example: 'http://localhost:12112',
  },
  SMTP_URL: {
    description: 'Sends e-mail by SMTP; beside Resend, it takes over when Resend fails.',
    example: 'smtps://user:password@mail.example.com:465',
    secret: true,
  },
  EMAIL_FROM: {
    description: 'The sender of every e-mail; needed once a real provider is set.',
    default: 'no-reply@truckroll.example',
    example: 'Acme Plumbing <office@example.com>',
  },
  TWILIO_ACCOUNT_SID: {
    description: 'Sends SMS through Twilio; the account, beginning with AC.',
    example: 'AC00000000000000000000000000000000',
  },
  TWILIO_AUTH_TOKEN: {
    description: 'The token of the Twilio account.',
    example: 'the auth token of your Twilio account',
    secret: true,
  },
  TWILIO_FROM: {
    description:
      'The sender of every SMS: a number, a short code, a sender name or a messaging service (MG…).',
    example: '+15005550006',
  },
  TWILIO_API_URL: {
    description: 'Another address for the Twilio API, such as a stub.',
    example: 'http://localhost:12113',
  },
} satisfies Record<string, Variable>

const maps = {
  GEOCODER: {
    description:
      'What answers at GEOCODER_URL: nominatim, photon or pelias; unset uses the built-in gazetteer.',
    example: 'nominatim',
  },
  GEOCODER_URL: { description: 'The address of the geocoder.', example: 'https://nominatim.example.com' },
  ROUTING_URL: {
    description: 'The address of a Valhalla server; unset estimates, or uses an imported map.',
    example: 'http://localhost:8002',
  },
} satisfies Record<string, Variable>

const development = {
  CODEHOST_URL: { description: 'The REST address of the code host.', example: 'https://api.github.com' },
  CODEHOST_REPO: {
    description: 'The repository the developer pages show, as owner/name.',
    example: 'acme/truckroll',
  },
  CODEHOST_TOKEN: {
    description: 'The access token of the code host.',
    example: 'a token that may read the repository',
    secret: true,
  },
  HOSTING_URL: {
    description: 'The REST address of the hosting platform.',
    example: 'https://api.vercel.com',
  },
  HOSTING_PROJECT: { description: 'The project on the hosting platform.', example: 'truckroll' },
  HOSTING_TOKEN: {
    description: 'The access token of the hosting platform.',
    example: 'a token that may read the project',
    secret: true,
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
  ...development,
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
  { title: 'E-mail and SMS', variables: messages },
  { title: 'Maps', variables: maps },
  { title: 'Code host and hosting', variables: development },
]
