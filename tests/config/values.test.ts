import { describe, expect, test } from 'bun:test'
import { ConfigError, loadConfig } from '../../src/config'
import { variableNames, variables } from '../../src/config/variables'

function faultsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map((fault) => fault.variable)
  }
}

describe('an empty environment', () => {
  test('gives the documented defaults', () => {
    expect(loadConfig({})).toMatchObject({
      env: 'development',
      port: 3000,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:3000',
      logLevel: 'info',
      trustedProxies: ['loopback'],
      dataDir: './data',
      database: { url: 'file:./data/truckroll.db' },
      seedDemo: 'auto',
      hq: { adminRoles: ['admin', 'hq', 'owner'], sessionCookie: 'session' },
      cron: { enabled: true },
      business: {
        name: 'Truckroll',
        phone: null,
        postalAddress: null,
        logoUrl: null,
        timeZone: 'America/New_York',
      },
      payments: { webhookSecrets: [] },
      email: { from: 'no-reply@truckroll.example' },
    })
  })

  test('has no key, token or provider address', () => {
    const { hq, proofSecret, cron, payments, email, sms, geocoder, routing } = loadConfig({})
    const unset = [hq.jwtSecret, hq.jwksUrl, proofSecret, cron.secret, payments.secretKey, email.resendKey]
    expect([...unset, email.smtpUrl, sms.authToken, geocoder.kind, routing.url]).toEqual(
      Array(10).fill(undefined),
    )
  })

  test('is the same with and without quotes around the values', () => {
    expect(loadConfig({ BUSINESS_NAME: '"Acme Gutters"', BUSINESS_PHONE: "'303-555-0100'" })).toEqual(
      loadConfig({ BUSINESS_NAME: 'Acme Gutters', BUSINESS_PHONE: '303-555-0100' }),
    )
    expect(loadConfig({ BUSINESS_NAME: '"Acme" Gutters' }).business.name).toBe('"Acme" Gutters')
  })

  test('equals one where every variable is empty or blank', () => {
    const empty = Object.fromEntries(variableNames.map((name) => [name, '']))
    const blank = Object.fromEntries(variableNames.map((name) => [name, '  ']))
    expect(loadConfig(empty)).toEqual(loadConfig({}))
    expect(loadConfig(blank)).toEqual(loadConfig({}))
  })
})

describe('a full environment', () => {
  const examples = Object.fromEntries(variableNames.map((name) => [name, variables[name].example]))

  test('accepts every documented example', () => {
    expect(faultsOf({ ...examples, NODE_ENV: 'test' })).toEqual([])
  })

  test('reaches every part of the configuration', () => {
    const parts = JSON.stringify(loadConfig({ ...examples, NODE_ENV: 'test' }))
    const lost = variableNames.filter((name) => {
      const [first = ''] = variables[name].example.replace(/\/$/, '').split(/[,=]/)
      return name !== 'NODE_ENV' && !parts.includes(first)
    })
    expect(lost).toEqual([])
  })

  test('refuses the documented example secrets in production', () => {
    expect(faultsOf({ ...examples, NODE_ENV: 'production' })).toContain('HQ_JWT_SECRET')
  })
})

describe('derived settings:', () => {
  test('the public address follows the port, and the database follows the data folder', () => {
    const config = loadConfig({ PORT: '8080', DATA_DIR: '/srv/truckroll/' })
    expect(config.publicUrl).toBe('http://localhost:8080')
    expect(config.dataDir).toBe('/srv/truckroll')
    expect(config.database.url).toBe('file:/srv/truckroll/truckroll.db')
  })

  test('addresses lose their trailing slash, and the public one is normalized', () => {
    const config = loadConfig({
      PUBLIC_URL: 'HTTPS://Book.Example.com:443/crew//',
      ROUTING_URL: 'http://maps:8002/',
    })
    expect(config.publicUrl).toBe('https://book.example.com/crew')
    expect(config.routing.url).toBe('http://maps:8002')
  })

  test('lists are split at commas, without blanks and empty entries', () => {
    const config = loadConfig({
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,,2001:db8::/32 ,192.0.2.7',
      STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_new',
      HQ_ADMIN_ROLES: 'boss',
    })
    expect(config.trustedProxies).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
    expect(config.payments.webhookSecrets).toEqual(['whsec_old', 'whsec_new'])
    expect(config.hq.adminRoles).toEqual(['boss'])
  })

  test('the scheduler is turned off by any common word for no', () => {
    for (const word of ['false', '0', 'off', 'no'])
      expect(loadConfig({ CRON_ENABLED: word }).cron.enabled).toBe(false)
  })
})

