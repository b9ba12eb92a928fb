import type { DispatchAction } from '../../../modules/scheduling'
import type { Directory } from '../shell/directory'
import { datesOf, type Axis, type View } from './axis'
import { hoursOf, type Day } from './day'
import { spanOf } from './hours'
import { groupWorkers, plannedOn, visitsOn, type LaneVisit, type ZoneOfRow } from './lane-visits'
import type { Row } from './moving'

/** Everything on the board, with its rows in the order they are shown. */
export interface BoardLayout {
  axis: Axis
  placed: LaneVisit[]
  groups: ReturnType<typeof groupWorkers>
  /** Rows of visits without a technician, one per time zone. */
  unassigned: Row[]
  rows: Row[]
  zoneOfRow: ZoneOfRow
  /** Jobs whose visit the dispatch plan would move. */
  leaving: ReadonlySet<string>
}

interface Shown {
  view: View
  date: string
  franchiseId: string
  /** The proposed visits of a dispatch plan. */
  planned: readonly DispatchAction[]
}

export function layoutOf(
  day: Day,
  shown: Shown,
  directory: Pick<Directory, 'workers' | 'zoneOf'>,
): BoardLayout {
  const { workers, zoneOf } = directory
  const dates = datesOf(shown.view, shown.date)
  const byId = new Map(workers.map((worker) => [worker.id, worker]))
  const zoneOfRow: ZoneOfRow = (workerId, job) => {
    const worker = workerId === null ? undefined : byId.get(workerId)
    return zoneOf(worker ? worker.franchiseId : job.franchiseId)
  }
  const placed = dates.flatMap((date) => [
    ...visitsOn(date, day.visits, zoneOfRow),
    ...plannedOn(date, shown.planned, [...day.waiting, ...day.visits], zoneOfRow),
  ])
  const busy = new Set(placed.map(({ workerId }) => workerId))
  const groups = groupWorkers(workers, shown.franchiseId, busy)
  const crew = groups.flatMap((group) => group.workers)
  const shifts = dates.flatMap((date) =>
    crew.flatMap(({ id }) => (day.hoursOn(date, id)?.shifts ?? []).map(spanOf)),
  )
  const zones = new Set(placed.filter(({ workerId }) => workerId === null).map(({ timeZone }) => timeZone))
  if (zones.size === 0) zones.add(zoneOf(shown.franchiseId || (crew[0]?.franchiseId ?? null)))
  const unassigned = [...zones].map((timeZone) => ({ workerId: null, timeZone }))
  return {
    axis: {
      dates,
      hours: hoursOf([...placed, ...shifts], dates.length === 1 ? 'one' : 'several'),
      unit: shown.view === 'week' ? 'day' : 'quarter',
    },
    placed,
    groups,
    unassigned,
    rows: [
      ...unassigned,
      ...crew.map(({ id, franchiseId }) => ({ workerId: id, timeZone: zoneOf(franchiseId) })),
    ],
    zoneOfRow,
    leaving: new Set(shown.planned.map(({ jobId }) => jobId)),
  }
}
