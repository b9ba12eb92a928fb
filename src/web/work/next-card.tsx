import type { WorkDay } from '../../modules/workforce'
import { isUnderWay } from '../../lib/job-states'
import { unbroken } from '../../words/formats'
import { ButtonLink } from '../components'
import { directionsTo } from './directions'
import { officeTime } from './device'
import type { Shown } from './queue'
import { formats, words } from './words'

const text = words.next

interface NextCardProps {
  day: WorkDay
  jobs: Shown[]
}

/**
 * The visit to drive to next, with the time they get there, above a list that may be long. It stays after the last
 * one, because the list would move under the technician's finger.
 */
export function NextCard({ day, jobs }: NextCardProps) {
  const job =
    jobs.find(({ status }) => status === 'en_route') ?? jobs.find(({ status }) => status === 'scheduled')
  if (jobs.length < 2) return null
  if (!job) {
    const isWorking = jobs.some(({ status }) => isUnderWay(status))
    return (
      <section class="card card-tight next-visit" aria-label={text.label}>
        <p>{isWorking ? text.last : text.over}</p>
      </section>
    )
  }
  const eta = day.next?.jobId === job.id ? day.next : null
  return (
    <section class="card card-tight next-visit" aria-label={text.label}>
      <div>
        <p class="soft small">
          {job.status === 'en_route' ? text.driving : text.label}
          {job.scheduledStart && (
            <span class="num"> · {formats.time(Date.parse(job.scheduledStart), day.timeZone)}</span>
          )}
        </p>
        <p>
          <a class="next-name" href={`#visit-${job.id}`}>
            {job.customerName}
          </a>
        </p>
        {eta !== null && <Eta eta={eta} timeZone={day.timeZone} />}
      </div>
      <ButtonLink size="small" href={directionsTo(job, navigator.userAgent)} external>
        {words.visit.directions}
      </ButtonLink>
    </section>
  )
}

interface EtaProps {
  eta: NonNullable<WorkDay['next']>
  timeZone: string
}

/** A list that the phone kept may be old, and nobody arrives in the past. */
function Eta({ eta: { driveMinutes, arriveAt }, timeZone }: EtaProps) {
  if (driveMinutes === null || arriveAt === null || arriveAt < officeTime()) return null
  return (
    <p class="small">
      {text.eta(formats.duration(driveMinutes), unbroken(formats.time(Date.parse(arriveAt), timeZone)))}
    </p>
  )
}
