import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { formatDate } from '../../client/format'
import { Badge } from '../../components'
import { hasLowPrice, isUnconfirmed } from '../jobs/decision-forms'
import { useDirectory } from '../shell/directory'
import { pressable, dragType } from './lane'

interface WaitingProps {
  jobs: Job[]
  onChoose: (job: Job) => void
  /** A visit was dragged here: it loses its time. */
  onTakeOff: (jobId: string) => void
}

/** Jobs without a time: dragged onto the board, or placed in their dialog. */
export function Waiting({ jobs, onChoose, onTakeOff }: WaitingProps) {
  const { franchiseName } = useDirectory()
  const [isOver, setIsOver] = useState(false)
  return (
    <section
      class="waiting"
      aria-label="Jobs without a time"
      data-over={isOver ? 'true' : 'false'}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        onTakeOff(event.dataTransfer?.getData(dragType) ?? '')
      }}
    >
      <h2>
        Without a time <span class="soft num">{jobs.length}</span>
      </h2>
      {jobs.length === 0 && <p class="soft">Every job has its time.</p>}
      <ul tabIndex={0} aria-label="Jobs without a time">
        {jobs.map((job) => (
          <li key={job.id}>
            <div
              {...pressable(() => onChoose(job))}
              class="waiting-job"
              data-stand={job.id}
              draggable
              onDragStart={(event) => event.dataTransfer?.setData(dragType, job.id)}
            >
              <span class="strong">{job.customerName}</span>
              <span>{job.type}</span>
              <small>
                {job.preferredDate ? `Wants ${formatDate(job.preferredDate)}` : 'Any day'}
                {job.preferredTime && `, ${job.preferredTime}`} · {franchiseName(job.franchiseId)}
              </small>
              {job.held && <Badge tone="warn">Held back</Badge>}
              {hasLowPrice(job) && <Badge tone="warn">Price below catalog</Badge>}
              {isUnconfirmed(job) && <Badge>Not confirmed</Badge>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
