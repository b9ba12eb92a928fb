import type { Job } from '../../../modules/jobs/model'
import { pressable } from '../shared/pressable'
import { jobWords } from '../shared/words'
import { acrossOf, timeText, type Hours } from './hours'
import { isMovable } from './place'

export const dragType = 'text/plain'

export interface LaneVisit {
  job: Job
  workerId: string | null
  planned: boolean
  /** Whose clock the row shows. */
  timeZone: string
  /** Minutes since midnight. */
  start: number
  end: number
}

/** Narrower than a whole name on a usual screen; the rest is in the tooltip. */
const shortMinutes = 75

interface BlockProps {
  visit: LaneVisit & { row: number }
  hours: Hours
  rows: number
  onChoose: (job: Job) => void
}

export function Block({ visit, hours, rows, onChoose }: BlockProps) {
  const { job, planned, start, end, row } = visit
  const time = `${timeText(start)} to ${timeText(end)}`
  const isShort = end - start < shortMinutes
  const [firstName = '', ...otherNames] = job.customerName.split(' ')
  const state = planned ? 'Proposed' : (jobWords[job.status] ?? job.status)
  return (
    <div
      {...pressable(() => onChoose(job))}
      class="block"
      data-stand={job.id}
      data-short={isShort ? 'true' : 'false'}
      data-state={planned ? 'planned' : job.status}
      style={{
        ...acrossOf({ start, end }, hours),
        top: `calc(${(row / rows) * 100}% + 4px)`,
        height: `calc(${100 / rows}% - 8px)`,
      }}
      title={`${job.customerName}, ${job.type}, ${time}, ${state}`}
      draggable={isMovable(job)}
      onDragStart={(event) => event.dataTransfer?.setData(dragType, job.id)}
    >
      <span>
        {isShort ? firstName : job.customerName}
        {isShort && <span class="hidden-visually">{` ${otherNames.join(' ')}`}</span>}
      </span>
      <small>
        {job.type}
        <span class="hidden-visually">{`, ${time}, ${state}`}</span>
      </small>
    </div>
  )
}
