import { expect, test } from 'bun:test'
import { within } from '../../src/lib/background'
import { failureOf } from '../support/failure'

const tooLate = () => new Error('too late')

test('what comes in time is passed on, a failure too', async () => {
  expect(await within(Promise.resolve('here'), 1_000, tooLate)).toBe('here')
  expect(await within('at once', 1_000, tooLate)).toBe('at once')
  expect(await failureOf(within(Promise.reject(new Error('its own')), 1_000, tooLate))).toEqual(
    new Error('its own'),
  )
})

test('what does not come in time fails as the caller says', async () => {
  expect(await failureOf(within(new Promise(() => {}), 1, tooLate))).toEqual(new Error('too late'))
})
