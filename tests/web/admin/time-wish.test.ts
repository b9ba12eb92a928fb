import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test'
import { listPriceOf } from '../../../src/web/admin/jobs/job-fields'
import { readingOf, timeSuggestions, preferredTimeText } from '../../../src/web/admin/shared/wanted-time'
import { actorName } from '../../../src/web/admin/shared/words'

beforeAll(() => void setSystemTime(new Date('2026-11-15T12:00:00Z')))
afterAll(() => void setSystemTime())

test("a requested time shows how it's understood", () => {
  expect(readingOf('1pm-5pm')).toBe('Means 1–5 PM')
  expect(readingOf('after 3pm')).toBe('Means after 3 PM')
  expect(readingOf('before noon')).toBe('Means before 12 PM')
  expect(readingOf('flexible')).toBe('Means any time')
  expect(readingOf('after lunch')).toBe("We don't recognize this, so it counts as any time")
  expect(readingOf(' ')).toBe('Leave blank for any time')
})

test('every suggested window is understood as what it says', () => {
  for (const { words, meaning } of timeSuggestions) expect(readingOf(words)).toBe(`Means ${meaning}`)
  expect(timeSuggestions[1]).toEqual({ words: '08:00-10:00', meaning: '8–10 AM' })
})

test('a requested time reads naturally', () => {
  expect(preferredTimeText({ preferredDate: '2026-11-19', preferredTime: '08:00-10:00' })).toBe(
    'Thu, Nov 19, 8–10 AM',
  )
  expect(preferredTimeText({ preferredDate: null, preferredTime: '13-15' })).toBe('1–3 PM')
  expect(preferredTimeText({ preferredDate: '2026-11-19', preferredTime: 'any' })).toBe('Thu, Nov 19')
  expect(preferredTimeText({ preferredDate: '2027-01-05', preferredTime: 'any' })).toBe('Tue, Jan 5, 2027')
  expect(preferredTimeText({ preferredDate: null, preferredTime: 'after lunch' })).toBe('after lunch')
  expect(preferredTimeText({ preferredDate: null, preferredTime: null })).toBe('')
})

test('a chosen service fills in its list price, if it has one', () => {
  const services = [
    { label: 'Gutters', listPrice: 189.5 },
    { label: 'Roof', listPrice: null },
  ]
  expect(listPriceOf(services, 'Gutters')).toEqual({ price: '189.5' })
  expect(listPriceOf(services, 'Roof')).toEqual({})
  expect(listPriceOf(services, '')).toEqual({})
})

test('automatic actions are described in words', () => {
  const nobody = { workers: [] }
  expect(['truckroll', 'public', 'hq:Kim'].map((actor) => actorName(actor, nobody))).toEqual([
    'Automatic',
    'Customer',
    'Kim',
  ])
})
