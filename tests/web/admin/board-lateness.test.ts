import { describe, expect, test } from 'bun:test'
import type { Job } from '../../../src/modules/jobs/model'
import { troublesOf } from '../../../src/web/admin/dispatch/lateness'

const at = (time: string) => `2026-03-03T${time}:00.000Z`
const visit = (id: string, start: string, end: string, more: Partial<Job> = {}) =>
  ({
    id,
    customerName: id,
    status: 'scheduled',
    scheduledStart: at(start),
    scheduledEnd: at(end),
    busyUntil: at(end),
    startedAt: null,
    completedAt: null,
    ...more,
  }) as Job

/** The visits that stand out at a time of day, with 20 minutes between all visits. */
const seen = (time: string, visits: Job[], drive = 20) =>
  Object.fromEntries(
    [...troublesOf(visits, () => drive, Date.parse(at(time)), 'UTC')].map(([id, { kind, text }]) => [
      id,
      `${kind}: ${text}`,
    ]),
  )

describe('a visit that nobody started', () => {
  test('is late from five minutes after its time on', () => {
    expect(seen('09:04', [visit('amy', '09:00', '10:00')])).toEqual({})
    expect(seen('09:05', [visit('amy', '09:00', '10:00')])).toEqual({ amy: 'late: 5 min late' })
    const onTheWay = visit('amy', '09:00', '10:00', { status: 'en_route' })
    expect(seen('10:10', [onTheWay])).toEqual({ amy: 'late: 1 hr 10 min late' })
  })

  test('is late by days once nobody thinks of it anymore', () => {
    const forgotten = visit('amy', '09:00', '10:00', { scheduledStart: '2026-03-01T09:00:00.000Z' })
    expect(seen('09:00', [forgotten])).toEqual({ amy: 'late: 2 days late' })
  })

  test('puts the next one at risk', () => {
    const day = [visit('ben', '10:30', '11:30'), visit('amy', '09:00', '10:00')]
    // An hour of work from 9:40 on, and 20 minutes on the road.
    expect(seen('09:40', day)).toEqual({ amy: 'late: 40 min late', ben: 'risk: ~30 min late' })
  })
})

describe('a visit at risk', () => {
  test('has too little time to drive there, whatever the clock says', () => {
    const day = [
      visit('amy', '09:00', '10:00'),
      visit('ben', '10:15', '11:00'),
      visit('cleo', '12:00', '13:00'),
    ]
    expect(seen('06:00', day, 30)).toEqual({ ben: 'risk: ~15 min late' })
    expect(seen('06:00', day, 15)).toEqual({})
  })

  test('follows one that takes longer than planned, and the buffer after it', () => {
    const amy = visit('amy', '09:00', '10:00', { status: 'in_progress', startedAt: at('09:00') })
    const day = [{ ...amy, busyUntil: at('10:15') }, visit('ben', '10:30', '11:30')]
    expect(seen('09:59', day)).toEqual({})
    expect(seen('10:10', day)).toEqual({ amy: 'late: 10 min over', ben: 'risk: ~15 min late' })
  })

  test('says how the visit before, its buffer and the drive add up', () => {
    const day = [
      { ...visit('amy', '09:00', '10:00'), busyUntil: at('10:15') },
      visit('ben', '10:25', '11:30'),
    ]
    expect(troublesOf(day, () => 20, Date.parse(at('06:00')), 'UTC').get('ben')?.detail).toBe(
      'It will start around 10:35 AM, about 10 min late: the visit before it (amy) takes until 10:00 AM, plus 15 min of buffer and 20 min of driving.',
    )
  })

  test('is saved when the one before is done early', () => {
    const done = visit('amy', '09:00', '10:30', { status: 'completed', completedAt: at('09:45') })
    expect(seen('09:50', [done, visit('ben', '10:30', '11:30')])).toEqual({})
  })
})

test('finished, canceled and missed visits never stand out', () => {
  const ended = (['completed', 'cancelled', 'no_show'] as const).map((status) =>
    visit(status, '09:00', '10:00', { status }),
  )
  expect(seen('18:00', ended)).toEqual({})
})

test('a narrow block says how late a visit is in a few letters', () => {
  const short = (now: string) =>
    troublesOf([visit('amy', '09:00', '10:00')], () => 0, Date.parse(now), 'UTC').get('amy')?.short
  expect(short(at('09:22'))).toBe('+22 min')
  expect(short(at('10:20'))).toBe('+80 min')
  expect(short(at('11:50'))).toBe('+3 hr')
  expect(short('2026-03-05T10:00:00.000Z')).toBe('+2 d')
})
