import { expect, test } from 'bun:test'
import { within } from '../../src/lib/background'
import { failureOf } from '../support/failure'

const tooLate = () => new Error('too late')

test('a result within the time limit is passed on, and so is a failure', async () => {
  expect(await within(Promise.resolve('here'), 1_000, tooLate)).toBe('here')
  expect(await within('at once', 1_000, tooLate)).toBe('at once')
  expect(await failureOf(within(Promise.reject(new Error('its own')), 1_000, tooLate))).toEqual(
    new Error('its own'),
  )
})

test("a late result fails with the caller's error", async () => {
  expect(await failureOf(within(new Promise(() => {}), 1, tooLate))).toEqual(new Error('too late'))
})
