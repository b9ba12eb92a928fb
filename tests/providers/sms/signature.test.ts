import { expect, test } from 'bun:test'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks'
import { isSignedByTwilio, twilioSignature } from '../../../src/providers/sms/twilio'

const url = 'https://truckroll.dev/api/sms/inbound?x=1'
const fields = { From: '+13038675309', Body: 'STOP & more', AccountSid: 'AC1', Empty: '' }

test("our signature matches Twilio's own SDK", () => {
  const form = new URLSearchParams(fields)
  expect(twilioSignature('secret-token', url, form)).toBe(
    getExpectedTwilioSignature('secret-token', url, fields),
  )
})

test('a wrong token, another field or no token at all fails the signature', () => {
  const form = new URLSearchParams(fields)
  const signature = twilioSignature('secret-token', url, form)
  expect(isSignedByTwilio('secret-token', signature, url, form)).toBe(true)
  expect(isSignedByTwilio('other-token', signature, url, form)).toBe(false)
  expect(isSignedByTwilio(undefined, signature, url, form)).toBe(false)
  expect(isSignedByTwilio('secret-token', '', url, form)).toBe(false)
  expect(
    isSignedByTwilio('secret-token', signature, url, new URLSearchParams({ ...fields, Body: 'START' })),
  ).toBe(false)
})
