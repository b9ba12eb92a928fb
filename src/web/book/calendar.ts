import type { Deps } from '../../deps'
import { shownPhone } from '../../lib/contact'
import { missing } from '../../lib/errors'
import { calendarFile } from '../../lib/ics'
import { hasEnded } from '../../lib/job-states'
import { promisedTime, type PromisedTime } from '../../lib/promised-time'
import { findFranchise } from '../../modules/franchises'
import { jobOfToken, presentJob, requireJob } from '../../modules/jobs'
import { bookWords } from '../../words/book'
import type { Visitor } from '../visitor'

type Timed = Parameters<typeof promisedTime>[0] & { status: Parameters<typeof hasEnded>[0] }

/** The time to put into a calendar; null without one, or once the visit is over. */
export const calendarTime = (job: Timed, timeZone: string): PromisedTime | null =>
  hasEnded(job.status) ? null : promisedTime(job, timeZone)

/** The visit as a file. Like the page of the booking, it says neither who booked nor where. */
export async function visitFile(deps: Deps, { language }: Visitor, token: string): Promise<Response> {
  const { config, settings, clock, store } = deps
  const job = await requireJob(store.read, jobOfToken(deps, token))
  const franchise = job.franchiseId === null ? undefined : await findFranchise(store.read, job.franchiseId)
  const time = calendarTime(job, franchise?.timeZone ?? settings.business.timeZone)
  if (time === null) throw missing('Visit time')
  const words = bookWords(language).calendar
  const { reference, type } = presentJob(job)
  const description = [
    ...(time.isWindow ? [words.window] : []),
    words.reference(reference),
    ...(franchise?.phone ? [words.call(shownPhone(franchise.phone))] : []),
  ]
  const text = calendarFile(
    {
      reference,
      start: time.start,
      end: time.end,
      summary: words.summary(type, franchise?.name ?? settings.business.name),
      description: description.join('\n'),
      host: new URL(config.publicUrl).hostname,
      language,
    },
    clock.now(),
  )
  return new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="visit.ics"',
      'content-language': language,
      'cache-control': 'no-store',
    },
  })
}
