import { expect, test } from 'bun:test'
import { stopOptions, stopText } from '../../../src/web/admin/settings/stop-moving'

test('the hour from which visits stay reads like a time, whichever side of midnight it is', () => {
  expect([6, -7, 0, 1, 12, 24, 36, 48, 72, -12].map(stopText)).toEqual([
    '6 PM the evening before',
    '7 AM on the day',
    'Midnight before the day',
    '11 PM the evening before',
    '12 PM the day before',
    '12 AM the day before',
    '12 PM two days before',
    '12 AM two days before',
    '12 AM three days before',
    '12 PM on the day',
  ])
})

test('an hour that nobody would offer can still be kept', () => {
  const values = (current: string) => stopOptions(current).map(({ value }) => value)
  expect(values('6')).toEqual(values(''))
  expect(values('6')).not.toContain('29')
  expect(values('29').slice(2, 5)).toEqual(['36', '29', '24'])
})
