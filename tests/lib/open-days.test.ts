import { expect, test } from 'bun:test'
import { isOpenDay, openDays } from '../../src/lib/calendar'

const always = { closed: new Set<string>() }

test('open days are Monday to Saturday, except closed days', () => {
  expect(openDays('2026-03-06', 3, always)).toEqual(['2026-03-06', '2026-03-07', '2026-03-09'])
  expect(openDays('2026-03-06', 2, { closed: new Set(['2026-03-07']) })).toEqual(['2026-03-06', '2026-03-09'])
  expect(isOpenDay(Temporal.PlainDate.from('2026-03-08'), always)).toBe(false)
})

test('open days are the weekdays on which someone works, when those are known', () => {
  expect(openDays('2026-03-06', 2, { ...always, weekdays: new Set([2]) })).toEqual([
    '2026-03-10',
    '2026-03-17',
  ])
})

test('the search for open days ends when nothing is ever open', () => {
  expect(openDays('2026-03-06', 2, { ...always, weekdays: new Set() })).toEqual([])
})
