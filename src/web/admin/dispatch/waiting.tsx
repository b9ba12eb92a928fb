import type { Job } from '../../../modules/jobs/model'
import { formatDate } from '../../client/format'
import { Badge } from '../../components'
import { useDirectory } from '../shell/directory'
import { dragType } from './lane'

interface WaitingProps {
  jobs: Job[]
  onChoose: (job: Job) => void
}

/** Jobs without a time: dragged onto the board, or placed in their dialog. */
export function Waiting({ jobs, onChoose }: WaitingProps) {
  const { franchiseName } = useDirectory()
  return (
    <section class="waiting" aria-label="Jobs without a time">
      <h2>
        Without a time <span class="soft num">{jobs.length}</span>
      </h2>
      {jobs.length === 0 && <p class="soft">Every job has its time.</p>}
      <ul tabIndex={0} aria-label="Jobs without a time">
        {jobs.map((job) => (
          <li key={job.id}>
            <button
              type="button"
              class="waiting-job"
              draggable
              onDragStart={(event) => event.dataTransfer?.setData(dragType, job.id)}
              onClick={() => onChoose(job)}
            >
              <span class="strong">{job.customerName}</span>
              <span>{job.type}</span>
              <small>
                {job.preferredDate ? `Wants ${formatDate(job.preferredDate)}` : 'Any day'}
                {job.preferredTime && `, ${job.preferredTime}`} · {franchiseName(job.franchiseId)}
              </small>
              {job.held && <Badge tone="warn">Held back</Badge>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
