import { describe, expect, test } from 'bun:test'
import type { Job } from '../../../src/modules/jobs/model'
import type { DispatchAction } from '../../../src/modules/scheduling/dispatch/model'
import { hoursText, type WorkerHours } from '../../../src/web/admin/dispatch/hours'
import {
  groupWorkers,
  isVisit,
  plannedOn,
  visitsOn,
  freeRow,
  stack,
  type ZoneOfRow,
} from '../../../src/web/admin/dispatch/lane-visits'
import { show } from '../../../src/web/admin/reports/sheet'

test("canceled visits and jobs billed without a visit aren't on the board", () => {
  const seen = (job: Partial<Job>) => isVisit({ status: 'completed', completedAt: null, ...job } as Job)
  expect(seen({ completedAt: '2026-03-02T16:00:00.000Z' })).toBe(true)
  expect(seen({ status: 'scheduled' })).toBe(true)
  expect(seen({})).toBe(false)
  expect(seen({ status: 'cancelled' })).toBe(false)
})

describe('overlapping visits', () => {
  test('are stacked, and others share a row', () => {
    const { rows, placed } = stack([
      { id: 'c', start: 660, end: 720 },
      { id: 'a', start: 540, end: 600 },
      { id: 'b', start: 570, end: 660 },
    ])
    expect(rows).toBe(2)
    expect(placed.map(({ id, row }) => [id, row])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ])
    expect(stack([])).toEqual({ rows: 1, placed: [] })
  })

  test('a visit on its way covers no other one while a row is free', () => {
    const others = [
      { date: '2026-03-03', start: 660, end: 765, row: 1 },
      { date: '2026-03-03', start: 480, end: 540, row: 0 },
    ]
    const at = (start: number) => ({ date: '2026-03-03', start, end: start + 60 })
    expect(freeRow(at(660), 2, others)).toBe(0)
    expect(freeRow(at(510), 2, others)).toBe(1)
    expect(freeRow(at(660), 2, [...others, { date: '2026-03-03', start: 600, end: 720, row: 0 }])).toBeNull()
    expect(freeRow({ ...at(510), date: '2026-03-04' }, 2, others)).toBe(0)
    // In the week view each visit takes its whole day.
    expect(freeRow(at(900), 3, others, true)).toBe(2)
  })
})

describe("a worker's day in words", () => {
  const usual: WorkerHours = {
    workerId: 'w',
    timeZone: 'America/Denver',
    closed: false,
    shifts: [{ start: '08:00', end: '16:30' }],
    timeOff: [],
    overtimeMinutes: 0,
  }

  test('shows shifts and time off as clock times', () => {
    expect(hoursText(usual)).toBe('8:00 AM–4:30 PM')
    const dentist = { start: '12:00', end: '13:00', reason: 'Dentist' }
    expect(hoursText({ ...usual, timeOff: [dentist] })).toBe('8:00 AM–4:30 PM, off 12–1 PM')
    const evening = { start: '20:00', end: '24:00', reason: null }
    expect(hoursText({ ...usual, timeOff: [evening] })).toBe('8:00 AM–4:30 PM')
  })

  test('says in a word that nobody is working', () => {
    const away = { start: '00:00', end: '24:00', reason: null }
    expect(hoursText({ ...usual, timeOff: [away] })).toBe('Time off')
    const sick = { start: '07:00', end: '24:00', reason: null }
    expect(hoursText({ ...usual, timeOff: [sick] })).toBe('Time off')
    expect(hoursText({ ...usual, shifts: [] })).toBe('Not working')
    expect(hoursText({ ...usual, closed: true })).toBe('Closed')
    expect(hoursText(undefined)).toBe('')
  })
})

test('the board shows active workers by franchise and name, and anyone who still has a visit', () => {
  const worker = (id: string, franchiseId: string | null, active = true) => ({
    id,
    name: id,
    franchiseId,
    active,
  })
  const all = [worker('zoe', 'b'), worker('ben', 'a'), worker('amy', 'b'), worker('gone', 'a', false)]
  const shown = (franchiseId: string, busy: string[] = []) =>
    groupWorkers(all as never, franchiseId, new Set(busy)).map(({ franchiseId: id, workers }) => [
      id,
      workers.map(({ name }) => name),
    ])
  expect(shown('')).toEqual([
    ['a', ['ben']],
    ['b', ['amy', 'zoe']],
  ])
  expect(shown('b', ['gone'])).toEqual([
    ['a', ['gone']],
    ['b', ['amy', 'zoe']],
  ])
})

test("a report's months have readable names", () => {
  expect([show('2026-03', 'month'), show('2026-03', 'text')]).toEqual(['Mar 2026', '2026-03'])
})

describe('a row shows one time zone:', () => {
  const portland = {
    id: 'j',
    franchiseId: 'portland',
    workerId: 'priya',
    scheduledStart: '2026-03-03T22:30:00.000Z',
    scheduledEnd: '2026-03-03T23:45:00.000Z',
  } as Job
  const zoneOfRow: ZoneOfRow = (workerId) => (workerId === 'priya' ? 'America/Denver' : 'America/Los_Angeles')

  test("a visit elsewhere appears at its moment in the worker's time zone", () => {
    const own = { ...portland, workerId: null }
    expect(visitsOn('2026-03-03', [portland, own], zoneOfRow)).toMatchObject([
      { workerId: 'priya', timeZone: 'America/Denver', start: 15 * 60 + 30, end: 16 * 60 + 45 },
      { workerId: null, timeZone: 'America/Los_Angeles', start: 14 * 60 + 30 },
    ])
  })

  test('a visit past midnight appears on both days, each with its own part', () => {
    const night = {
      ...portland,
      scheduledStart: '2026-03-04T06:00:00.000Z',
      scheduledEnd: '2026-03-04T09:00:00.000Z',
    }
    const parts = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map((date) =>
      visitsOn(date, [night], zoneOfRow).map(({ start, end }) => [start, end]),
    )
    expect(parts).toEqual([[], [[23 * 60, 24 * 60]], [[0, 120]], []])
    const untilMidnight = { ...night, scheduledEnd: '2026-03-04T07:00:00.000Z' }
    expect(visitsOn('2026-03-04', [untilMidnight], zoneOfRow)).toEqual([])
  })

  test('a visit for two technicians is in the rows of both, each in its own time zone', () => {
    const pair = { ...portland, secondWorkerId: 'sam' }
    expect(visitsOn('2026-03-03', [pair], zoneOfRow)).toMatchObject([
      { workerId: 'priya', partner: { id: 'sam', isLead: false }, start: 15 * 60 + 30 },
      { workerId: 'sam', partner: { id: 'priya', isLead: true }, start: 14 * 60 + 30 },
    ])
  })

  test('and so does a proposed visit', () => {
    const { scheduledStart: start, scheduledEnd: end } = portland
    const planned = [{ jobId: 'j', worker: 'priya', second: null, start, end }] as DispatchAction[]
    expect(plannedOn('2026-03-03', planned, [portland], zoneOfRow)).toMatchObject([
      { planned: true, workerId: 'priya', start: 15 * 60 + 30 },
    ])
  })
})
