import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startTestApp } from '../support/app'
import { letter } from './email/letter'

let asked = 0
let followed: string[] = []
beforeEach(() => {
  asked = 0
  followed = []
})
const elsewhere = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    followed.push(request.method)
    return Response.json({ id: 'taken', data: [], keys: [] })
  },
})
const provider = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch() {
    asked++
    return Response.redirect(elsewhere.url.href, 307)
  },
})
const url = provider.url.href.replace(/\/$/, '')
const service = await startTestApp({
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_test_0123456789abcdef',
  STRIPE_API_URL: url,
  RESEND_API_KEY: 're_test_0123456789abcdef',
  RESEND_API_URL: url,
  EMAIL_FROM: 'office@truckroll.dev',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
  TWILIO_FROM: '+13035550100',
  TWILIO_API_URL: url,
  GEOCODER: 'nominatim',
  GEOCODER_URL: url,
  ROUTING_URL: url,
  CODEHOST_URL: url,
  CODEHOST_REPO: 'acme/truckroll',
  CODEHOST_TOKEN: 'ghp_0123456789abcdef',
  HOSTING_URL: url,
  HOSTING_PROJECT: 'truckroll',
  HOSTING_TOKEN: 'token_0123456789abcdef',
  HQ_JWKS_URL: `${url}/jwks.json`,
  HQ_OIDC_ISSUER: url,
  HQ_OIDC_CLIENT_ID: 'truckroll',
})
afterAll(async () => {
  await service.close()
  await Promise.all([provider.stop(true), elsewhere.stop(true)])
})
const { providers } = service.deps

const calls: Record<string, () => Promise<unknown>> = {
  payments: () => providers.payments.balance(),
  email: () => providers.email.send(letter()),
  SMS: () => providers.sms.send({ to: '+13037202020', text: 'Hello', key: 'k' }),
  geocoder: () => providers.geocoder.search('1420 Larimer St'),
  routing: () => service.call('POST', '/api/isochrone', { body: { lat: 39.7, lng: -105 } }),
  'code host': () => providers.codehost.summary(),
  hosting: () => providers.hosting.summary(),
  'sign-in page': () => service.call('POST', '/api/sign-in/sso'),
  'identity provider': () =>
    service.call('GET', '/api/admin/tasks', { token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ.e30.c2ln' }),
}

test.each(Object.keys(calls))(
  'no redirect from the %s is followed: nothing goes to an address nobody set',
  async (name) => {
    await calls[name]!().catch(() => null)
    expect({ asked: asked > 0, followed }).toEqual({ asked: true, followed: [] })
  },
)
