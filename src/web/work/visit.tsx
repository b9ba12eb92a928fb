import type { ComponentChildren } from 'preact'
import type { WorkJob, WorkSite } from '../../modules/workforce'
import { capitalized } from '../../words/formats'
import type { Api } from '../client/api'
import { Badge, ButtonLink, JobBadge } from '../components'
import { directionsTo } from './directions'
import { VisitPhotos } from './photos/visit-photos'
import { VisitChecklist } from './record/checklist'
import { VisitSignature } from './record/signature'
import type { Shown } from './queue'
import { nextStep } from './step-button'
import { Access, EarlierVisits } from './history/site'
import type { Actions } from './use-day'
import { VisitSteps } from './visit-steps'
import { formats, words } from './words'

interface VisitProps {
  job: Shown
  /** The day that is shown; a visit of another one says which. */
  date: string
  timeZone: string
  site: WorkSite | undefined
  api: Api
  /** The balance, and the way to take it. */
  money: ComponentChildren
  /** The customer's balance, in dollars. */
  owed: number
  actions: Actions
  isOnline: boolean
  /** The customer whose visit comes first, if the technician is at one. */
  blockedBy: string | null
}

const text = words.visit

export function VisitCard(props: VisitProps) {
  const { job, date, timeZone, site, api, money, owed, actions, isOnline, blockedBy } = props
  const next = nextStep(job)
  const record = (
    <>
      <VisitPhotos job={job} />
      <VisitChecklist job={job} />
      <VisitSignature job={job} timeZone={timeZone} />
    </>
  )
  // The end of a visit comes after its record. Before that, the next step is what people look for.
  const isWorking = next === 'completed'
  return (
    <article id={`visit-${job.id}`} class={next ? 'card visit' : 'card visit visit-over'}>
      <div class="row-apart">
        <p class="visit-time num">
          {job.scheduledStart && visitTime(job.scheduledStart, job.scheduledEnd, date, timeZone)}
        </p>
        <span class="row">
          {job.unsent && <Badge tone="warn">{text.notSent}</Badge>}
          <JobBadge status={job.status} words={words.statuses} />
        </span>
      </div>
      <div>
        <h2>{job.customerName}</h2>
        <p>{job.type}</p>
        <p class="soft">{job.address}</p>
        {job.partner && <p>{job.isHelper ? text.helping(job.partner) : text.together(job.partner)}</p>}
      </div>
      <Particulars job={job} />
      {next && site && <Access site={site} />}
      {isWorking && record}
      {next && (
        <div class="visit-links">
          <ButtonLink href={directionsTo(job, navigator.userAgent)} external>
            {text.directions}
          </ButtonLink>
          {job.customerPhone && (
            <ButtonLink href={`tel:${job.customerPhone.replaceAll(/[^\d+]/g, '')}`}>{text.call}</ButtonLink>
          )}
        </div>
      )}
      <VisitSteps {...{ job, timeZone, actions, isOnline, owed, blockedBy }} />
      {!isWorking && record}
      {money}
      {next && site && <EarlierVisits visits={site.visits} jobId={job.id} timeZone={timeZone} api={api} />}
    </article>
  )
}

function visitTime(start: string, end: string | null, date: string, timeZone: string): string {
  const from = Date.parse(start)
  const hours =
    end === null ? formats.time(from, timeZone) : formats.exactSpan(from, Date.parse(end), timeZone)
  const isOfTheDay = formats.date(from, timeZone) === formats.dateOf(date)
  return isOfTheDay ? hours : `${capitalized(formats.day(from, timeZone))}, ${hours}`
}

function Particulars({ job }: { job: WorkJob }) {
  const size = [
    job.gutterLength && text.gutter(String(job.gutterLength)),
    job.stories && text.stories(job.stories),
  ].filter(Boolean)
  const lines: [string, string][] = []
  if (size.length > 0) lines.push([text.house, size.join(', ')])
  if (job.addOns.length > 0) lines.push([text.addOns, job.addOns.join(', ')])
  if (job.notes) lines.push([text.notes, job.notes])
  // A day that the phone has kept from an older version has none.
  if (job.reference) lines.push([text.reference, job.reference])
  if (lines.length === 0) return null
  return (
    <dl class="facts">
      {lines.map(([name, value]) => (
        <>
          <dt key={`${name}-name`}>{name}</dt>
          <dd key={name}>{value}</dd>
        </>
      ))}
    </dl>
  )
}
