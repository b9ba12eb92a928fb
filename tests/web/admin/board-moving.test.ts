import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import type { Service } from '../../../src/modules/catalog/model'
import type { Job } from '../../../src/modules/jobs/model'
import type { Axis } from '../../../src/web/admin/dispatch/axis'
import type { DayLoad } from '../../../src/web/admin/dispatch/day'
import { driveBars, loadTexts, minutesOutside, sumLoads } from '../../../src/web/admin/dispatch/drives'
import type { LaneVisit } from '../../../src/web/admin/dispatch/lane-visits'
import {
  againstLunch,
  clashOf,
  isChange,
  minutesFor,
  nudge,
  placeText,
  techniciansAfter,
  type Moving,
} from '../../../src/web/admin/dispatch/moving'
import { byUrgency, urgencyOf } from '../../../src/web/admin/dispatch/urgency'

beforeAll(() => void setSystemTime(new Date('2026-03-03T16:00:00Z')))
afterAll(() => void setSystemTime())

const date = '2026-03-03'
const axis: Axis = { dates: [date], hours: { first: 7, last: 19 }, unit: 'quarter' }
const rows = [null, 'amy', 'ben'].map((workerId) => ({ workerId, timeZone: 'UTC' }))
const job = {
  id: 'j',
  customerName: 'Jo Park',
  type: 'Gutter cleaning',
  status: 'scheduled',
  scheduledStart: `${date}T17:00:00.000Z`,
  scheduledEnd: `${date}T18:00:00.000Z`,
  busyUntil: `${date}T18:15:00.000Z`,
} as Job
const from = { workerId: 'amy', date, minutes: 17 * 60, timeZone: 'UTC' }
const moving: Moving = {
  job,
  kind: 'move',
  by: 'keyboard',
  from,
  to: from,
  length: 60,
  isOff: false,
  partner: null,
  isProposed: false,
}

describe('a key', () => {
  const pressed = (...keys: Parameters<typeof nudge>[1][]) =>
    keys.reduce((held, key) => nudge(held, key, false, axis, rows), moving)

  test('moves the visit by a quarter hour or to the next technician', () => {
    expect(placeText(pressed('ArrowRight'))).toBe('Tue, Mar 3, 5:15–6:15 PM')
    expect(pressed('ArrowDown').to).toEqual({ ...from, workerId: 'ben' })
    expect(pressed('ArrowUp', 'ArrowUp', 'ArrowUp').to?.workerId).toBeNull()
    expect(pressed('ArrowDown', 'ArrowDown').to?.workerId).toBe('ben')
  })

  test('with Shift makes it longer or shorter, but never shorter than a quarter hour', () => {
    expect(nudge(moving, 'ArrowRight', true, axis, rows).length).toBe(75)
    expect(nudge({ ...moving, length: 15 }, 'ArrowLeft', true, axis, rows).length).toBe(15)
  })
})

describe('dropping a visit', () => {
  test('changes nothing where it was, and something everywhere else', () => {
    expect(isChange(moving)).toBe(false)
    expect(isChange({ ...moving, to: { ...from, minutes: 0 } })).toBe(true)
    expect(isChange({ ...moving, length: 75 })).toBe(true)
    expect(isChange({ ...moving, to: null })).toBe(false)
    expect(isChange({ ...moving, to: null, isOff: true })).toBe(true)
    expect(isChange({ ...moving, to: null, isOff: true, isProposed: true })).toBe(true)
    expect(
      isChange({ ...moving, job: { ...job, status: 'pending' }, from: null, to: null, isOff: true }),
    ).toBe(false)
  })

  test('is refused where the technician has another visit, its buffer included', () => {
    const other = {
      workerId: 'amy',
      job: {
        ...job,
        id: 'other',
        scheduledStart: `${date}T19:00:00.000Z`,
        busyUntil: `${date}T20:15:00.000Z`,
      },
    } as LaneVisit
    const at = (minutes: number, workerId: string | null = 'amy') =>
      clashOf({ ...moving, to: { ...from, workerId, minutes } }, [other])?.job.id ?? null
    expect(at(17 * 60 + 45)).toBeNull()
    expect(at(18 * 60)).toBe('other')
    expect(at(20 * 60)).toBe('other')
    expect(at(20 * 60 + 15)).toBeNull()
    expect([at(19 * 60, 'ben'), at(19 * 60, null)]).toEqual([null, null])
    expect(clashOf(moving, [{ ...other, job }])).toBeNull()
  })
})

