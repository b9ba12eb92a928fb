import type { WorkDay, WorkJob, WorkSite } from '../../modules/workforce'
import { capitalized } from '../../words/formats'
import { Empty } from '../components'
import { Access } from './history/site'
import { formats, words } from './words'

const text = words.days

/** The visits of the next day, or a word about it. */
export function Tomorrow({ days }: { days: WorkDay[] }) {
  const [day] = days
  if (!day) return <Empty title={text.unseenTitle}>{text.unseen}</Empty>
  return <ComingDay day={day} isAlone />
}

export function Week({ days }: { days: WorkDay[] }) {
  if (days.length === 0) return <Empty title={text.unseenTitle}>{text.unseen}</Empty>
  return (
    <>
      {days.map((day) => (
        <ComingDay key={day.date} day={day} />
      ))}
    </>
  )
}

/** The title of the page names a day that stands alone. */
function ComingDay({ day, isAlone = false }: { day: WorkDay; isAlone?: boolean }) {
  return (
    <section class="stack coming-day">
      {!isAlone && <h2>{capitalized(formats.dayOf(day.date))}</h2>}
      {day.jobs.length === 0 ? (
        <p class="soft">{text.none}</p>
      ) : (
        <ul class="coming-list">
          {day.jobs.map((job) => (
            <ComingVisit key={job.id} job={job} timeZone={day.timeZone} site={day.sites?.[job.id]} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ComingVisitProps {
  job: WorkJob
  timeZone: string
  /** Of tomorrow's visits only. */
  site: WorkSite | undefined
}

function ComingVisit({ job, timeZone, site }: ComingVisitProps) {
  const { scheduledStart: start, scheduledEnd: end } = job
  return (
    <li class="card card-tight coming-visit">
      {start !== null && end !== null && (
        <p class="num">{formats.exactSpan(Date.parse(start), Date.parse(end), timeZone)}</p>
      )}
      <div>
        <p class="coming-name">{job.customerName}</p>
        <p>{job.type}</p>
        <p class="soft">{job.address}</p>
        {job.notes !== null && <p class="soft small">{job.notes}</p>}
        {job.partner !== null && <p class="small">{text.with(job.partner)}</p>}
        {site && <Access site={site} />}
      </div>
    </li>
  )
}
