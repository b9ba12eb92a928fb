import { beforeAll, describe, expect, setSystemTime, test, afterAll } from 'bun:test'
import type { Service } from '../../../src/modules/catalog/model'
import type { Job } from '../../../src/modules/jobs/model'
import type { Worker } from '../../../src/modules/workforce/model'
import { objectionsTo } from '../../../src/web/admin/dispatch/objections'

beforeAll(() => void setSystemTime(new Date('2026-11-15T12:00:00Z')))
afterAll(() => void setSystemTime())

const job = {
  customerName: 'Dana Whitfield',
  type: 'gutter cleaning',
  franchiseId: 'denver',
  preferredDate: '2026-11-19',
  preferredTime: '08:00-10:00',
  scheduledStart: null,
  scheduledEnd: null,
  gutterLength: null,
  addOns: [] as string[],
  stories: null,
} as Job
const sam = { id: 'sam', name: 'Sam', franchiseId: 'denver', skills: ['Gutter'] } as Worker
const known = {
  workers: [sam, { ...sam, id: 'kim', name: 'Kim', franchiseId: null, skills: [] as string[] }],
  services: [
    {
      label: 'Gutter cleaning',
      baseMinutes: 90,
      minutesPerFootStory: 0,
      extras: [] as Service['extras'],
      skills: ['gutter'],
    } as Service,
  ],
  franchiseName: (id: string | null) => (id === null ? 'Headquarters' : 'Front Range'),
  zoneOf: () => 'America/Denver',
}
const shift = { start: '08:00', end: '17:00' }
const hours = ['sam', 'kim'].map((workerId) => ({
  workerId,
  timeZone: 'America/Denver',
  closed: false,
  shifts: [shift],
  timeOff: [] as { start: string; end: string; reason: string | null }[],
  overtimeMinutes: 0,
}))

const at = (time: string, workerId: string | null = 'sam', day = '2026-11-19') =>
  objectionsTo(job, { workerId, start: `${day}T${time}:00-07:00` }, known, hours)

describe('the objections to a place on the board', () => {
  test('are none within the requested time and the shift', () => {
    expect(at('08:00')).toEqual([])
    expect(at('09:45', null)).toEqual([])
  })

  test("include the customer's request, and a shift that is over", () => {
    expect(at('18:00')).toEqual([
      'The customer asked for Thu, Nov 19, 8–10 AM.',
      "This is outside Sam's shift: 8 AM–5 PM.",
    ])
    expect(at('09:00', 'sam', '2026-11-20')).toEqual(['The customer asked for Thu, Nov 19, 8–10 AM.'])
  })

  test('include a time that has passed, and a visit that should have begun', () => {
    expect(at('08:00', 'sam', '2026-11-14')).toContain('This time has already passed.')
    const due = { ...job, status: 'scheduled', scheduledStart: '2026-11-15T10:00:00.000Z' } as Job
    const later = { workerId: 'sam', start: '2026-11-19T09:00:00-07:00' }
    expect(objectionsTo(due, later, known, hours)).toEqual(['This visit was due Sun, Nov 15, 3:00 AM.'])
  })

  test('include a visit that would end after the shift', () => {
    expect(at('16:00')).toContain("This is outside Sam's shift: 8 AM–5 PM.")
    expect(at('15:30')).not.toContain("This is outside Sam's shift: 8 AM–5 PM.")
  })

  test('name the overtime, as far as it is allowed', () => {
    const until = (time: string, overtimeMinutes: number) =>
      objectionsTo(
        { ...job, preferredTime: null },
        { workerId: 'sam', start: `2026-11-19T${time}:00-07:00` },
        known,
        [{ ...hours[0]!, overtimeMinutes }],
      )
    expect(until('15:50', 30)).toEqual(['20 minutes of overtime for Sam.'])
    expect(until('16:45', 90)).toEqual(['1 hr 15 min of overtime for Sam.'])
    expect(until('15:31', 30)).toEqual(['1 minute of overtime for Sam.'])
    expect(until('15:50', 15)).toEqual(["This is outside Sam's shift: 8 AM–5 PM."])
    expect(until('07:50', 30)).toEqual(["This is outside Sam's shift: 8 AM–5 PM."])
    expect(until('17:10', 240)).toEqual(["This is outside Sam's shift: 8 AM–5 PM."])
  })

  test('include what it would break in the order of jobs', () => {
    const other = { jobId: 'other', status: 'scheduled' as const, gapMinutes: 0 }
    const repair = {
      ...other,
      service: 'Gutter repair',
      start: '2026-11-19T15:00:00.000Z',
      end: '2026-11-19T16:00:00.000Z',
    }
    const over = (change: Partial<Job>) =>
      objectionsTo(
        { ...job, ...change },
        { workerId: 'sam', start: '2026-11-19T08:30:00-07:00' },
        known,
        hours,
      )
    expect(over({ after: repair })).toEqual([
      'This comes after Gutter repair, which ends Thu, Nov 19, 9:00 AM.',
    ])
    expect(over({ after: { ...repair, status: 'pending', start: null, end: null } })).toEqual([
      "This comes after Gutter repair, which isn't scheduled yet.",
    ])
    expect(over({ after: { ...repair, end: '2026-11-18T22:00:00.000Z', gapMinutes: 1440 } })).toEqual([
      'This comes at least 1 day after Gutter repair, which ends Wed, Nov 18, 3:00 PM.',
    ])
    expect(over({ after: { ...repair, status: 'cancelled' } })).toEqual([])
    const paint = { ...other, service: 'Paint', start: '2026-11-19T16:00:00.000Z', end: null }
    expect(over({ followers: [paint] })).toEqual([
      'Paint is scheduled Thu, Nov 19, 9:00 AM and comes after this.',
    ])
    expect(over({ followers: [{ ...paint, start: '2026-11-19T18:00:00.000Z' }] })).toEqual([])
  })

  test('include another franchise and a missing skill', () => {
    expect(at('08:00', 'kim')).toEqual([
      'Kim works for Headquarters, but this job belongs to Front Range.',
      "Kim doesn't have this skill: gutter.",
    ])
  })

  test('include time off, a day off and a day without visits', () => {
    const over = (change: Partial<(typeof hours)[number]>) =>
      objectionsTo(job, { workerId: 'sam', start: '2026-11-19T09:00:00-07:00' }, known, [
        { ...hours[0]!, ...change },
      ])
    expect(over({ timeOff: [{ start: '10:00', end: '11:00', reason: null }] })).toEqual([
      'Sam is off at that time.',
    ])
    expect(over({ timeOff: [{ start: '10:30', end: '11:00', reason: null }] })).toEqual([])
    expect(over({ shifts: [] })).toEqual(["Sam isn't working that day."])
    expect(over({ closed: true })).toEqual(['The franchise is closed that day.'])
  })

  test('ignore a request for a past day, or a time that stays', () => {
    const late = { ...job, preferredDate: '2026-11-10' }
    const start = '2026-11-19T14:00:00-07:00'
    expect(objectionsTo(late, { workerId: 'sam', start }, known, hours)).toEqual([])
    const placed = { ...job, scheduledStart: '2026-11-19T21:00:00.000Z' }
    expect(objectionsTo(placed, { workerId: 'sam', start }, known, hours)).toEqual([])
  })
})
