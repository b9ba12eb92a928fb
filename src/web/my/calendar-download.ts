import type { AccountJob } from '../../modules/accounts/model'
import { now } from '../client/now'
import { pageSettings } from '../client/settings'
import { calendarFile } from './calendar'
import type { PortalSettings } from './settings'

const hour = 3_600_000

/** Hands the visit to whatever opens calendars on this device. */
export function downloadVisit(job: AccountJob): void {
  if (job.scheduledStart === null) return
  const { business } = pageSettings() as PortalSettings
  const end = job.scheduledEnd ?? new Date(Date.parse(job.scheduledStart) + hour).toISOString()
  const text = calendarFile(
    {
      id: job.id,
      type: job.type,
      address: job.address,
      start: job.scheduledStart,
      end,
      business,
      host: location.hostname,
    },
    now(),
  )
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: 'visit.ics' }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
