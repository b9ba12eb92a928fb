import { describe, expect, test } from 'bun:test'
import { ConfigError, loadConfig } from '../../src/config'
import { variableNames, variables } from '../../src/config/variables'

/** The problems that stop a start, one per line. */
function faultsOf(env: Record<string, string>, mode = 'production'): string[] {
  try {
    loadConfig({ NODE_ENV: mode, ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1)
    throw error
  }
  return []
}

const random = '9f4c1b7a60d2e8354b7c19fa02d86e31'

describe('production refuses a guessable secret', () => {
  const guessable = ['a'.repeat(40), 'changeme-changeme-changeme', '0123456789abcdef0123456789abcdef']
  const chosen = ['HQ_JWT_SECRET', 'PROOF_SECRET', 'CRON_SECRET', 'STRIPE_WEBHOOK_SECRET']

  test.each(chosen)('as %s, and says what to set', (name) => {
    for (const secret of guessable) {
      const [fault, ...others] = faultsOf({ [name]: secret })
      expect(fault).toStartWith(
        `  ${name}: is too easy to guess for production. Use a random one. Example: the `,
      )
      expect(fault).not.toContain(secret)
      expect(others).toEqual([])
      expect(faultsOf({ [name]: secret }, 'development')).toEqual([])
    }
    expect(faultsOf({ [name]: random })).toEqual([])
  })

  test('as one of several webhook secrets', () => {
    expect(faultsOf({ STRIPE_WEBHOOK_SECRET: `${random},${'a'.repeat(40)}` })).toHaveLength(1)
  })

  test('copied from the docs, for every secret except a URL', () => {
    for (const name of variableNames.filter((one) => variables[one].secret && !one.endsWith('_URL')))
      expect(faultsOf({ [name]: variables[name].example }).join()).toContain(`${name}: can't be the example`)
  })
})

test('production sends alerts in clear text only within its own network', () => {
  expect(faultsOf({ ALERT_WEBHOOK_URL: 'http://hooks.example.com/x' })).toHaveLength(1)
  for (const url of [
    'https://hooks.example.com/x',
    'http://10.1.2.3/x',
    'http://ntfy:8080/x',
    'http://[::1]/x',
  ])
    expect(faultsOf({ ALERT_WEBHOOK_URL: url })).toEqual([])
})

describe('production refuses to trust every address as a proxy:', () => {
  test.each(['0.0.0.0/0', '::/0', 'loopback, 0.0.0.0/0', '0.0.0.0/1,128.0.0.0/1', '::ffff:0:0/96'])(
    '%s',
    (list) => {
      const faults = faultsOf({ TRUSTED_PROXIES: list })
      expect(faults).toHaveLength(1)
      expect(faults[0]).toMatch(
        /TRUSTED_PROXIES: must list only your own proxies .* Example: loopback,10\.0\.0\.0\/8$/,
      )
      expect(faultsOf({ TRUSTED_PROXIES: list }, 'development')).toEqual([])
    },
  )

  test.each(['loopback', '10.0.0.0/8', '172.16.0.0/12,fc00::/7', '203.0.113.7'])('but accepts %s', (list) => {
    expect(faultsOf({ TRUSTED_PROXIES: list })).toEqual([])
  })
})

describe('production refuses a public address without encryption:', () => {
  test.each(['http://book.example.com', 'HTTP://Book.Example.com', 'http://localhost.example.com'])(
    '%s',
    (url) => {
      const faults = faultsOf({ PUBLIC_URL: url })
      expect(faults).toHaveLength(1)
      expect(faults[0]).toMatch(
        /PUBLIC_URL: must start with https:\/\/ .* Example: https:\/\/book\.example\.com$/,
      )
      expect(faultsOf({ PUBLIC_URL: url }, 'development')).toEqual([])
    },
  )

  test.each([
    'https://book.example.com',
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'http://[::1]:80',
  ])('but accepts %s', (url) => expect(faultsOf({ PUBLIC_URL: url })).toEqual([]))
})

test('production refuses the demo company', () => {
  const faults = faultsOf({ SEED_DEMO: 'on' })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/SEED_DEMO: must be off or auto in production.*Example: off$/)
  for (const choice of ['off', 'auto']) expect(faultsOf({ SEED_DEMO: choice })).toEqual([])
  expect(faultsOf({ SEED_DEMO: 'on' }, 'development')).toEqual([])
})

describe('an identity provider', () => {
  const bound = { HQ_JWT_ISSUER: 'https://id.example.com/', HQ_JWT_AUDIENCE: 'truckroll' }
  const url = 'https://id.example.com/jwks.json'

  test('needs an issuer and an audience in production', () => {
    expect(faultsOf({ HQ_JWKS_URL: url, ...bound })).toEqual([])
    expect(faultsOf({ HQ_JWKS_URL: url }, 'development')).toEqual([])
    const faults = faultsOf({ HQ_JWKS_URL: url })
    expect(faults.map((fault) => fault.trim().split(':')[0])).toEqual(['HQ_JWT_ISSUER', 'HQ_JWT_AUDIENCE'])
    for (const fault of faults) expect(fault).toContain('is missing. Production needs it with HQ_JWKS_URL')
  })

  test('must use https, except on this machine outside production', () => {
    const plain = { ...bound, HQ_JWKS_URL: 'http://id.example.com/jwks.json' }
    const local = { ...bound, HQ_JWKS_URL: 'http://127.0.0.1:9000/jwks.json' }
    for (const mode of ['production', 'development'])
      expect(faultsOf(plain, mode).join()).toContain('HQ_JWKS_URL: must start with https://')
    expect(faultsOf(local, 'development')).toEqual([])
    expect(faultsOf(local).join()).toContain('HQ_JWKS_URL: must start with https://')
  })

  test('that people sign in with must use https too, except on this machine outside production', () => {
    const client = { HQ_OIDC_CLIENT_ID: 'truckroll' }
    const plain = { ...client, HQ_OIDC_ISSUER: 'http://id.example.com' }
    const local = { ...client, HQ_OIDC_ISSUER: 'http://127.0.0.1:9000' }
    for (const mode of ['production', 'development'])
      expect(faultsOf(plain, mode).join()).toContain('HQ_OIDC_ISSUER: must start with https://')
    expect(faultsOf(local, 'development')).toEqual([])
    expect(faultsOf(local).join()).toContain('HQ_OIDC_ISSUER: must start with https://')
    expect(faultsOf({ ...client, HQ_OIDC_ISSUER: 'https://id.example.com' })).toEqual([])
  })

  test('that people sign in with needs an issuer and a client ID', () => {
    const issuer = { HQ_OIDC_ISSUER: 'https://id.example.com' }
    expect(faultsOf(issuer).join()).toContain('HQ_OIDC_CLIENT_ID: is missing')
    const secret = { HQ_OIDC_CLIENT_SECRET: 'from-the-provider-0123456789' }
    expect(faultsOf(secret)).toHaveLength(2)
    expect(faultsOf({ ...issuer, HQ_OIDC_CLIENT_ID: 'truckroll', ...secret })).toEqual([])
  })
})
