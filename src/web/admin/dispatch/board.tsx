import type { DispatchAction } from '../../../modules/dispatch/model'
import type { Job } from '../../../modules/jobs/model'
import { Empty } from '../../components'
import { useDirectory } from '../shell/directory'
import { hoursOf, minutesOn, type Day } from './day'
import { spanOf, timeText, type WorkerHours } from './hours'
import { Lane } from './lane'
import { groupWorkers } from './lane-groups'
import type { LaneVisit } from './block'

interface BoardProps {
  date: string
  franchiseId: string
  day: Day
  /** What a dry run would do; shown in outline. */
  planned: DispatchAction[]
  onChoose: (job: Job) => void
  onDrop: (job: Job, workerId: string | null, minutes: number) => void
}

/** A row per worker along the hours of the day. Whatever is dragged can also be done in the dialog of a visit. */
export function Board(props: BoardProps) {
  const { date, franchiseId, day, onChoose, onDrop } = props
  const { workers, zoneOf, franchiseName } = useDirectory()
  const placed = [...visitsOn(date, day.visits, zoneOf), ...plannedOn(props, zoneOf)]
  const groups = groupWorkers(workers, franchiseId, new Set(placed.map(({ workerId }) => workerId)))
  if (groups.length === 0) return <Empty title="No workers here">Add them in the Workers tab.</Empty>
  const shown = groups.flatMap((group) => group.workers)
  const shifts = shown.flatMap(({ id }) => shiftsOf(day.hours.get(id)))
  const hours = hoursOf([...placed, ...shifts])
  const ticks = Array.from({ length: hours.last - hours.first }, (_, at) => hours.first + at)
  const lane = { hours, onChoose }
  const drop = (workerId: string | null) => (jobId: string, minutes: number) => {
    const job = [...day.visits, ...day.waiting].find(({ id }) => id === jobId)
    if (job) onDrop(job, workerId, minutes)
  }
  return (
    <div class="board" role="region" aria-label="Board" tabIndex={0}>
      <div class="board-hours" aria-hidden="true">
        <span />
        <div>
          {ticks.map((tick) => (
            <span key={tick}>{timeText(tick * 60)}</span>
          ))}
        </div>
      </div>
      <ul class="lanes" aria-label="Visits without a worker">
        <Lane
          {...lane}
          name="Nobody yet"
          note="Needs a worker"
          visits={placed.filter(({ workerId }) => workerId === null)}
          onDrop={drop(null)}
        />
      </ul>
      {groups.map(({ franchiseId: id, workers: crew }) => (
        <section key={id} aria-label={franchiseName(id)}>
          <h3 class="lane-group">
            <span>
              {franchiseName(id)} <small>{zoneOf(id)}</small>
            </span>
          </h3>
          <ul class="lanes">
            {crew.map((worker) => (
              <Lane
                key={worker.id}
                {...lane}
                name={worker.name}
                work={day.hours.get(worker.id)}
                visits={placed.filter(({ workerId }) => workerId === worker.id)}
                onDrop={drop(worker.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const shiftsOf = (hours: WorkerHours | undefined) => (hours?.shifts ?? []).map(spanOf)

type ZoneOf = (franchiseId: string | null) => string

function visitsOn(date: string, jobs: Job[], zoneOf: ZoneOf): LaneVisit[] {
  return jobs.flatMap((job) => {
    const { scheduledStart, scheduledEnd, workerId } = job
    if (scheduledStart === null) return []
    const span = minutesOn(date, scheduledStart, scheduledEnd, zoneOf(job.franchiseId))
    return span === null ? [] : [{ job, workerId, planned: false, ...span }]
  })
}

function plannedOn({ date, planned, day }: BoardProps, zoneOf: ZoneOf): LaneVisit[] {
  return planned.flatMap(({ jobId, worker, start, end }) => {
    const job = day.waiting.find(({ id }) => id === jobId)
    if (!job || worker === null || start === null) return []
    const span = minutesOn(date, start, end, zoneOf(job.franchiseId))
    return span === null ? [] : [{ job, workerId: worker, planned: true, ...span }]
  })
}
