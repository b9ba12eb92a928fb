import { describe, expect, test } from 'bun:test'
import { formatShortTimeZone } from '../../../src/web/client/format'
import { timeZoneOptions } from '../../../src/web/admin/shared/time-zones'

const labels = (current: string) => timeZoneOptions(current).map(({ label }) => label)

describe('the list of time zones', () => {
  test('starts with US zones under the names people use', () => {
    expect(labels('America/Denver').slice(0, 5)).toEqual([
      'Eastern Time (New York)',
      'Central Time (Chicago)',
      'Mountain Time (Denver)',
      'Mountain Standard Time (Phoenix)',
      'Pacific Time (Los Angeles)',
    ])
  })

  test('offers every other zone too, each once', () => {
    const values = timeZoneOptions('Europe/Berlin').map(({ value }) => value)
    expect(values).toContain('Asia/Tokyo')
    expect(new Set(values).size).toBe(values.length)
  })

  test('keeps the current zone even if it has an old name', () => {
    expect(timeZoneOptions('US/Pacific')[0]?.value).toBe('US/Pacific')
    expect(labels('UTC')[0]).toBe('UTC')
  })
})

test('a time in another zone is marked with two or three letters', () => {
  expect(formatShortTimeZone('America/Los_Angeles')).toBe('PT')
  expect(formatShortTimeZone('America/New_York')).toBe('ET')
  expect(formatShortTimeZone('UTC')).toBe('UTC')
})