test('moving a visit onto a lunch break names whose it is', () => {
  const day = {
    date,
    availableMinutes: 480,
    bookedMinutes: 0,
    legs: [],
    lunch: { start: '12:00', end: '12:30' },
  }
  const loadOn = (_: string, id: string) => (id === 'amy' ? day : { ...day, lunch: null })
  const names = { workerName: (id: string | null) => (id === 'amy' ? 'Amy' : 'Ben') }
  const at = (minutes: number, workerId = 'amy') =>
    againstLunch({ ...moving, to: { ...from, workerId, minutes } }, { loadOn }, names)
  expect(at(12 * 60 - moving.length)).toEqual([])
  expect(at(12 * 60 - moving.length + 15)).toEqual(['Amy has lunch 12:00–12:30 PM.'])
  expect(at(12 * 60 + 15)).toEqual(['Amy has lunch 12:00–12:30 PM.'])
  expect(at(12 * 60 + 30)).toEqual([])
  expect(at(12 * 60, 'ben')).toEqual([])
  const withBen = {
    ...moving,
    partner: { id: 'amy', isLead: true },
    to: { ...from, workerId: 'ben', minutes: 720 },
  }
  expect(againstLunch(withBen, { loadOn }, names)).toEqual(['Amy has lunch 12:00–12:30 PM.'])
})

describe('moving a visit for two technicians', () => {
  const withBen: Moving = { ...moving, partner: { id: 'ben', isLead: false } }
  const to = { ...from, minutes: 19 * 60 }

  test('takes the other technician along, from either row', () => {
    expect(techniciansAfter({ ...withBen, to })).toEqual({ workerId: 'amy', secondWorkerId: 'ben' })
    const fromBen = { partner: { id: 'amy', isLead: true }, to: { ...to, workerId: 'cara' } }
    expect(techniciansAfter(fromBen)).toEqual({ workerId: 'amy', secondWorkerId: 'cara' })
    expect(techniciansAfter({ ...withBen, to: { ...to, workerId: null } })).toEqual({
      workerId: null,
      secondWorkerId: null,
    })
  })

  test('is refused where the other technician has another visit', () => {
    const other = {
      workerId: 'ben',
      job: {
        ...job,
        id: 'other',
        scheduledStart: `${date}T19:30:00.000Z`,
        busyUntil: `${date}T20:15:00.000Z`,
      },
    } as LaneVisit
    expect(clashOf({ ...withBen, to }, [other])).toBe(other)
    expect(clashOf({ ...moving, to }, [other])).toBeNull()
  })
})

test('a job without a visit takes as long as its service', () => {
  const service = {
    label: 'gutter cleaning',
    baseMinutes: 90,
    minutesPerFootStory: 0,
    extras: [] as Service['extras'],
  } as Service
  const waiting = {
    ...job,
    scheduledStart: null,
    scheduledEnd: null,
    gutterLength: null,
    stories: null,
    addOns: [],
  }
  expect(minutesFor(waiting, [service])).toBe(90)
  expect(minutesFor(waiting, [])).toBe(60)
  expect(minutesFor(job, [service])).toBe(60)
})

