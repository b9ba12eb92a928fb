import type { Brand } from '../../../../src/modules/messages/templates/template'

export const brand: Brand = {
  name: 'Truckroll Denver',
  color: '#1f6f54',
  logoUrl: null,
  phone: '303-555-0100',
  email: 'denver@truckroll.example',
  postalAddress: '1420 Larimer St, Denver, CO 80202',
  site: 'https://truckroll.example',
  bookingUrl: 'https://truckroll.example/book/done/abc',
  confirmUrl: null,
  planUrl: null,
  links: {
    visit: 'https://truckroll.example/visit/abc',
    change: 'https://truckroll.example/my?change=TR-7K2Q9',
    track: 'https://truckroll.example/track/abc',
    rate: 'https://truckroll.example/rate/abc',
  },
  language: 'en',
  paysOnline: true,
  timeZone: 'America/Denver',
  card: { brand: 'visa', last4: '4242' },
  simulated: false,
  reference: null,
}

const start = Date.parse('2026-03-03T16:00:00Z')

/** Data for every template, with one stranger's text wherever a stranger can write. */
export function sampleData(words: string): Record<string, Record<string, unknown>> {
  const visit = { name: words, type: words, address: words }
  const planned = { ...visit, start, end: start + 7_200_000, timeZone: 'America/Denver', workerName: words }
  const prices = {
    priceCents: 14_000,
    discountCents: 2_000,
    creditCents: 500,
    taxCents: 999,
    taxBasisPoints: 869,
    totalCents: 12_499,
    promoCode: words,
  }
  return {
    'verify-code': { code: '123456' },
    'staff-code': { code: '123456' },
    'staff-invitation': {
      name: words,
      invitedBy: words,
      link: 'https://truckroll.example/admin#code=hU3wZ1kq9yQ0oT5m',
    },
    'work-link': {
      name: words,
      link: 'https://truckroll.example/work#code=hU3wZ1kq9yQ0oT5m',
      until: start,
      timeZone: 'America/Denver',
    },
    'work-visit': {
      kind: 'moved',
      start,
      timeZone: 'America/Denver',
      url: 'https://truckroll.example/work',
    },
    booked: { ...visit, preferredDate: words, preferredTime: words, total: 12_999 },
    scheduled: { ...planned, prices },
    reminder: planned,
    'on-the-way': { ...visit, workerName: words },
    unscheduled: visit,
    'new-time': { ...visit, offeredDate: words, offeredWindow: words },
    missed: visit,
    completed: { ...visit, total: 12_999 },
    cancelled: { ...visit, refundCents: 12_999 },
    receipt: { name: words, type: words, amountCents: 12_999 },
    repriced: { name: words, type: words, beforeCents: 9_999, totalCents: 12_999 },
    refunded: { name: words, type: words, refundCents: 12_999 },
    'card-request': { name: words, url: 'https://truckroll.example/card/abc' },
    'card-saved': { name: words, brand: 'visa', last4: '4242', expMonth: 4, expYear: 2029 },
    invoice: {
      name: words,
      number: 'DEN-2026-0001',
      totalCents: 12_999,
      dueDate: '2026-04-01',
      url: 'https://truckroll.example/i/abc',
      lines: [{ label: words, amountCents: 12_999 }],
    },
    'charge-failed': {
      name: words,
      type: words,
      amountCents: 12_999,
      nextTry: start,
      timeZone: 'America/Denver',
    },
    plan: {
      ...visit,
      totalCents: 13_577,
      taxCents: 578,
      intervalMonths: 3,
      nextDate: '2026-04-01',
    },
    'onboarding-welcome': { name: words, franchise: words },
    'onboarding-setup': { name: words, franchise: words },
    'onboarding-first-job': { name: words, franchise: words },
    'follow-up': { name: words, type: words },
    campaign: {
      name: words,
      email: 'ada@lovelace.dev',
      subject: 'Hello {name}',
      text: 'Dear {name},\n\nsee you!',
    },
    reply: { subject: 'Your visit', text: 'We can come at 9.\n\nSee you then!', by: 'hq:dana' },
    'ops-handoff': { title: words, from: words },
    'ops-deploy': { title: words, version: words },
    'ops-error': { message: words, nested: { deep: words } },
    'ops-revenue': { summary: words, total: 5 },
    'ops-alert': {
      kind: 'recovery',
      title: words,
      action: words,
      since: 1_772_463_600_000,
      endedAt: 1_772_465_000_000,
      timeZone: 'America/Denver',
      url: 'https://truckroll.example/admin?tab=health',
    },
    test: {},
  }
}
