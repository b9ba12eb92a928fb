import { describe, expect, test } from 'bun:test'
import { runJourneys } from './journeys/run'

describe('random customer journeys', () => {
  test('keep every promise about times and money', async () => {
    const { wrong, steps, bookings } = await runJourneys(1, 12)
    expect(wrong).toEqual([])
    expect(steps).toBe(84)
    expect(bookings).toBeGreaterThan(5)
  })
})