describe('the drives of a row', () => {
  const load: DayLoad = {
    date,
    availableMinutes: 480,
    bookedMinutes: 330,
    legs: [
      { from: null, to: 'a', minutes: 20 },
      { from: 'a', to: 'b', minutes: 40 },
      { from: 'b', to: null, minutes: 15 },
    ],
    lunch: null,
  }
  const visits = [
    { job: { id: 'a', scheduledEnd: null, busyUntil: null }, start: 540, end: 600 },
    { job: { id: 'b', scheduledEnd: null, busyUntil: null }, start: 630, end: 700 },
  ] as LaneVisit[]

  test('end at the first visit, follow every visit, and stand out when there is too little time', () => {
    expect(driveBars(visits, load).map(({ start, end, isTight }) => [start, end, isTight])).toEqual([
      [520, 540, false],
      [600, 640, true],
      [700, 715, false],
    ])
    expect(driveBars(visits, undefined)).toEqual([])
  })

  test('follow the buffer of the visit before, which takes time from them', () => {
    const buffered = { scheduledEnd: '2026-03-03T10:00:00.000Z', busyUntil: '2026-03-03T10:15:00.000Z' }
    const [first, second] = visits
    const day = [
      { ...first, job: { id: 'a', ...buffered } },
      { ...second, start: 645 },
    ] as LaneVisit[]
    expect(driveBars(day, load)[1]).toMatchObject({
      start: 600,
      end: 655,
      buffer: 15,
      room: 45,
      isTight: true,
    })
  })

  test('are summed up below the name', () => {
    expect(loadTexts(sumLoads([load]))).toEqual(['5 hr 30 min of 8 hr', '1 hr 15 min drive'])
    expect(loadTexts(sumLoads([{ ...load, legs: load.legs.slice(0, 1) }, undefined]))).toEqual([
      '5 hr 30 min of 8 hr',
      '20 min drive',
    ])
    expect(loadTexts(sumLoads([{ ...load, legs: [] }]))).toEqual(['5 hr 30 min of 8 hr'])
    expect(loadTexts(sumLoads([]))).toEqual([])
    expect(loadTexts(sumLoads([{ ...load, availableMinutes: 0 }]))).toEqual([
      '5 hr 30 min booked',
      '1 hr 15 min drive',
    ])
    expect(loadTexts(sumLoads([load]), 38)).toEqual([
      '5 hr 30 min of 8 hr',
      '38 min outside hours',
      '1 hr 15 min drive',
    ])
  })

  test('count the minutes after the last shift and on days off, but not of proposals', () => {
    const shifts = [
      { start: '08:00', end: '11:00' },
      { start: '11:30', end: '11:35' },
    ]
    const on = (date: string, planned = false) => visits.map((visit) => ({ ...visit, date, planned }))
    expect(minutesOutside(on('2026-03-02'), () => ({ shifts }))).toBe(5)
    expect(minutesOutside(on('2026-03-02'), () => undefined)).toBe(0)
    expect(minutesOutside([...on('2026-03-02'), ...on('2026-03-03')], () => ({ shifts }))).toBe(10)
    expect(minutesOutside(on('2026-03-02', true), () => ({ shifts }))).toBe(0)
    expect(minutesOutside(on('2026-03-02'), () => ({ shifts: [] }))).toBe(130)
  })
})

describe('jobs without a visit', () => {
  const waiting = (id: string, more: Partial<Job>) =>
    ({
      id,
      held: false,
      priority: 0,
      preferredDate: null,
      createdAt: '2026-03-03T10:00:00.000Z',
      franchiseId: null,
      ...more,
    }) as Job
  const [now, zone] = [Date.parse('2026-03-03T16:00:00Z'), 'UTC']

  test('are listed with the most urgent first and those on hold last', () => {
    const jobs = [
      waiting('held', { held: true, preferredDate: '2026-03-01' }),
      waiting('new', {}),
      waiting('later', { preferredDate: '2026-03-09' }),
      waiting('today', { preferredDate: '2026-03-03' }),
      waiting('forgotten', { createdAt: '2026-02-20T10:00:00.000Z' }),
      waiting('passed', { preferredDate: '2026-03-01' }),
      waiting('important', { priority: 5, preferredDate: '2026-03-20' }),
    ]
    const order = ['passed', 'today', 'important', 'forgotten', 'later', 'new', 'held']
    expect(byUrgency(jobs, now, () => zone).map(({ id }) => id)).toEqual(order)
  })

  test('say why they are urgent', () => {
    const text = (more: Partial<Job>) => urgencyOf(waiting('j', more), now, zone)?.text
    expect(text({ preferredDate: '2026-03-01' })).toBe('Passed 2 days ago')
    expect(text({ preferredDate: '2026-03-02' })).toBe('Passed yesterday')
    expect(text({ preferredDate: '2026-03-03' })).toBe('Today')
    expect(text({ createdAt: '2026-02-28T10:00:00.000Z' })).toBe('Waiting 3 days')
    expect([text({}), text({ held: true, preferredDate: '2026-03-01' })]).toEqual([undefined, undefined])
  })
})
