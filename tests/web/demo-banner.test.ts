import { expect, test } from 'bun:test'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { DemoBanner } from '../../src/web/layout/frame'

const words = (...demo: string[]) => render(h(DemoBanner, { demo })).replaceAll(/<[^>]*>/g, '')

test.each([
  [['payments', 'email', 'sms'], 'payments, email and text messages are simulated. No card is charged.'],
  [['payments'], 'payments are simulated. No card is charged.'],
  [['email'], 'email is simulated.'],
  [['sms'], 'text messages are simulated.'],
  [['geocoder', 'routing'], 'addresses and drive times are simulated.'],
])('%p simulated by the service is announced', (demo, said) => {
  expect(words(...demo)).toBe(`Demo mode: ${said}`)
})

test('a company of its own is not called a demo, but the banner still says what is simulated', () => {
  const text = render(h(DemoBanner, { demo: ['payments'], isStarted: true })).replaceAll(/<[^>]*>/g, '')
  expect(text).toBe('Not live yet: payments are simulated. No card is charged.')
})

test('nothing is announced once everything is real', () => {
  expect(words()).toBe('')
})
