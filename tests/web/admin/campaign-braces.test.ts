import { expect, test } from 'bun:test'
import { placeholderWarning } from '../../../src/lib/placeholders'

test('a campaign with nothing but placeholders and plain text has no warning', () => {
  for (const text of ['', 'Hi {first_name}, {name} {business} {email}', 'Only { here', '} and {', '{a\nb}'])
    expect(placeholderWarning(text)).toBeNull()
})

test('other text in braces is named once, and will be sent as it is', () => {
  expect(placeholderWarning('Use {SPRING25}! {SPRING25}')).toBe(
    '{SPRING25} isn’t a placeholder. We’ll send it as it is.',
  )
  expect(placeholderWarning('{frist_name} {name} { name }')).toBe(
    '{frist_name} and { name } aren’t placeholders. We’ll send them as they are.',
  )
  expect(placeholderWarning('{} {"a":1} {2} {3} {4}')).toBe(
    '{}, {"a":1}, {2} and 2 more aren’t placeholders. We’ll send them as they are.',
  )
})
