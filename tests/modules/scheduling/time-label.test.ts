import { describe, expect, test } from 'bun:test'
import { array, assert, constantFrom, property, string } from 'fast-check'
import { timePreference } from '../../../src/lib/arrival-windows'
import { timeOfDay } from '../../../src/lib/hours'

/** `HH:MM-HH:MM`, or the word for a label that isn't a span. */
function understood(label: string | null): string {
  const wish = timePreference(label)
  return typeof wish === 'string' ? wish : `${timeOfDay(wish.from)}-${timeOfDay(wish.until)}`
}

const cases: [labels: string[], meaning: string][] = [
  [['morning', ' Morning ', 'MORNING', 'mornings', 'AM', 'a.m.'], '07:00-12:00'],
  [['afternoon', 'PM'], '12:00-17:00'],
  [['evening'], '17:00-21:00'],
  [['noon', 'midday'], '11:00-13:00'],
  [['', 'any', 'Anytime', 'any time', 'no preference', 'asap'], 'any'],
  [
    ['9-11', '9 - 11', '9–11', '9—11', '9 to 11', '9am-11am', '9 AM - 11 AM', '9-11am', '09-11'],
    '09:00-11:00',
  ],
  [
    ['09:00-11:00', '9:00-11:00', '9:00 a.m. to 11:00 a.m.', 'between 9 and 11', 'from 9 to 11'],
    '09:00-11:00',
  ],
  [['13-15', '13:00-15:00', '1-3', '1-3pm', '1pm-3pm', '1:00 PM–3:00 PM', '1 p.m. - 3 p.m.'], '13:00-15:00'],
  [['08:00-10:00', '8-10', '08.00-10.00', '8h00-10h00'], '08:00-10:00'],
  [['8:30-10:15', '8:30am-10:15am'], '08:30-10:15'],
  [['10-2', '10-2pm', '10am-2pm', '10-14'], '10:00-14:00'],
  [['11-1', '11am-1pm', '11-1pm'], '11:00-13:00'],
  [['12-2', '12pm-2pm', 'noon-2pm', 'noon to 2 pm'], '12:00-14:00'],
  [['9-5', '9am to 5pm', '9-17'], '09:00-17:00'],
  [['5-7', '17-19', '5pm-7pm'], '17:00-19:00'],
  [['01:00-03:00'], '01:00-03:00'],
  [['0-24', '00:00-24:00'], '00:00-24:00'],
  [['8pm-12am', '8pm-midnight'], '20:00-24:00'],
  [['after 3pm', 'after 15:00', 'after 3'], '15:00-24:00'],
  [['before noon', 'before 12', 'until 12pm'], '00:00-12:00'],
  [['9am', 'at 9 am', '09:00', 'around 9:00'], '09:00-10:00'],
  [['2pm', '14:00'], '14:00-15:00'],
]

describe('a time label is understood', () => {
  for (const [labels, meaning] of cases)
    test(`as ${meaning}: ${labels.join(', ')}`, () => {
      expect(Object.fromEntries(labels.map((label) => [label, understood(label)]))).toEqual(
        Object.fromEntries(labels.map((label) => [label, meaning])),
      )
    })

  test('as any time when there is none', () => expect(understood(null)).toBe('any'))
})

test("a label that isn't a time of day isn't guessed at", () => {
  const strange = [
    'teatime',
    '9',
    'tuesday',
    '25-27',
    '11am-9am',
    '13pm-14pm',
    '9:75-10',
    '0am-1am',
    '🌙',
    '9-11-13',
  ]
  for (const label of strange) expect([label, understood(label)]).toEqual([label, 'unknown'])
})

test('any text gets an answer', () => {
  assert(
    property(string({ maxLength: 30, unit: 'grapheme' }), (label) => {
      expect(understood(label)).toMatch(/^(any|unknown|\d\d:\d\d-\d\d:\d\d)$/)
    }),
    { numRuns: 500 },
  )
})

test('a label made of parts of times is a span within one day, or not understood', () => {
  const pieces = [
    '0',
    '1',
    '5',
    '9',
    '12',
    '17',
    '23',
    '24',
    ':30',
    ' am',
    ' pm',
    '-',
    ' to ',
    'after ',
    'noon',
  ]
  let spans = 0
  assert(
    property(array(constantFrom(...pieces), { maxLength: 6 }), (parts) => {
      const wish = timePreference(parts.join(''))
      if (typeof wish === 'string') return
      spans++
      expect(wish.from).toBeGreaterThanOrEqual(0)
      expect(wish.until).toBeGreaterThan(wish.from)
      expect(wish.until).toBeLessThanOrEqual(1440)
    }),
    { numRuns: 2_000 },
  )
  expect(spans).toBeGreaterThan(50)
})
