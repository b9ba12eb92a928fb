export interface Entry {
  start: number
  end: number
  summary: string
  description: string
  /** Left out where the reader may not know it. */
  location?: string
}

export interface CalendarVisit extends Entry {
  reference: string
  /** The host of our pages, which makes the event's name unique in the world. */
  host: string
  language: string
}

/** A visit as calendars read it (RFC 5545). The same visit always has the same UID: importing it again updates it. */
export function calendarFile(visit: CalendarVisit, now: number): string {
  const event = { ...visit, uid: `${visit.reference}@${visit.host}`, at: now }
  return fileOf(visit.language, [], [event])
}

export interface FeedEvent extends Entry {
  uid: string
  /** When the event was last changed. */
  at: number
  /** Increases with every change, so a calendar knows which copy is newer. */
  sequence?: number
  isCanceled?: boolean
}

/** A calendar that apps subscribe to and ask for again. It has the same text until an event changes. */
export function calendarFeed(name: string, language: string, events: FeedEvent[]): string {
  const about = [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ]
  return fileOf(language, about, events)
}

function fileOf(language: string, about: string[], events: FeedEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Truckroll//Bookings//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...about,
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const linesOf = (event: FeedEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(event.uid)}`,
  `DTSTAMP:${stamp(event.at)}`,
  ...(event.sequence === undefined ? [] : [`LAST-MODIFIED:${stamp(event.at)}`, `SEQUENCE:${event.sequence}`]),
  `DTSTART:${stamp(event.start)}`,
  `DTEND:${stamp(event.end)}`,
  `SUMMARY:${escaped(event.summary)}`,
  `DESCRIPTION:${escaped(event.description)}`,
  ...(event.location === undefined ? [] : [`LOCATION:${escaped(event.location)}`]),
  event.isCanceled ? 'STATUS:CANCELLED' : 'STATUS:CONFIRMED',
  'END:VEVENT',
]

/** Opens Google's own form for a new event, filled in. */
export function googleCalendarUrl({ start, end, summary, description, location }: Entry): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: summary,
    dates: `${stamp(start)}/${stamp(end)}`,
    details: description,
    ...(location === undefined ? {} : { location }),
  })
  return `https://calendar.google.com/calendar/render?${query.toString()}`
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
  // No character takes more than three bytes per unit, so most lines need no counting.
  if (line.length * 3 <= longest) return line
  let bytes = 0
  let text = ''
  for (const character of line) {
    const size = bytesOf(character.codePointAt(0) ?? 0)
    if (bytes + size > longest) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}

/** The length of a character in UTF-8. */
const bytesOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
