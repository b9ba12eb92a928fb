import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs/model'
import type { Worker } from '../../../modules/workers/model'
import { useDirectory } from '../shell/directory'
import { jobWords } from '../shared/words'
import { clockText, type Hours } from './day'
import { isMovable } from './place'

export interface LaneVisit {
  job: Job
  workerId: string
  planned: boolean
  start: number
  end: number
}

interface LaneProps {
  worker: Worker
  hours: Hours
  visits: LaneVisit[]
  onChoose: (job: Job) => void
  onDrop: (jobId: string, minutes: number) => void
}

/** Visits begin on the quarter hour. */
const step = 15
export const dragType = 'text/plain'

export function Lane({ worker, hours, visits, onChoose, onDrop }: LaneProps) {
  const { franchiseName } = useDirectory()
  const [isOver, setIsOver] = useState(false)
  const length = (hours.last - hours.first) * 60
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const id = event.dataTransfer?.getData(dragType) ?? ''
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)
    onDrop(id, hours.first * 60 + Math.floor((share * length) / step) * step)
  }
  return (
    <li class="lane">
      <div class="lane-name">
        <span class="strong">{worker.name}</span>
        <small>{franchiseName(worker.franchiseId)}</small>
      </div>
      <div
        class="lane-track"
        data-over={isOver ? 'true' : 'false'}
        style={{ '--hours': String(hours.last - hours.first) }}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {visits
          .toSorted((a, b) => a.start - b.start)
          .map((visit) => (
            <Block
              key={visit.job.id}
              visit={visit}
              left={(visit.start - hours.first * 60) / length}
              width={(visit.end - visit.start) / length}
              onChoose={onChoose}
            />
          ))}
      </div>
    </li>
  )
}

interface BlockProps {
  visit: LaneVisit
  left: number
  width: number
  onChoose: (job: Job) => void
}

function Block({ visit: { job, planned, start, end }, left, width, onChoose }: BlockProps) {
  const time = `${clockText(start)} to ${clockText(end)}`
  const state = planned ? 'Proposed' : (jobWords[job.status] ?? job.status)
  return (
    <button
      type="button"
      class="block"
      data-state={planned ? 'planned' : job.status}
      style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
      title={`${job.customerName}, ${job.type}, ${time}, ${state}`}
      draggable={isMovable(job)}
      onDragStart={(event) => event.dataTransfer?.setData(dragType, job.id)}
      onClick={() => onChoose(job)}
    >
      <span>{job.customerName}</span>
      <small>
        {job.type}
        <span class="hidden-visually">{`, ${time}, ${state}`}</span>
      </small>
    </button>
  )
}
