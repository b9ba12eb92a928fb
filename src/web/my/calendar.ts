import type { AccountJob } from '../../modules/accounts'
import { now } from '../client/clock'
import { saveFile } from '../client/download'
import { pageSettings } from '../client/mount'
import type { PortalSettings } from '../page-routes'

interface Visit {
  reference: string
  type: string
  address: string
  start: string
  end: string
  business: string
  /** The host of the page, so that the event has a name nobody else uses. */
  host: string
}

/** A visit as calendars read it (RFC 5545). The same visit always has the same UID: importing it again updates it. */
export function calendarFile(visit: Visit, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Truckroll//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(visit.reference)}@${visit.host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(Date.parse(visit.start))}`,
    `DTEND:${stamp(Date.parse(visit.end))}`,
    `SUMMARY:${escaped(`${visit.type} – ${visit.business}`)}`,
    `DESCRIPTION:${escaped(`Reference: ${visit.reference}`)}`,
    `LOCATION:${escaped(visit.address)}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261116T143000Z`: in UTC, so that no time zone has to be explained. */
const stamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Commas and semicolons separate values, and a line break would end the property. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\,;]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const longest = 75

/** At most 75 bytes a line; what follows begins with a space. A character is never cut in two. */
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

const hour = 3_600_000

/** Hands the visit to whatever opens calendars on this device. */
export function downloadVisit(job: AccountJob): void {
  if (job.scheduledStart === null) return
  const { business } = pageSettings() as PortalSettings
  const end = job.scheduledEnd ?? new Date(Date.parse(job.scheduledStart) + hour).toISOString()
  const text = calendarFile(
    {
      reference: job.reference,
      type: job.type,
      address: job.address,
      start: job.scheduledStart,
      end,
      business,
      host: location.hostname,
    },
    now(),
  )
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'visit.ics')
}
