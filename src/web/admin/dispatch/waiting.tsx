import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { Badge } from '../../components'
import { hasLowPrice, isUnconfirmed } from '../jobs/decision-forms'
import { preferredTimeText } from '../shared/wanted-time'
import { useDirectory } from '../shell/directory'
import { pressable, dragType } from './lane'

interface WaitingProps {
  jobs: Job[]
  onChoose: (job: Job) => void
  /** Called when a visit is dropped here, which unschedules it. */
  onTakeOff: (jobId: string) => void
}

/** Jobs to schedule, by dragging them onto the board or in their dialog. */
export function Waiting({ jobs, onChoose, onTakeOff }: WaitingProps) {
  const { franchiseName } = useDirectory()
  const [isOver, setIsOver] = useState(false)
  return (
    <section
      class="waiting"
      aria-label="Jobs not scheduled yet"
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
        Not scheduled yet <span class="soft num">{jobs.length}</span>
      </h2>
      {jobs.length === 0 && <p class="soft">Every job is scheduled.</p>}
      <ul tabIndex={0} aria-label="Jobs not scheduled yet">
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
                {preferredTimeText(job) === '' ? 'Any time' : `Prefers ${preferredTimeText(job)}`} ·{' '}
                {franchiseName(job.franchiseId)}
              </small>
              {job.held && <Badge tone="warn">On hold</Badge>}
              {hasLowPrice(job) && <Badge tone="warn">Price below catalog</Badge>}
              {isUnconfirmed(job) && <Badge>Not confirmed</Badge>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
