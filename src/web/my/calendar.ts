import { calendarFile } from '../../lib/ics'
import type { AccountJob } from '../../modules/accounts'
import { now } from '../client/clock'
import { saveFile } from '../client/download'
import { pageSettings } from '../client/mount'
import type { PortalSettings } from '../page-routes'

const hour = 3_600_000

/** Hands the visit to the calendar app of this device. */
export function downloadVisit(job: AccountJob): void {
  if (job.scheduledStart === null) return
  const { business } = pageSettings() as PortalSettings
  const start = Date.parse(job.scheduledStart)
  const text = calendarFile(
    {
      reference: job.reference,
      start,
      end: job.scheduledEnd === null ? start + hour : Date.parse(job.scheduledEnd),
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
