import { expect, test } from 'bun:test'
import { initialsOf } from '../../src/web/components/avatar'

test.each([
  ['Marcus Green', 'MG'],
  ['Noah', 'N'],
  ['María del Carmen Ríos', 'MR'],
  ['admin@example.com', 'A'],
  ['dana.kim@example.com', 'DK'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
