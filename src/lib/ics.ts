export interface CalendarVisit {
  reference: string
  start: number
  end: number
  summary: string
  description: string
  /** Left out where the reader may not know it. */
  location?: string
  /** The host of our pages, which makes the event's name unique in the world. */
  host: string
  language: string
}

/** A visit as calendars read it (RFC 5545). The same visit always has the same UID: importing it again updates it. */
export function calendarFile(visit: CalendarVisit, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Truckroll//Bookings//${visit.language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(visit.reference)}@${visit.host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(visit.start)}`,
    `DTEND:${stamp(visit.end)}`,
    `SUMMARY:${escaped(visit.summary)}`,
    `DESCRIPTION:${escaped(visit.description)}`,
    ...(visit.location === undefined ? [] : [`LOCATION:${escaped(visit.location)}`]),
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261116T143000Z`: UTC needs no time zone definition in the file. */
const stamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Commas and semicolons separate values, and a line break would end the property. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\,;]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const longest = 75

/** Lines have at most 75 bytes and continue on the next one after a space. No character is cut in two. */
function folded(line: string): string {
  let bytes = 0
  let text = ''
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (bytes + size > longest) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
