import type { DispatchAction } from '../../../modules/dispatch/model'
import type { Job } from '../../../modules/jobs/model'
import type { Worker } from '../../../modules/workers/model'
import { Empty } from '../../components'
import { useDirectory } from '../shell/directory'
import { hoursOf, minutesOn } from './day'
import { Lane, type LaneVisit } from './lane'

interface BoardProps {
  date: string
  franchiseId: string
  visits: Job[]
  waiting: Job[]
  /** What a dry run would do; shown in outline. */
  planned: DispatchAction[]
  onChoose: (job: Job) => void
  onDrop: (job: Job, workerId: string, minutes: number) => void
}

/** A row per worker along the hours of the day. Whatever is dragged can also be done in the dialog of a visit. */
export function Board(props: BoardProps) {
  const { date, franchiseId, visits, waiting, onChoose, onDrop } = props
  const { workers, zoneOf } = useDirectory()
  const placed = [...visitsOn(date, visits, zoneOf), ...plannedOn(props, zoneOf)]
  const shown = workersShown(workers, franchiseId, placed)
  if (shown.length === 0) return <Empty title="No workers here">Add them in the Workers tab.</Empty>
  const hours = hoursOf(placed)
  const find = (id: string) => [...visits, ...waiting].find((job) => job.id === id)
  const ticks = Array.from({ length: hours.last - hours.first }, (_, at) => hours.first + at)
  return (
    <div class="board" role="region" aria-label="Board" tabIndex={0}>
      <div class="board-hours" aria-hidden="true">
        <span />
        <div>
          {ticks.map((tick) => (
            <span key={tick}>{hourText(tick)}</span>
          ))}
        </div>
      </div>
      <ul class="lanes">
        {shown.map((worker) => (
          <Lane
            key={worker.id}
            worker={worker}
            hours={hours}
            visits={placed.filter(({ workerId }) => workerId === worker.id)}
            onChoose={onChoose}
            onDrop={(id, minutes) => {
              const job = find(id)
              if (job) onDrop(job, worker.id, minutes)
            }}
          />
        ))}
      </ul>
    </div>
  )
}

const hourText = (hour: number) =>
  `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 || hour === 24 ? 'AM' : 'PM'}`

type ZoneOf = (franchiseId: string | null) => string

function visitsOn(date: string, jobs: Job[], zoneOf: ZoneOf): LaneVisit[] {
  return jobs.flatMap((job) => {
    const { scheduledStart, scheduledEnd, workerId } = job
    if (scheduledStart === null || workerId === null) return []
    const span = minutesOn(date, scheduledStart, scheduledEnd, zoneOf(job.franchiseId))
    return span === null ? [] : [{ job, workerId, planned: false, ...span }]
  })
}

function plannedOn({ date, planned, waiting }: BoardProps, zoneOf: ZoneOf): LaneVisit[] {
  return planned.flatMap(({ jobId, worker, start, end }) => {
    const job = waiting.find(({ id }) => id === jobId)
    if (!job || worker === null || start === null) return []
    const span = minutesOn(date, start, end, zoneOf(job.franchiseId))
    return span === null ? [] : [{ job, workerId: worker, planned: true, ...span }]
  })
}

/** Those at work, and whoever has a visit although they are not active any more. */
function workersShown(workers: Worker[], franchiseId: string, visits: LaneVisit[]): Worker[] {
  const busy = new Set(visits.map(({ workerId }) => workerId))
  return workers
    .filter(({ id, active }) => active || busy.has(id))
    .filter((worker) => franchiseId === '' || worker.franchiseId === franchiseId || busy.has(worker.id))
    .toSorted(
      (a, b) => (a.franchiseId ?? '').localeCompare(b.franchiseId ?? '') || a.name.localeCompare(b.name),
    )
}