const wrong: Record<string, string[]> = {
  PORT: ['eighty', '65536', '-1', '80.5', '0x50'],
  HOST: ['http://0.0.0.0', 'two words'],
  PUBLIC_URL: [
    'book.example.com',
    'ftp://example.com',
    'https://',
    'https://me:pw@example.com',
    'https://a.b/?x=1',
  ],
  DATABASE_URL: ['postgres://db/truckroll', 'file:', 'file::memory:', 'libsql:', './truckroll.db'],
  NODE_ENV: ['prod', 'Production'],
  LOG_LEVEL: ['verbose'],
  TRUSTED_PROXIES: ['localhost', '10.0.0.0/33', '300.1.1.1', ','],
  HQ_JWT_SECRET: [' leading-space-in-a-secret'],
  HQ_JWKS_URL: ['id.example.com/jwks.json'],
  HQ_OIDC_SCOPES: ['openid', 'email profile', 'openid,email', 'openid  email'],
  MAP_STYLE_URL: [
    'tiles.example.com/{z}/{x}/{y}.png',
    'https://tiles.example.com/{z}/{x}.png',
    "https://tiles.example.com; script-src 'unsafe-inline'/{z}/{x}/{y}.png",
    'https://tiles.example.com/{z}/{x}/{y}.png?key={key}',
  ],
  ALERT_EMAIL: ['owner', 'owner@example.com, other@example.com'],
  ALERT_PHONE: ['call me', '12'],
  ALERT_WEBHOOK_URL: [
    'hooks.example.com',
    'https://me:pw@hooks.example.com',
    'http://169.254.169.254/latest',
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318'],
  OTEL_EXPORTER_OTLP_HEADERS: ['x-api-key', 'x-api-key=%E0%A4%A'],
  OTEL_TRACES_SAMPLER: ['sometimes'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'half'],
  HQ_ADMIN_ROLES: [',', ' , '],
  HQ_SESSION_COOKIE: ['my session', 'a=b'],
  CRON_ENABLED: ['maybe'],
  BUSINESS_TIMEZONE: ['Eastern', 'America/Atlantis', '+05:00'],
  STRIPE_WEBHOOK_SECRET: [','],
  STRIPE_API_URL: ['localhost:12111'],
  EMAIL_FROM: ['office', 'Office <office>', 'Office <a@b.c> <d@e.f>', 'Office\n<a@b.c>'],
  CODEHOST_REPO: ['truckroll', 'https://github.com/acme/truckroll'],
  SEED_DEMO: ['yes'],
}

describe('a wrong value', () => {
  for (const [name, values] of Object.entries(wrong))
    test(`of ${name} is reported, and nothing else`, () => {
      for (const value of values) expect([value, faultsOf({ [name]: value })]).toEqual([value, [name]])
    })

  test('of HQ_OIDC_ISSUER is reported when a client is set', () => {
    for (const value of [
      'id.example.com',
      'https://',
      'https://me:pw@id.example.com',
      'https://id.example.com/?a',
    ])
      expect(faultsOf({ HQ_OIDC_ISSUER: value, HQ_OIDC_CLIENT_ID: 'truckroll' })).toEqual(['HQ_OIDC_ISSUER'])
  })

  test('of SMTP_URL is reported when a sender is set', () => {
    for (const value of ['mail.example.com', 'https://mail.example.com', 'smtp://'])
      expect(faultsOf({ SMTP_URL: value, EMAIL_FROM: 'a@example.com' })).toEqual(['SMTP_URL'])
  })
})
