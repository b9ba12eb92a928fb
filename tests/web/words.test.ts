import { describe, expect, test } from 'bun:test'
import { inWords, slotWords, visitTime, windowWords } from '../../src/web/book/words'

describe('an arrival window in words', () => {
  test.each([
    ['morning', 'Morning', 'Mañana'],
    ['08:00-10:00', '8–10 AM', '8–10 a.m.'],
    ['10:00-12:00', '10 AM–12 PM', '10 a.m.–12 p.m.'],
    ['12:00-14:00', '12–2 PM', '12–2 p.m.'],
    ['18:30-20:00', '6:30–8:00 PM', '6:30–8:00 p.m.'],
    ['10-12', '10 AM–12 PM', '10 a.m.–12 p.m.'],
    ['after lunch', 'after lunch', 'after lunch'],
    ['toString', 'toString', 'toString'],
  ])('%s is %s, in Spanish %s', (label, english, spanish) => {
    expect(windowWords('en', label).name).toBe(english)
    expect(windowWords('es', label).name).toBe(spanish)
  })

  test('follows its day', () => {
    expect(inWords(slotWords('en', '2026-03-03', 'afternoon'))).toBe('Tuesday, March 3, in the afternoon')
    expect(inWords(slotWords('en', '2026-03-03', '08:00-10:00'))).toBe('Tue, Mar 3, arriving 8–10 AM')
    expect(inWords(slotWords('en', '2026-03-03', null))).toBe('Tuesday, March 3')
    expect(inWords(slotWords('es', '2026-03-03', 'afternoon'))).toBe('martes 3 de marzo, por la tarde')
  })
})

describe('the time of a visit', () => {
  test('is told in the time zone of the place', () => {
    const start = Date.parse('2026-03-09T17:00:00Z')
    expect(inWords(visitTime('en', start, 'America/Denver'))).toBe('Monday, March 9, 11:00 AM')
    expect(inWords(visitTime('es', start, 'America/Denver'))).toBe('lunes 9 de marzo, 11:00 a.m.')
  })
})

test.each(['toString', 'constructor', '__proto__', 'after lunch'])(
  'a window labeled %p is shown as written',
  (label) => {
    expect(windowWords('en', label).name).toBe(label)
    expect(windowWords('es', label).name).toBe(label)
  },
)
