import { expect, test } from 'bun:test'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks'
import { isSignedByTwilio } from '../../../src/providers/sms/twilio'

const url = 'https://truckroll.dev/api/sms/inbound?x=1'
const fields = { From: '+13038675309', Body: 'STOP & more', AccountSid: 'AC1', Empty: '' }
const form = new URLSearchParams(fields)
const signature = getExpectedTwilioSignature('secret-token', url, fields)

test("a form that Twilio's own SDK signed is accepted", async () => {
  expect(await isSignedByTwilio('secret-token', signature, url, form)).toBe(true)
})

test('fields with several values, odd names or none at all are accepted as Twilio signs them', async () => {
  const several = { MediaUrl: ['b', 'a', 'b'], '10': 'ten', '9': 'nine', 'Ñandú 🚚': '¿Qué?' }
  const sent = new URLSearchParams()
  for (const [name, values] of Object.entries(several))
    for (const value of [values].flat()) sent.append(name, value)
  // Object literals can't have a field of this name.
  sent.append('__proto__', 'x')
  const signed = Object.defineProperty({ ...several }, '__proto__', { value: 'x', enumerable: true })
  const isSigned = (params: Record<string, unknown>, given: URLSearchParams) =>
    isSignedByTwilio('t', getExpectedTwilioSignature('t', url, params), url, given)
  expect(await isSigned(signed, sent)).toBe(true)
  expect(await isSigned(several, sent)).toBe(false)
  expect(await isSigned({}, new URLSearchParams())).toBe(true)
})

test('a wrong token, another field or no token at all fails the signature', async () => {
  expect(await isSignedByTwilio('other-token', signature, url, form)).toBe(false)
  expect(await isSignedByTwilio(undefined, signature, url, form)).toBe(false)
  expect(await isSignedByTwilio('secret-token', '', url, form)).toBe(false)
  expect(await isSignedByTwilio('secret-token', signature, `${url}2`, form)).toBe(false)
  expect(
    await isSignedByTwilio('secret-token', signature, url, new URLSearchParams({ ...fields, Body: 'START' })),
  ).toBe(false)
})
