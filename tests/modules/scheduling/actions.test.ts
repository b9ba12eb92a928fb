import { expect, test } from 'bun:test'
import { actionOf } from '../../../src/modules/scheduling/dispatch/actions'
import type { Score } from '../../../src/modules/scheduling/engine/world'
import type { Assigned } from '../../../src/modules/scheduling/world/triage'

const scoreOf = (travel: number, parts: Partial<Score> = {}): Score => {
  const { lateness = 0, balance = 0, familiarity = 0 } = parts
  return { travel, lateness, balance, familiarity, total: travel + lateness + balance + familiarity }
}

/** The text about a visit, compared with another worker who could have made it. */
function told(score: Score, other: Score | null) {
  const placement = {
    jobId: 'j',
    workerId: 'ann',
    day: 0,
    start: 0,
    end: 1,
    busyUntil: 1,
    score,
    runnerUp: other && { workerId: 'ben', score: other },
  }
  const row = { id: 'j', revision: 3, after: null, followers: null }
  const waiting = { row, wish: { unclear: false }, branch: { calendar: { timeZone: 'UTC' } } }
  const verdict = { type: 'assigned', waiting, placement } as Assigned
  return actionOf(verdict, {
    estimated: false,
    basis: ({ workerId }) => `${workerId} as planned`,
    notifies: () => true,
    remediesFor: () => [],
    workerName: (id) => id,
  })
}

test('the lowest cost is claimed only when it is the lowest', () => {
  expect(told(scoreOf(10), null).reason).toBe('only_fit')
  expect(told(scoreOf(10), scoreOf(12)).reason).toBe('best_fit')
  expect(told(scoreOf(10), scoreOf(10)).reason).toBe('best_fit')
  expect(told(scoreOf(10), scoreOf(19)).detail).toBe('Best fit: 9 minutes less driving than the next choice.')
  const { reason, detail } = told(scoreOf(10), scoreOf(8))
  expect(reason).toBe('good_fit')
  expect(detail).toContain('another technician would suit this job better alone')
})

test('driving is shown separately, with the reason against a worker who would drive no more', () => {
  const against = (other: Score) => told(scoreOf(10), other).runnerUp?.drawback
  expect(told(scoreOf(10, { familiarity: -8 }), scoreOf(12))).toMatchObject({
    score: 2,
    travel: 10,
    revision: 3,
    basis: 'ann as planned',
    runnerUp: { worker: 'ben', score: 12, travel: 12, drawback: null },
  })
  expect(against(scoreOf(9, { lateness: 4, balance: 1 }))).toBe('later_day')
  expect(against(scoreOf(9, { lateness: 1, balance: 4 }))).toBe('fuller_day')
  expect(told(scoreOf(10, { familiarity: -8 }), scoreOf(9)).runnerUp?.drawback).toBe('new_to_customer')
  expect(against(scoreOf(10))).toBeNull()
})
