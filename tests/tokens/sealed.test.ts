import { describe, expect, test } from 'bun:test'
import { bookingToken, openBookingToken } from '../../src/tokens/booking-link'
import { jobLinkToken, openJobLink, type JobLinkPurpose } from '../../src/tokens/job-link'

const writtenAt = 1_770_000_000_000
const deps = { secrets: { linkSecret: 'a fixed secret for links' } as never, clock: { now: () => writtenAt } }
const jobId = '0192f0c1-2345-7abc-8def-0123456789ab'
const first = { jobId, series: 0 }
const booking = 'uos1zNJyCM1pF3I9hTGoyEWm7x0tJXcTqOxXZYpwgTP5iNsG1QxIkcM4P7E'

describe('links that customers already have', () => {
  test('open the same booking as when they were sent', () => {
    expect(openBookingToken(deps, booking)).toEqual(first)
    expect(bookingToken(deps, first)).toBe(booking)
  })

  test.each<[JobLinkPurpose, string]>([
    ['visit link', 'ESRIBDvEEnnEDEXrRScTRs8Cfr2TlI_cKBGvU2qLqvnAvHLRgzktm-2dQxxnC32x'],
    ['track link', 'trythmvx7mcRVprH7hRYvKq0spbrLpqjavCKhGkxOwhj5b6oZiqoo7IEST4igQ5q'],
    ['rating link', '-eTORVAVXJY_fuoC_wC7nIdVNDtUmLZ3JV7oxyA4g6X02dm0f0cGHQN6NlPR8euu'],
  ])('open the same visit: %s', (purpose, token) => {
    expect(openJobLink(deps, purpose, token)).toEqual({ ...first, hasExpired: false })
    expect(jobLinkToken(deps, purpose, first, writtenAt)).toBe(token)
  })
})

describe('a sealed link', () => {
  test.each(['visit link', 'track link', 'rating link'] as const)(
    'opens for no other purpose than %s',
    (own) => {
      const token = jobLinkToken(deps, own, first, writtenAt)
      for (const other of ['visit link', 'track link', 'rating link'] as const)
        if (other !== own) expect(openJobLink(deps, other, token)).toBeNull()
      expect(openBookingToken(deps, token)).toBeNull()
    },
  )

  test('opens nothing once a letter of it has changed', () => {
    for (let place = 0; place < booking.length; place += 1) {
      const letter = booking[place] === 'A' ? 'B' : 'A'
      expect(openBookingToken(deps, booking.slice(0, place) + letter + booking.slice(place + 1))).toBeNull()
    }
    for (const token of ['', 'A', booking.slice(0, -1), `${booking}A`, `${booking}=`])
      expect(openBookingToken(deps, token)).toBeNull()
  })

  test('tells its series, and is another one in each', () => {
    const tokens = [0, 1, 70_000].map((series) => {
      const token = bookingToken(deps, { jobId, series })
      expect(openBookingToken(deps, token)).toEqual({ jobId, series })
      const visit = jobLinkToken(deps, 'visit link', { jobId, series }, writtenAt)
      expect(openJobLink(deps, 'visit link', visit)).toEqual({ jobId, series, hasExpired: false })
      return token
    })
    expect(new Set(tokens).size).toBe(3)
  })
})
