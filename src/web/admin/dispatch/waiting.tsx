import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { Badge } from '../../components'
import { hasLowPrice, isUnconfirmed } from '../jobs/decision-forms'
import { rowsInSight, StillDrawing, useLater } from '../shared/later'
import { preferredText } from '../shared/preferred'
import { preferredTimeText } from '../shared/wanted-time'
import { useDirectory } from '../shell/directory'
import { keysId, pressable } from './block'
import type { Moving } from './moving'
import { goOn, useRoving } from './roving'
import { byUrgency, urgencyOf } from './urgency'

interface WaitingProps {
  jobs: Job[]
  now: number
  moving: Moving | null
  onChoose: (job: Job) => void
  onKey: (job: Job, event: KeyboardEvent) => void
}

/** Jobs to schedule, the most urgent first. A visit dropped here is taken off the schedule. */
export function Waiting({ jobs, now, moving, onChoose, onKey }: WaitingProps) {
  const { franchiseName, zoneOf } = useDirectory()
  const inOrder = byUrgency(jobs, now, zoneOf)
  const stopOf = useRoving(inOrder.map(({ id }) => id))
  // A card is at least as high as two rows.
  const [firstCards] = useState(() => Math.ceil(rowsInSight() / 2))
  const isWhole = useLater(inOrder.length > firstCards)
  const drawn = isWhole ? inOrder : inOrder.slice(0, firstCards)
  return (
    <section
      id="waiting"
      class="waiting"
      tabIndex={-1}
      aria-label="Jobs not scheduled yet"
      data-over={moving?.isOff ? 'true' : 'false'}
    >
      <h2>
        Not scheduled yet <span class="soft num">{jobs.length}</span>
      </h2>
      {jobs.length === 0 && (
        <p class="soft small">No jobs are waiting. Drop a visit here to take it off the schedule.</p>
      )}
      <ul tabIndex={0} aria-label="Jobs not scheduled yet">
        {drawn.map((job) => {
          const zone = zoneOf(job.franchiseId)
          const urgency = urgencyOf(job, now, zone)
          const preference = preferredTimeText(job)
          return (
            <li key={job.id}>
              <div
                {...pressable(
                  () => onChoose(job),
                  (event) => {
                    onKey(job, event)
                    goOn(event, 'ul')
                  },
                )}
                {...stopOf(job.id)}
                class="waiting-job"
                aria-describedby={keysId}
                data-stand={job.id}
                data-drag={job.id}
                data-moving={moving?.job.id === job.id ? 'true' : undefined}
              >
                <span class="strong">{job.customerName}</span>
                <span>{job.type}</span>
                <small>
                  {preference === '' ? 'Any time' : preferredText(job.preferredDate, zone, preference)}
                </small>
                <small>{franchiseName(job.franchiseId)}</small>
                <span class="waiting-marks">
                  {urgency && <Badge tone={urgency.tone}>{urgency.text}</Badge>}
                  {job.technicians === 2 && <Badge>Two technicians</Badge>}
                  {job.held && <Badge tone="warn">On hold</Badge>}
                  {hasLowPrice(job) && <Badge tone="warn">Price below catalog</Badge>}
                  {isUnconfirmed(job) && <Badge>Not confirmed</Badge>}
                </span>
              </div>
            </li>
          )
        })}
      </ul>
      {!isWhole && <StillDrawing />}
    </section>
  )
}
