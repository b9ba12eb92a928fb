import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import type { OwnMove, WorkJob, WorkSite } from '../../modules/workforce'
import { capitalized } from '../../words/formats'
import type { Api } from '../client/api'
import { Badge, Button, ButtonLink, Confirm, Emphasis, JobBadge } from '../components'
import { officeTime } from './device'
import { directionsTo } from './directions'
import { VisitPhotos } from './photos/visit-photos'
import { FinishGate, VisitChecklist } from './record/checklist'
import { VisitSignature } from './record/signature'
import type { Shown } from './queue'
import { StepButton } from './step-button'
import { Access, EarlierVisits } from './history/site'
import { controls, formats, words } from './words'

interface VisitProps {
  job: Shown
  /** The day that is shown; a visit of another one says which. */
  date: string
  timeZone: string
  site: WorkSite | undefined
  api: Api
  /** The balance, and the way to take it. */
  money: ComponentChildren
  onMove: (to: OwnMove['to']) => void
}

const text = words.visit

const nextStep: Partial<Record<WorkJob['status'], OwnMove['to']>> = {
  scheduled: 'en_route',
  en_route: 'in_progress',
  in_progress: 'completed',
}

export function VisitCard({ job, date, timeZone, site, api, money, onMove }: VisitProps) {
  const next = nextStep[job.status]
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
      <VisitPhotos job={job} />
      <VisitChecklist job={job} />
      <VisitSignature job={job} timeZone={timeZone} />
      {next && (
        <>
          <div class="visit-links">
            <ButtonLink href={directionsTo(job, navigator.userAgent)} external>
              {text.directions}
            </ButtonLink>
            {job.customerPhone && (
              <ButtonLink href={`tel:${job.customerPhone.replaceAll(/[^\d+]/g, '')}`}>{text.call}</ButtonLink>
            )}
          </div>
          {!job.isHelper && (
            <>
              <FinishGate job={job} isLast={next === 'completed'}>
                <StepButton job={job} to={next} timeZone={timeZone} onMove={onMove} />
              </FinishGate>
              {canBeMissed(job) && <NotHome job={job} onMove={onMove} />}
            </>
          )}
        </>
      )}
      {money}
      {next && site && <EarlierVisits visits={site.visits} jobId={job.id} timeZone={timeZone} api={api} />}
    </article>
  )
}

function visitTime(start: string, end: string | null, date: string, timeZone: string): string {
  const from = Date.parse(start)
  const hours = end === null ? formats.time(from, timeZone) : formats.span(from, Date.parse(end), timeZone)
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

/** Technicians come a little early. */
const earlyMs = 30 * 60_000

/** Nobody can find a house empty before they have set off, or before it is nearly time. */
function canBeMissed({ status, scheduledStart: start }: WorkJob): boolean {
  if (status !== 'scheduled') return status === 'en_route'
  return start === null || Date.parse(start) - Date.parse(officeTime()) <= earlyMs
}

function NotHome({ job, onMove }: Pick<VisitProps, 'job' | 'onMove'>) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="quiet" wide onClick={() => setAsking(true)}>
        {words.steps.no_show}
      </Button>
      <Confirm
        title={words.notHome.title}
        open={asking}
        action={words.notHome.confirm}
        cancel={controls.back}
        words={controls}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          setAsking(false)
          onMove('no_show')
        }}
      >
        <p>
          <Emphasis text={words.notHome.text(job.customerName)} of={job.customerName} />
        </p>
      </Confirm>
    </>
  )
}
