import { describe, expect, test } from 'bun:test'
import { jobStatuses, paymentStates } from '../../db/schema/jobs'
import { hasEnded, hasFallenThrough, isUnderWay, isUnpaid, nextStatuses } from '../../src/lib/job-states'

describe('what is said of the states of a job', () => {
  test('is said of every status there is', () => {
    expect(Object.keys(nextStatuses).toSorted()).toEqual([...jobStatuses].toSorted())
  })

  test('what has ended is what can become nothing else', () => {
    expect(jobStatuses.filter(hasEnded)).toEqual(jobStatuses.filter((one) => nextStatuses[one].length === 0))
  })

  test('what has fallen through has ended, and is not under way', () => {
    expect(jobStatuses.filter(hasFallenThrough)).toEqual(['cancelled', 'no_show'])
    expect(jobStatuses.filter((one) => isUnderWay(one) && hasEnded(one))).toEqual([])
  })

  test('a job is to be paid until money has come', () => {
    expect(paymentStates.filter((paymentState) => isUnpaid({ paymentState }))).toEqual(['unpaid', 'failed'])
  })
})
