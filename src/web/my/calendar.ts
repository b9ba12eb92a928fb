import { calendarFile } from '../../lib/ics'
import { chosenWindow } from '../../lib/promised-time'
import type { AccountJob } from '../../modules/accounts'
import { now } from '../client/clock'
import { saveFile } from '../client/download'
import { pageSettings } from '../client/mount'
import type { PortalSettings } from '../page-routes'

const hour = 3_600_000

/** The arrival window while it may be any minute of it, else the visit's own time. */
export function toldTime(
  job: AccountJob,
  scheduledStart: string,
): { start: number; end: number; isWindow: boolean } {
  const start = Date.parse(scheduledStart)
  const { arrival } = job
  const window =
    arrival &&
    chosenWindow({ preferredDate: arrival.date, preferredTime: arrival.window }, start, job.timeZone)
  if (window) return window
  const end = job.scheduledEnd === null ? start + hour : Date.parse(job.scheduledEnd)
  return { start, end, isWindow: false }
}

/** Hands the visit to the calendar app of this device. */
export function downloadVisit(job: AccountJob): void {
  if (job.scheduledStart === null) return
  const { business } = pageSettings() as PortalSettings
  const text = calendarFile(
    {
      reference: job.reference,
      ...toldTime(job, job.scheduledStart),
      summary: `${job.type} – ${business}`,
      description: `Reference: ${job.reference}`,
      location: job.address,
      host: location.hostname,
      language: 'en',
    },
    now(),
  )
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'visit.ics')
}
