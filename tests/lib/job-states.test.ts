import { describe, expect, test } from 'bun:test'
import { jobStatuses, paymentStates } from '../../db/schema/jobs'
import { hasEnded, hasFallenThrough, isUnderWay, isUnpaid, nextStatuses } from '../../src/lib/job-states'

describe('facts about job statuses', () => {
  test('cover every status', () => {
    expect(Object.keys(nextStatuses).toSorted()).toEqual([...jobStatuses].toSorted())
  })

  test("a job has ended when it can't become anything else", () => {
    expect(jobStatuses.filter(hasEnded)).toEqual(jobStatuses.filter((one) => nextStatuses[one].length === 0))
  })

  test("a job that fell through has ended and isn't under way", () => {
    expect(jobStatuses.filter(hasFallenThrough)).toEqual(['cancelled', 'no_show'])
    expect(jobStatuses.filter((one) => isUnderWay(one) && hasEnded(one))).toEqual([])
  })

  test('a job is payable until money has arrived', () => {
    expect(paymentStates.filter((paymentState) => isUnpaid({ paymentState }))).toEqual(['unpaid', 'failed'])
  })
})
