import { z } from 'zod'
import type { Deps } from '../../deps'
import { seeOther } from '../../http/request'
import { promisedSlot } from '../../lib/promised-time'
import { findFranchise } from '../../modules/franchises'
import { bookingPath, jobOfLink, type JobRow } from '../../modules/jobs'
import { firstName } from '../../words/formats'
import type { Language } from '../../words/language'
import { visitWords, type VisitWords } from '../../words/visit'
import { WhenText } from '../book/when-text'
import { slotWords, visitTime } from '../book/words'
import { brokenLinkPage, endedLinkPage } from '../layout/notice'
import { visitorOf, type Visitor } from '../visitor'

export const Token = z.object({ token: z.string().max(100) })
export const page = { tag: 'Public', answer: z.string(), bare: true, mediaType: 'text/html' } as const

/** The business that the page is about, and the time zone where the work is. */
export async function officeOf({ store, settings }: Deps, { franchiseId }: JobRow) {
  const franchise = franchiseId === null ? undefined : await findFranchise(store.read, franchiseId)
  return {
    business: franchise ? { business: franchise.name } : {},
    timeZone: franchise?.timeZone ?? settings.business.timeZone,
  }
}

interface OpenedVisit extends Awaited<ReturnType<typeof officeOf>> {
  job: JobRow
  visitor: Visitor
  words: VisitWords
}

/** The visit behind a link, or the answer to a link that isn't ours, or that doesn't work anymore. */
export async function openVisit(
  deps: Deps,
  request: Request,
  purpose: 'visit link' | 'track link',
  token: string,
): Promise<OpenedVisit | Response> {
  const linked = await jobOfLink(deps, purpose, token)
  const visitor = visitorOf(deps, request, linked?.language)
  if (!linked) return brokenLinkPage(deps, visitor)
  const { job, hasExpired, hasEnded } = linked
  if (hasEnded) return endedLinkPage(deps, visitor)
  if (hasExpired) return seeOther(await bookingPath(deps, job))
  return { job, visitor, words: visitWords(visitor.language), ...(await officeOf(deps, job)) }
}

/** One outline for every star, so that full and empty ones are equally big. */
export const Star = () => (
  <svg class="star" viewBox="1 1 22 22" aria-hidden="true">
    <path d="M12 2.5l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.4l6.6-.9z" />
  </svg>
)

interface FactsProps {
  language: Language
  job: JobRow
  timeZone: string
  /** The technician's name, once the customer may know it. */
  technician?: string | null
}

/** The service and its time, as the customer was told it. */
export function VisitFacts({ language, job, timeZone, technician = null }: FactsProps) {
  const words = visitWords(language)
  const { scheduledStart: start } = job
  const promised = promisedSlot(job, timeZone)
  const when =
    start === null
      ? null
      : promised
        ? slotWords(language, promised.date, promised.window)
        : visitTime(language, start, timeZone)
  return (
    <dl class="facts">
      <dt>{words.service}</dt>
      <dd>{job.type}</dd>
      {when && (
        <>
          <dt>{words.when}</dt>
          <dd>
            <WhenText when={when} />
          </dd>
        </>
      )}
      {technician !== null && (
        <>
          <dt>{words.technician}</dt>
          <dd>{firstName(technician)}</dd>
        </>
      )}
    </dl>
  )
}
