import type { Job } from '../../../modules/jobs'
import type { DispatchAction } from '../../../modules/scheduling'
import { formatClock, formatTimeZone } from '../../client/format'
import { Empty } from '../../components'
import { useDirectory } from '../shell/directory'
import { hoursOf, type Day } from './day'
import { spanOf, type WorkerHours } from './hours'
import { Lane } from './lane'
import { groupWorkers, plannedOn, visitsOn, type ZoneOfRow } from './lane-visits'

/** A spot on the board, in the time zone of its row. */
export interface Spot {
  workerId: string | null
  minutes: number
  timeZone: string
}

interface BoardProps {
  date: string
  franchiseId: string
  day: Day
  /** The previewed dispatch plan, shown in outline. */
  planned: DispatchAction[]
  onChoose: (job: Job) => void
  onDrop: (job: Job, place: Spot) => void
}

/** The day with one row per worker. Everything dragging does, the dialog of a visit can do too. */
export function Board(props: BoardProps) {
  const { date, franchiseId, day, planned, onChoose, onDrop } = props
  const { workers, zoneOf, franchiseName } = useDirectory()
  const zoneOfRow: ZoneOfRow = (workerId, job) => {
    const worker = workers.find(({ id }) => id === workerId)
    return zoneOf(worker ? worker.franchiseId : job.franchiseId)
  }
  const placed = [
    ...visitsOn(date, day.visits, zoneOfRow),
    ...plannedOn(date, planned, day.waiting, zoneOfRow),
  ]
  const groups = groupWorkers(workers, franchiseId, new Set(placed.map(({ workerId }) => workerId)))
  if (groups.length === 0) return <Empty title="No technicians to show">Add them under Technicians.</Empty>
  const shown = groups.flatMap((group) => group.workers)
  const shifts = shown.flatMap(({ id }) => shiftsOf(day.hours.get(id)))
  const hours = hoursOf([...placed, ...shifts])
  const ticks = Array.from({ length: hours.last - hours.first }, (_, at) => hours.first + at)
  const lane = { hours, onChoose }
  const drop = (workerId: string | null) => (jobId: string, minutes: number) => {
    const job = [...day.visits, ...day.waiting].find(({ id }) => id === jobId)
    if (job) onDrop(job, { workerId, minutes, timeZone: zoneOfRow(workerId, job) })
  }
  const unassigned = Map.groupBy(
    placed.filter(({ workerId }) => workerId === null),
    ({ timeZone }) => timeZone,
  )
  return (
    <div class="board" role="region" aria-label="Dispatch board" tabIndex={0}>
      <div class="board-hours" aria-hidden="true">
        <span />
        <div>
          {ticks.map((tick) => (
            <span key={tick}>{formatClock(tick * 60)}</span>
          ))}
        </div>
      </div>
      <ul class="lanes" aria-label="Unassigned visits">
        {unassigned.size === 0 && (
          <Lane {...lane} name="Unassigned" note="Needs a technician" visits={[]} onDrop={drop(null)} />
        )}
        {[...unassigned].map(([timeZone, visits]) => (
          <Lane
            key={timeZone}
            {...lane}
            name="Unassigned"
            note={`Needs a technician · ${formatTimeZone(timeZone)}`}
            visits={visits}
            onDrop={drop(null)}
          />
        ))}
      </ul>
      {groups.map(({ franchiseId: id, workers: crew }) => (
        <section key={id} aria-label={franchiseName(id)}>
          <h3 class="lane-group">
            <span>
              {franchiseName(id)} <small>{formatTimeZone(zoneOf(id))}</small>
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
