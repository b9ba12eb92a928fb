import { expect, test } from 'bun:test'
import { listPriceOf } from '../../../src/web/admin/jobs/job-fields'
import { readingOf, timeSuggestions, wishText } from '../../../src/web/admin/shared/wanted-time'
import { actorName } from '../../../src/web/admin/shared/words'

test("a requested time shows how it's understood", () => {
  expect(readingOf('1pm-5pm')).toBe('We read this as 1 PM – 5 PM')
  expect(readingOf('after 3pm')).toBe('We read this as after 3 PM')
  expect(readingOf('before noon')).toBe('We read this as before 12 PM')
  expect(readingOf('flexible')).toBe('We read this as any time')
  expect(readingOf('after lunch')).toBe('We do not understand this; the visit may come at any time')
  expect(readingOf(' ')).toBe('Left empty, the visit may come at any time')
})

test('every suggested window is understood as what it says', () => {
  for (const { words, meaning } of timeSuggestions)
    expect(readingOf(words)).toBe(`We read this as ${meaning}`)
  expect(timeSuggestions[1]).toEqual({ words: '08:00-10:00', meaning: '8 AM – 10 AM' })
})

test('a requested time reads naturally', () => {
  expect(wishText({ preferredDate: '2026-11-19', preferredTime: '08:00-10:00' })).toBe(
    'Thu, Nov 19, 2026, 8 AM – 10 AM',
  )
  expect(wishText({ preferredDate: null, preferredTime: 'after lunch' })).toBe('after lunch')
  expect(wishText({ preferredDate: null, preferredTime: null })).toBe('')
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
    'The customer',
    'Kim',
  ])
})
