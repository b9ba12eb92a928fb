import { describe, expect, test } from 'bun:test'
import { slotWords, windowWords } from '../../src/web/book/words'

describe('a time window in words', () => {
  test.each([
    ['morning', 'Morning'],
    ['08:00-10:00', '8 – 10 AM'],
    ['10:00-12:00', '10 AM – noon'],
    ['12:00-14:00', 'noon – 2 PM'],
    ['12:30-14:00', '12:30 – 2 PM'],
    ['18:30-20:00', '6:30 – 8 PM'],
    ['22:00-24:00', '10 PM – 12 AM'],
    ['10-12', '10 AM – noon'],
    ['13-15', '1 – 3 PM'],
    ['after lunch', 'after lunch'],
  ])('%s is %s', (label, words) => {
    expect(windowWords(label).short).toBe(words)
  })

  test('follows its day', () => {
    expect(slotWords('2026-03-03', 'afternoon')).toBe('Tuesday, March 3, afternoon')
    expect(slotWords('2026-03-03', '08:00-10:00')).toBe('Tuesday, March 3, 8 – 10 AM')
    expect(slotWords('2026-03-03', null)).toBe('Tuesday, March 3')
  })
})
