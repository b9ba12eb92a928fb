import { expect, test } from 'bun:test'
import { quietUntil } from '../../../src/modules/messages/prepare'

const zone = 'America/Denver'
const until = (at: string) => {
  const free = quietUntil(Date.parse(at), zone)
  return free === null ? null : new Date(free).toISOString()
}

test.each([
  ['20:59 is not quiet', '2026-03-03T03:59:59Z', null],
  ['21:00 waits for 08:00 the next day', '2026-03-03T04:00:00Z', '2026-03-03T15:00:00.000Z'],
  ['midnight waits for 08:00 the same day', '2026-03-03T07:00:00Z', '2026-03-03T15:00:00.000Z'],
  ['07:59 waits a minute', '2026-03-03T14:59:00Z', '2026-03-03T15:00:00.000Z'],
  ['08:00 is not quiet', '2026-03-03T15:00:00Z', null],
  [
    'the night is an hour shorter when daylight saving time starts',
    '2026-03-08T05:00:00Z',
    '2026-03-08T14:00:00.000Z',
  ],
])('%s', (_, at, expected) => {
  expect(until(at)).toBe(expected)
})
