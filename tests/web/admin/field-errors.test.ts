import { expect, test } from 'bun:test'
import { errorText } from '../../../src/web/admin/shared/words'

test('an error below a field reads as a sentence of its own', () => {
  expect(errorText('must not be blank')).toBe('Required')
  expect(errorText('is required')).toBe('Required')
  expect(errorText('must be a number')).toBe('Must be a number')
  expect(errorText('Enter a ZIP code')).toBe('Enter a ZIP code')
  expect(errorText(undefined)).toBeUndefined()
})
