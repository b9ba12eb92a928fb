import type { Deps } from '../../deps'
import { shownPhone } from '../../lib/contact'
import { missing } from '../../lib/errors'
import { calendarFile, googleCalendarUrl, type Entry } from '../../lib/ics'
import { hasEnded } from '../../lib/job-states'
import { promisedTime } from '../../lib/promised-time'
import { findFranchise } from '../../modules/franchises'
import { presentJob, type JobRow } from '../../modules/jobs'
import { bookWords } from '../../words/book'
import type { Language } from '../../words/language'
import type { Visitor } from '../visitor'
import { openBooking } from './opened'

interface Business {
  name: string
  phone: string | null
  timeZone: string
}

/**
 * The visit for a calendar; null without a time, or once it is over. Like the page of the booking, it says neither
 * who booked nor where.
 */
function entryOf(job: JobRow, business: Business, language: Language): Entry | null {
  const time = hasEnded(job.status) || job.lapsedAt !== null ? null : promisedTime(job, business.timeZone)
  if (time === null) return null
  const words = bookWords(language).calendar
  const { reference, type } = presentJob(job)
  const description = [
    ...(time.isWindow ? [words.window] : []),
    words.reference(reference),
    ...(business.phone === null ? [] : [words.call(shownPhone(business.phone))]),
  ]
  return {
    start: time.start,
    end: time.end,
    summary: words.summary(type, business.name),
    description: description.join('\n'),
  }
}

export interface CalendarLinks {
  file: string
  google: string
}

/** The ways into a calendar from the page of a booking; null while there is no time. */
export function calendarLinks(
  job: JobRow,
  business: Business,
  { language, path }: { language: Language; path: string },
): CalendarLinks | null {
  const entry = entryOf(job, business, language)
  return entry && { file: `${path}/calendar`, google: googleCalendarUrl(entry) }
}

/** The visit as a file. */
export async function visitFile(deps: Deps, visitor: Visitor, token: string): Promise<Response> {
  const { config, settings, clock, store } = deps
  const { language } = visitor
  const job = await openBooking(deps, visitor, token)
  if (job instanceof Response) return job
  const franchise = job.franchiseId === null ? undefined : await findFranchise(store.read, job.franchiseId)
  const { name, timeZone } = franchise ?? settings.business
  const entry = entryOf(job, { name, phone: franchise?.phone ?? null, timeZone }, language)
  if (entry === null) throw missing('Visit time')
  const visit = {
    ...entry,
    reference: presentJob(job).reference,
    host: new URL(config.publicUrl).hostname,
    language,
  }
  return new Response(calendarFile(visit, clock.now()), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="visit.ics"',
      'content-language': language,
      'cache-control': 'no-store',
    },
  })
}
