import { afterEach, describe, expect, test } from 'bun:test'
import { loadConfig } from '../../src/config'
import { parts, type Choice, type Part } from '../../src/providers/choices'
import { demoProviders, everythingIsDemo } from '../../src/providers/demo'
import { startTestApp, type TestApp } from '../support/app'

/** The settings that choose each real provider. */
const settings: { [P in Part]: Record<Choice<P>, Record<string, string>> } = {
  payments: {
    stripe: { STRIPE_SECRET_KEY: 'sk_test_choices', STRIPE_WEBHOOK_SECRET: 'whsec_choices_012345' },
  },
  email: {
    resend: { RESEND_API_KEY: 're_choices', EMAIL_FROM: 'office@example.org' },
    smtp: { SMTP_URL: 'smtp://127.0.0.1:1', EMAIL_FROM: 'office@example.org' },
  },
  sms: {
    twilio: {
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
      TWILIO_AUTH_TOKEN: 'choices',
      TWILIO_FROM: '+15005550006',
    },
  },
  geocoder: { server: { GEOCODER: 'nominatim', GEOCODER_URL: 'http://127.0.0.1:1' } },
  routing: { valhalla: { ROUTING_URL: 'http://127.0.0.1:1' } },
  codehost: { github: { CODEHOST_REPO: 'acme/truckroll', CODEHOST_TOKEN: 'choices' } },
  hosting: { vercel: { HOSTING_PROJECT: 'truckroll', HOSTING_TOKEN: 'choices' } },
}
const each = parts.flatMap((part) =>
  Object.entries<Record<string, string>>(settings[part]).map(([name, env]) => ({ part, name, env })),
)

let app: TestApp | undefined
afterEach(() => app?.close())

describe('a real provider', () => {
  test.each(each)('is never called a demo: $name for $part', async ({ part, name, env }) => {
    app = await startTestApp(env)
    const { config, providers } = app.deps
    expect(demoProviders(config)).toEqual(parts.filter((one) => one !== part))
    expect(everythingIsDemo(config)).toBe(false)
    const used = part === 'routing' ? providers.routing.source : providers[part].name
    expect(used).toBe(name === 'server' ? 'nominatim' : (name as typeof used))
    expect(Object.keys(providers.probes.probes)).toEqual([part])
  })

  test('takes over from the one before it', async () => {
    app = await startTestApp({ ...settings.email.resend, ...settings.email.smtp })
    expect(app.deps.providers.email.name).toBe('resend')
    expect(app.deps.providers.email.staysHere('someone@acme.org')).toBe(false)
  })
})

test('without any setting, everything is a demo', () => {
  const config = loadConfig({ NODE_ENV: 'test' })
  expect(demoProviders(config)).toEqual(parts)
  expect(everythingIsDemo(config)).toBe(true)
})
