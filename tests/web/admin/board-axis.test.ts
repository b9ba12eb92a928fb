import { describe, expect, test } from 'bun:test'
import {
  acrossOf,
  datesOf,
  endAt,
  landingAt,
  nowShare,
  shareAt,
  stepFrom,
  timeAt,
  type Axis,
} from '../../../src/web/admin/dispatch/axis'

const monday = '2026-03-02'
const [tuesday, wednesday] = ['2026-03-03', '2026-03-04'] as const
const day: Axis = { dates: [tuesday], hours: { first: 7, last: 19 }, unit: 'quarter' }
const three: Axis = { ...day, dates: [monday, tuesday, wednesday] }
const week: Axis = { ...day, dates: datesOf('week', wednesday), unit: 'day' }
const at = (date: string, time: string) => ({ date, minutes: minutes(time) })
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

test('a week starts on Monday, and the other views on the chosen day', () => {
  expect(datesOf('week', '2026-03-08')[0]).toBe(monday)
  expect(datesOf('week', monday)).toHaveLength(7)
  expect(datesOf('three', tuesday)).toEqual([tuesday, wednesday, '2026-03-05'])
  expect(datesOf('day', tuesday)).toEqual([tuesday])
})

describe('a visit', () => {
  test('is drawn at its hours, cut at the edges of its day', () => {
    const narrow = { ...day, hours: { first: 7, last: 17 } }
    expect(acrossOf(narrow, tuesday, { start: 480, end: 600 })).toEqual({ left: '10%', width: '20%' })
    expect(acrossOf(day, tuesday, { start: 0, end: 1440 })).toEqual({ left: '0%', width: '100%' })
    expect(acrossOf(three, tuesday, { start: 420, end: 780 })).toEqual({
      left: '33.3333%',
      width: '16.6667%',
    })
  })

  test('takes its whole day in the week view', () => {
    expect(acrossOf(week, tuesday, { start: 480, end: 600 })).toEqual({ left: '14.2857%', width: '14.2857%' })
  })

  test('lands on the quarter hour', () => {
    expect(timeAt(day, 0)).toEqual(at(tuesday, '07:00'))
    expect(timeAt(day, 0.5)).toEqual(at(tuesday, '13:00'))
    expect(timeAt(day, 0.5 + 8 / 720)).toEqual(at(tuesday, '13:15'))
    expect(timeAt(three, 0.5)).toEqual(at(tuesday, '13:00'))
    expect(timeAt(day, -3)).toEqual(at(tuesday, '07:00'))
    expect(timeAt({ ...day, hours: { first: 7, last: 24 } }, 1)).toEqual(at(tuesday, '23:45'))
  })
})

describe('dragging', () => {
  const from = at(tuesday, '09:10')
  const share = shareAt(day, from.date, from.minutes)!

  test('straight down keeps the time, even off the quarter hour', () => {
    expect(landingAt(day, share, from)).toEqual(from)
    expect(landingAt(day, share + 7 / 720, from)).toEqual(from)
  })

  test('sideways lands on the quarter hour nearest to the left edge', () => {
    expect(landingAt(day, share + 60 / 720, from)).toEqual(at(tuesday, '10:15'))
    expect(landingAt(day, share - 25 / 720, from)).toEqual(at(tuesday, '08:45'))
    expect(landingAt(day, 0.5, null)).toEqual(at(tuesday, '13:00'))
  })

  test('in the week view changes the day and keeps the time', () => {
    const left = shareAt(week, tuesday, 0)!
    expect(landingAt(week, left, from)).toEqual(from)
    expect(landingAt(week, left + 1 / 7, from)).toEqual(at(wednesday, '09:10'))
    expect(landingAt(week, left - 0.4 / 7, from)).toEqual(from)
  })

  test('an end makes the visit longer or shorter, and never shorter than a quarter hour', () => {
    const end = (time: string) => endAt(day, shareAt(day, tuesday, minutes(time))!, from)
    expect(end('11:00')).toBe(minutes('11:00'))
    expect(end('08:00')).toBe(minutes('09:25'))
    expect(endAt(three, 1, from)).toBe(24 * 60)
  })
})

describe('a step by keyboard', () => {
  test('goes to the next quarter hour', () => {
    expect(stepFrom(day, at(tuesday, '09:00'), 15)).toEqual(at(tuesday, '09:15'))
    expect(stepFrom(day, at(tuesday, '09:10'), 15)).toEqual(at(tuesday, '09:15'))
    expect(stepFrom(day, at(tuesday, '09:10'), -15)).toEqual(at(tuesday, '09:00'))
  })

  test('goes on with the next day, and stops at the ends of the board', () => {
    expect(stepFrom(three, at(tuesday, '18:45'), 15)).toEqual(at(wednesday, '07:00'))
    expect(stepFrom(three, at(tuesday, '07:00'), -15)).toEqual(at(monday, '18:45'))
    expect(stepFrom(day, at(tuesday, '18:45'), 15)).toEqual(at(tuesday, '18:45'))
    expect(stepFrom(week, at(tuesday, '09:10'), 15)).toEqual(at(wednesday, '09:10'))
    expect(stepFrom(week, at('2026-03-08', '09:10'), 15)).toEqual(at('2026-03-08', '09:10'))
  })
})

test('the line of the current time follows the time zone of the row, and is only on the board of today', () => {
  const noonInDenver = Date.parse('2026-03-03T19:00:00Z')
  expect(nowShare(day, noonInDenver, 'America/Denver')).toBeCloseTo(5 / 12)
  expect(nowShare(day, noonInDenver, 'America/Los_Angeles')).toBeCloseTo(4 / 12)
  expect(nowShare({ ...day, dates: [wednesday] }, noonInDenver, 'America/Denver')).toBeNull()
  expect(nowShare(day, Date.parse('2026-03-04T05:00:00Z'), 'America/Denver')).toBeNull()
})
