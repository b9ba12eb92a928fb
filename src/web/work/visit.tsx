import { useState } from 'preact/hooks'
import type { OwnMove, WorkJob } from '../../modules/workforce'
import { formatDate, formatDated, formatMoment, formatTime } from '../client/format'
import { Badge, Button, ButtonLink, Confirm, JobBadge } from '../components'
import { stepWords } from './queue'
import { StepButton } from './step-button'

interface VisitProps {
  job: WorkJob & { unsent: boolean }
  /** The day that is shown; a visit of another one says which. */
  date: string
  timeZone: string
  onMove: (to: OwnMove['to']) => void
}

const nextStep: Partial<Record<WorkJob['status'], OwnMove['to']>> = {
  scheduled: 'en_route',
  en_route: 'in_progress',
  in_progress: 'completed',
}

export function VisitCard({ job, date, timeZone, onMove }: VisitProps) {
  const next = nextStep[job.status]
  return (
    <article class={next ? 'card visit' : 'card visit visit-over'}>
      <div class="row-apart">
        <p class="visit-time num">
          {job.scheduledStart && startText(job.scheduledStart, date, timeZone)}
          {job.scheduledEnd && ` – ${formatTime(job.scheduledEnd, timeZone)}`}
        </p>
        <span class="row">
          {job.unsent && <Badge tone="warn">Not sent yet</Badge>}
          <JobBadge status={job.status} />
        </span>
      </div>
      <div>
        <h2>{job.customerName}</h2>
        <p>{job.type}</p>
        <p class="soft">{job.address}</p>
      </div>
      <Particulars job={job} />
      {next && (
        <>
          <div class="visit-links">
            <ButtonLink href={directionsTo(job, navigator.userAgent)} external>
              Directions
            </ButtonLink>
            {job.customerPhone && (
              <ButtonLink href={`tel:${job.customerPhone.replaceAll(/[^\d+]/g, '')}`}>Call</ButtonLink>
            )}
          </div>
          <StepButton job={job} to={next} timeZone={timeZone} onMove={onMove} />
          {job.status !== 'in_progress' && <NobodyThere job={job} onMove={onMove} />}
        </>
      )}
    </article>
  )
}

function startText(start: string, date: string, timeZone: string): string {
  const isOfTheDay = formatDated(start, timeZone) === formatDate(date)
  return isOfTheDay ? formatTime(start, timeZone) : formatMoment(start, timeZone)
}

function Particulars({ job }: { job: WorkJob }) {
  const size = [
    job.gutterLength && `${job.gutterLength} ft of gutter`,
    job.stories && `${job.stories} ${job.stories === 1 ? 'story' : 'stories'}`,
  ].filter(Boolean)
  const lines: [string, string][] = []
  if (size.length > 0) lines.push(['House', size.join(', ')])
  if (job.addOns.length > 0) lines.push(['Also', job.addOns.join(', ')])
  if (job.notes) lines.push(['Note', job.notes])
  // A day that the phone has kept from an older version has none.
  if (job.reference) lines.push(['Reference', job.reference])
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

function NobodyThere({ job, onMove }: Pick<VisitProps, 'job' | 'onMove'>) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="quiet" wide onClick={() => setAsking(true)}>
        {stepWords.no_show}
      </Button>
      <Confirm
        title="Customer not home?"
        open={asking}
        action="Close the visit"
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          setAsking(false)
          onMove('no_show')
        }}
      >
        <p>
          We’ll close the visit to <strong>{job.customerName}</strong> and tell the office. You can’t undo
          this from here.
        </p>
      </Confirm>
    </>
  )
}

interface Goal {
  address: string
  lat: number | null
  lng: number | null
}

/** Opens the map app of the phone; on a desk, a map in the browser. */
export function directionsTo({ address, lat, lng }: Goal, userAgent: string): string {
  const point = lat === null || lng === null ? null : `${lat},${lng}`
  const name = encodeURIComponent(address)
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${name}`
  if (userAgent.includes('Android')) return `geo:${point ?? '0,0'}?q=${name}`
  return point === null
    ? `https://www.openstreetmap.org/search?query=${name}`
    : `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`
}
