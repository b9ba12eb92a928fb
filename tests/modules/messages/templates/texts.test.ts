import { describe, expect, test } from 'bun:test'
import { checkMessage, renderMessage } from '../../../../src/modules/messages/prepare'
import { messageTemplates } from '../../../../src/modules/messages/templates/registry'
import { brand, sampleData } from './samples'

const render = (name: string, channel: 'email' | 'sms', changes: Record<string, unknown> = {}) =>
  renderMessage(checkMessage(name, channel, { ...sampleData('Ada')[name], ...changes }), channel, brand, null)

test('every template has a sample and can be rendered', () => {
  expect(Object.keys(sampleData('Ada')).toSorted()).toEqual(Object.keys(messageTemplates).toSorted())
  for (const [name, template] of Object.entries(messageTemplates))
    for (const channel of ['email', 'sms'] as const)
      if (template[channel]) expect(render(name, channel).text).not.toMatch(/undefined|null|NaN|\[object/)
})

describe('a customer reads', () => {
  test('what they booked', () => {
    const { subject, text, html } = render('booked', 'email', {
      preferredDate: '2026-03-04',
      preferredTime: 'morning',
    })
    expect(subject).toBe('Your booking with Truckroll Denver')
    expect(text).toContain('Preferred day: Wednesday, March 4\nPreferred time: Morning\n')
    expect(text).toContain('\nTotal: $129.99\n')
    expect(html).toContain('href="https://truckroll.example/book/done/abc"')
    expect(html).toContain('#1f6f54')
  })

  test('the hours they were offered and chose', () => {
    const chosen = { preferredDate: '2026-03-04', preferredTime: '10:00-12:00' }
    const { subject, text } = render('booked', 'email', chosen)
    expect(subject).toBe('You’re booked: Wed, Mar 4, arriving 10 AM–12 PM')
    expect(text).toContain('When: Wed, Mar 4, arriving 10 AM–12 PM\n')
    expect(text).not.toContain('Preferred')
    expect(render('booked', 'sms', chosen).text).toContain(
      "You're booked: Ada, Wed, Mar 4, arriving 10 AM-12 PM.",
    )
  })

  test('that a booking still has to be confirmed, before anything else', () => {
    const chosen = { preferredDate: '2026-03-04', preferredTime: '10:00-12:00', confirmBy: 1 }
    const asked = { ...brand, confirmUrl: 'https://truckroll.example/book/confirm/abc' }
    const read = (channel: 'email' | 'sms') =>
      renderMessage(
        checkMessage('booked', channel, { ...sampleData('Ada').booked, ...chosen }),
        channel,
        asked,
        null,
      )
    const { subject, text } = read('email')
    expect(subject).toBe('Please confirm your booking: Wed, Mar 4, arriving 10 AM–12 PM')
    expect(text).toContain('Almost done: confirm your booking')
    expect(`${text} ${read('sms').text}`).not.toMatch(/You.re booked/)
    expect(read('sms').text).toContain('We have your booking: Ada, Wed, Mar 4, arriving 10 AM-12 PM.')
    expect(read('sms').text).toContain('Please confirm: https://truckroll.example/book/confirm/abc')
  })

  test('hours of their own as a preference, because we never offered them', () => {
    const { subject, text } = render('booked', 'email', {
      preferredDate: '2026-03-04',
      preferredTime: '13:15-13:45',
    })
    expect(subject).toBe('Your booking with Truckroll Denver')
    expect(text).toContain('Preferred time: 1:15–1:45 PM\n')
  })

  test('when the technician arrives, in local time', () => {
    expect(render('scheduled', 'email').text).toContain('Date: Tuesday, March 3\nTime: 9:00 AM\n')
    expect(render('scheduled', 'email', { moved: true }).subject).toBe(
      'New time for your visit: Tuesday, March 3, 9:00 AM',
    )
    expect(render('scheduled', 'sms').text).toBe(
      'Truckroll Denver: Your visit is confirmed: Ada, Tuesday, March 3, 9:00 AM. Details: https://truckroll.example/book/done/abc',
    )
  })

  test('the refund, or nothing about one when there is none', () => {
    expect(render('cancelled', 'email').text).toContain('Refund: $129.99')
    expect(render('cancelled', 'sms').text).toContain("We're refunding $129.99.")
    expect(render('cancelled', 'email', { refundCents: null }).text).not.toContain('efund')
    expect(render('cancelled', 'sms', { refundCents: null }).text).not.toContain('efund')
  })

  test('where to pay the invoice', () => {
    expect(render('invoice', 'email').text).toContain('View and pay invoice: https://truckroll.example/i/abc')
    expect(render('invoice', 'sms').text).toBe(
      'Truckroll Denver: Invoice DEN-2026-0001, $129.99. https://truckroll.example/i/abc',
    )
    expect(() => render('invoice', 'email', { url: 'javascript:alert(1)' })).toThrow('url:')
  })

  test('the code', () => {
    expect(render('verify-code', 'email').text).toContain('\n123456\n')
  })

  test('how to reach the franchise', () => {
    expect(render('completed', 'email').text).toContain(
      'Truckroll Denver\n(303) 555-0100\ndenver@truckroll.example\n1420 Larimer St, Denver, CO 80202\n',
    )
  })
})

test('a bulk text says how to stop and is never too long', () => {
  const { text } = render('campaign', 'sms', { text: 'x'.repeat(5_000) })
  expect(text).toEndWith('\nReply STOP to opt out.')
  expect(text).toHaveLength(1_600)
})

test('an ops notice shows its data as a table', () => {
  const { subject, text, html } = render('ops-deploy', 'email', {
    title: 'v1.4 is out',
    deployedBy: 'Ada',
    commits: 12,
    url: 'https://hosting.example/d/1',
  })
  expect(subject).toBe('[Truckroll Denver] Deployment: v1.4 is out')
  expect(text).toContain('Deployed by: Ada\nCommits: 12')
  expect(html).toContain('href="https://hosting.example/d/1"')
})
