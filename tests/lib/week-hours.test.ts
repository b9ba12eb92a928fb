import { expect, test } from 'bun:test'
import { minuteOfDay, overlapsIn, timeOfDay } from '../../src/lib/hours'

test('a time of day converts to minutes from midnight and back', () => {
  for (let minute = 0; minute <= 1440; minute++) expect(minuteOfDay(timeOfDay(minute))).toBe(minute)
  for (const text of ['24:01', '25:00', '12:60', '8:00', '08:0', '08:00:00', '', 'noon', '-1:00', '０８:00'])
    expect(minuteOfDay(text)).toBeNull()
})

test('shifts overlap only within a day, and may touch', () => {
  const shift = (weekday: number, startMinute: number, endMinute: number) => ({
    weekday,
    startMinute,
    endMinute,
  })
  expect(overlapsIn([shift(1, 480, 720), shift(1, 720, 1020), shift(2, 480, 720)])).toEqual([])
  expect(overlapsIn([shift(1, 0, 1440), shift(2, 0, 1440)])).toEqual([])
  expect(overlapsIn([shift(1, 600, 720), shift(1, 480, 601)])).toEqual([0])
  expect(overlapsIn([shift(1, 0, 1440), shift(1, 60, 120), shift(1, 600, 660)])).toEqual([1, 2])
  expect(overlapsIn([shift(3, 60, 120), shift(3, 60, 120)])).toEqual([1])
})
