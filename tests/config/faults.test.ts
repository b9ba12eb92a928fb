import { describe, expect, test } from 'bun:test'
import { ConfigError, loadConfig } from '../../src/config'
import { variableNames, variables } from '../../src/config/variables'

function messageOf(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

/** The variables the message names, one per line. */
const namesIn = (message: string) => [...message.matchAll(/^ {2}([A-Z_]+): /gm)].map((match) => match[1]!)

const strong = '9f4c1b7a60d2e8354b7c19fa02d86e31'

describe('starting with several mistakes', () => {
  test('reports all five wrong variables at once, each with its reason and an example', () => {
    const message = messageOf({
      PORT: 'eighty',
      PUBLIC_URL: 'book.example.com',
      BUSINESS_TIMEZONE: 'Mars/Olympus',
      LOG_LEVEL: 'loud',
      TRUSTED_PROXIES: 'somebody',
    })
    expect(message.split('\n')).toEqual([
      'The configuration has 5 problems:',
      '  PORT: must be a whole number from 0 to 65535 (given "eighty"). Example: 8080',
      '  PUBLIC_URL: must be a URL that starts with http:// or https://. Example: https://book.example.com',
      '  LOG_LEVEL: must be one of debug, info, warn, error, silent (given "loud"). Example: warn',
      '  TRUSTED_PROXIES: must be a list of addresses, CIDR blocks or the word loopback (given "somebody"). ' +
        'Example: loopback,10.0.0.0/8',
      '  BUSINESS_TIMEZONE: must be an IANA time zone (given "Mars/Olympus"). Example: America/Chicago',
    ])
  })

  test('reports missing settings along with wrong ones', () => {
    expect(namesIn(messageOf({ PORT: 'x', GEOCODER: 'photon', RESEND_API_KEY: 're_1' }))).toEqual([
      'PORT',
      'GEOCODER_URL',
      'EMAIL_FROM',
    ])
  })

  test('reports a list once, however many of its entries are wrong', () => {
    expect(namesIn(messageOf({ TRUSTED_PROXIES: 'a,b,c' }))).toEqual(['TRUSTED_PROXIES'])
  })
})

describe('an error message about a setting', () => {
  test('never repeats a secret or a URL', () => {
    for (const name of variableNames) {
      if (!variables[name].secret && !name.endsWith('_URL')) continue
      const message = messageOf({ NODE_ENV: 'production', [name]: ' hunter2 ' })
      expect(namesIn(message)).toContain(name)
      expect(message).not.toContain('hunter2')
    }
  })

  test('repeats other values on one line, shortened', () => {
    const message = messageOf({ BUSINESS_TIMEZONE: `a\n${'b'.repeat(500)}` })
    expect(message.split('\n')).toHaveLength(2)
    expect(message.length).toBeLessThan(250)
  })
})

describe('settings that belong together:', () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' }

  test('Twilio needs all three or none', () => {
    expect(messageOf(twilio)).toBe('')
    for (const missing of Object.keys(twilio)) {
      const rest = Object.fromEntries(Object.entries(twilio).filter(([name]) => name !== missing))
      expect(namesIn(messageOf(rest))).toEqual([missing])
    }
    expect(namesIn(messageOf({ TWILIO_FROM: 'ACME' }))).toEqual(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'])
  })

  test('Twilio accepts numbers, short codes, names and messaging services as sender, and nothing else', () => {
    for (const from of ['+4915112345678', '72345', 'Acme 24', `MG${'0'.repeat(32)}`])
      expect(messageOf({ ...twilio, TWILIO_FROM: from })).toBe('')
    for (const from of ['555 0100', '+0123', 'a sender far too long'])
      expect(namesIn(messageOf({ ...twilio, TWILIO_FROM: from }))).toEqual(['TWILIO_FROM'])
    expect(namesIn(messageOf({ ...twilio, TWILIO_ACCOUNT_SID: 'SK1' }))).toEqual(['TWILIO_ACCOUNT_SID'])
    expect(messageOf({ STRIPE_SECRET_KEY: 'pk_live_0123456789' })).toContain('is the publishable key')
  })

  test('a geocoder needs its kind and its URL', () => {
    expect(namesIn(messageOf({ GEOCODER: 'pelias' }))).toEqual(['GEOCODER_URL'])
    expect(namesIn(messageOf({ GEOCODER_URL: 'http://geo:4000' }))).toEqual(['GEOCODER'])
    const config = loadConfig({ GEOCODER: 'pelias', GEOCODER_URL: 'http://geo:4000' })
    expect(config.geocoder).toEqual({ kind: 'pelias', url: 'http://geo:4000' })
  })

  test('a real email provider needs a sender', () => {
    expect(namesIn(messageOf({ RESEND_API_KEY: 're_1' }))).toEqual(['EMAIL_FROM'])
    expect(namesIn(messageOf({ SMTP_URL: 'smtp://localhost:25' }))).toEqual(['EMAIL_FROM'])
    for (const from of ['office@example.com', 'Acme, Inc. <office@example.com>', 'root@localhost'])
      expect(loadConfig({ RESEND_API_KEY: 're_1', EMAIL_FROM: from }).email.from).toBe(from)
  })

  test('an HQ secret and an identity provider can both be set', () => {
    const both = { HQ_JWT_SECRET: strong, HQ_JWKS_URL: 'https://id.example.com/jwks' }
    expect(messageOf(both)).toBe('')
  })
})

describe('production', () => {
  const production = { NODE_ENV: 'production' }

  test('starts with no other settings', () => {
    expect(loadConfig(production).env).toBe('production')
  })

  test('refuses Stripe without a webhook secret, which development allows', () => {
    const stripe = { STRIPE_SECRET_KEY: strong }
    expect(messageOf(stripe)).toBe('')
    expect(namesIn(messageOf({ ...production, ...stripe }))).toEqual(['STRIPE_WEBHOOK_SECRET'])
    expect(messageOf({ ...production, ...stripe, STRIPE_WEBHOOK_SECRET: strong })).toBe('')
  })

  test('refuses secrets under 16 characters, which development allows', () => {
    const weak = { HQ_JWT_SECRET: 'x'.repeat(15), PROOF_SECRET: 'short', CRON_SECRET: 'short' }
    expect(messageOf(weak)).toBe('')
    expect(namesIn(messageOf({ ...production, ...weak }))).toEqual(Object.keys(weak))
    expect(messageOf({ ...production, HQ_JWT_SECRET: strong })).toBe('')
  })

  test('refuses a weak webhook secret next to a strong one', () => {
    const env = { ...production, STRIPE_WEBHOOK_SECRET: `${strong},short` }
    expect(namesIn(messageOf(env))).toEqual(['STRIPE_WEBHOOK_SECRET'])
  })

  test('allows a database server without a token', () => {
    for (const url of ['libsql://db.example.com', 'http://db:8080', 'https://db.example.com'])
      expect(loadConfig({ ...production, DATABASE_URL: url }).database).toEqual({ url, authToken: undefined })
  })
})
