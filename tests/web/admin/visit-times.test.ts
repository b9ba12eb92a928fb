import { describe, expect, test } from 'bun:test'
import { reasonOf } from '../../../src/web/admin/dispatch/words'
import { endAfter, lengthOf, visitOf, preferredStart } from '../../../src/web/admin/jobs/visit-times'
import { actorName } from '../../../src/web/admin/shared/words'

const denver = 'America/Denver'
const job = { scheduledStart: '2026-03-03T17:30:00.000Z', scheduledEnd: '2026-03-03T18:45:00.000Z' }

describe('a moved visit', () => {
  test('keeps its length while no other end is given', () => {
    const length = lengthOf(job)!
    expect(endAfter({ date: '2026-03-03', time: '08:00' }, length, denver)?.time).toBe('09:15')
    expect(visitOf({ date: '2026-03-03', start: '14:00', end: '' }, length, denver)).toEqual({
      start: '2026-03-03T21:00:00.000Z',
      end: '2026-03-03T22:15:00.000Z',
    })
    expect(visitOf({ date: '2026-03-03', start: '23:30', end: '' }, length, denver).end).toBe(
      '2026-03-04T07:45:00.000Z',
    )
  })

  test("ends when someone says so, or after the service's duration", () => {
    const times = { date: '2026-03-03', start: '14:00', end: '15:00' }
    expect(visitOf(times, null, denver).end).toBe('2026-03-03T22:00:00.000Z')
    expect(visitOf({ ...times, end: '' }, null, denver).end).toBeUndefined()
    expect(visitOf({ ...times, start: '' }, null, denver).start).toBe('')
    expect(lengthOf({ ...job, scheduledEnd: null })).toBeNull()
  })
})

test("the customer's requested time is proposed first", () => {
  const wishes = ['14:00-16:00', '8-10', 'morning', 'before 3pm', 'whenever', null]
  expect(wishes.map(preferredStart)).toEqual(['14:00', '08:00', '08:00', '09:00', '09:00', '09:00'])
})

test('the reasons against a worker are sentences, with readable dates', () => {
  const verdict = { worker: 'w', name: 'W', fits: false, date: null, start: null, end: null, score: null }
  const change = { kind: 'shift_ends_later', by: 20, unit: 'minutes' as const, date: '2025-11-18' }
  const late = { ...change, sentence: 'fits if the shift ends 20 minutes later' }
  const detail = 'The shift on 2025-11-18 is 20 minutes too short for it.'
  expect(reasonOf({ ...verdict, rule: 'shift', detail, change: late }, denver)).toBe(
    'The shift on Tue, Nov 18, 2025 is 20 minutes too short for it. It fits if the shift ends 20 minutes later.',
  )
  const learned = {
    kind: 'skills_learned',
    by: null,
    unit: null,
    date: null,
    sentence: 'fits with the skills: ladder',
  }
  const lacks = { ...verdict, rule: 'skills' as const, detail: 'Lacks the skills: ladder.' }
  expect(reasonOf({ ...lacks, change: learned }, denver)).toBe('Lacks the skills: ladder.')
})

test('people are shown by name', () => {
  const workers = [{ id: 'w-1', name: 'Priya Shah' }]
  const name = (actor: string) => actorName(actor, { workers } as never)
  expect(['worker:w-1', 'worker:gone', 'hq:office', 'truckroll'].map(name)).toEqual([
    'Priya Shah',
    'Technician',
    'office',
    'Automatic',
  ])
})
