import { describe, expect, test } from 'bun:test'
import { calendarFile } from '../../src/lib/ics'

const visit = {
  reference: 'TR-7K2Q9',
  start: Date.parse('2026-03-04T16:00:00.000Z'),
  end: Date.parse('2026-03-04T17:30:00.000Z'),
  summary: 'Gutter cleaning – Front Range Gutters',
  description: 'Reference: TR-7K2Q9',
  location: '1420 Larimer St, Denver, CO 80202',
  host: 'example.com',
  language: 'en',
}
const now = Date.parse('2026-03-02T15:00:00Z')

/** Lines as a calendar reads them: unfolded first. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').trimEnd().split('\r\n')

describe('a visit for the calendar', () => {
  test('says when, what and where', () => {
    expect(linesOf(calendarFile(visit, now))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Truckroll//Bookings//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:TR-7K2Q9@example.com',
      'DTSTAMP:20260302T150000Z',
      'DTSTART:20260304T160000Z',
      'DTEND:20260304T173000Z',
      'SUMMARY:Gutter cleaning – Front Range Gutters',
      'DESCRIPTION:Reference: TR-7K2Q9',
      'LOCATION:1420 Larimer St\\, Denver\\, CO 80202',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
  })

  test('names its language, and no place where none is told', () => {
    const { location: _, ...elsewhere } = visit
    const lines = linesOf(calendarFile({ ...elsewhere, language: 'es' }, now))
    expect(lines).toContain('PRODID:-//Truckroll//Bookings//ES')
    expect(lines.some((line) => line.startsWith('LOCATION'))).toBe(false)
  })

  test('lets no text end its line or add another', () => {
    const location = 'A\\B; C\r\nATTENDEE:x\nBEGIN:VALARM\u0000'
    const lines = linesOf(calendarFile({ ...visit, location }, now))
    expect(lines).toContain('LOCATION:A\\\\B\\; C\\nATTENDEE:x\\nBEGIN:VALARM')
    expect(lines).toHaveLength(16)
  })

  test('has no line over 75 bytes and cuts no character in two', () => {
    const location = 'Łódź 張偉 🏠 '.repeat(30).trim()
    const text = calendarFile({ ...visit, location }, now)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(linesOf(text)).toContain(`LOCATION:${location}`)
    expect(text).not.toContain('\uFFFD')
  })

  test('ends every line as the format wants it', () => {
    expect(calendarFile(visit, now).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(calendarFile(visit, now)).toEndWith('END:VCALENDAR\r\n')
  })
})
