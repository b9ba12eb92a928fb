import { formatClock, formatDay, formatTimeZone } from '../../client/format'
import { Button, Empty, Icon } from '../../components'
import { goTo } from '../address'
import { settings } from '../session'
import { inSight, StillDrawing, useLater } from '../shared/later'
import { today } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import type { Axis } from './axis'
import { keysId } from './block'
import type { BoardLayout } from './board-layout'
import { Lane, type LaneContext } from './lane'
import { stack, type LaneVisit } from './lane-visits'

interface BoardProps extends Omit<LaneContext, 'axis' | 'leaving'> {
  layout: BoardLayout
}

/** The days with one row per technician. Everything dragging does, keys and the dialog of a visit do too. */
export function Board({ layout, ...shared }: BoardProps) {
  const { axis, groups, unassigned, placed, leaving } = layout
  const { franchiseName, zoneOf } = useDirectory()
  const { may } = useMe()
  const isWhole = useLater()
  if (groups.length === 0)
    return (
      <Empty
        title="No technicians yet"
        icon={<Icon name="hard-hat" />}
        action={may('workers.write') && <Button onClick={() => goTo('workers')}>Add technician</Button>}
      >
        The board has a row for each technician. Add your first technician, then schedule visits here.
      </Empty>
    )
  const lane = { ...shared, axis, leaving }
  const byWorker = Map.groupBy(placed, ({ workerId }) => workerId)
  const visitsOf = (workerId: string | null): LaneVisit[] => byWorker.get(workerId) ?? []
  const crew = groups.flatMap(({ workers }) => workers)
  const drawn = new Set(isWhole ? crew : inSight(crew, ({ id }) => heightOf(visitsOf(id), axis)))
  return (
    <div
      class="board"
      role="region"
      aria-label="Dispatch board"
      tabIndex={0}
      data-unit={axis.unit}
      data-days={axis.dates.length}
      style={{ '--days': String(axis.dates.length), '--hours': String(axis.hours.last - axis.hours.first) }}
    >
      <a class="skip" href="#waiting">
        Skip to the jobs that aren't scheduled yet
      </a>
      <p id={keysId} class="board-keys hidden-visually">
        Arrow keys move the visit. With Shift, they change how long it takes. Enter opens or drops it, and
        Escape leaves it where it was. J and K go to the next and the previous visit.
      </p>
      <Ruler axis={axis} />
      <ul class="lanes" aria-label="Unassigned visits">
        {unassigned.map((row) => (
          <Lane
            key={row.timeZone}
            {...lane}
            row={row}
            name="Unassigned"
            note={formatTimeZone(row.timeZone)}
            visits={visitsOf(null).filter(({ timeZone }) => timeZone === row.timeZone)}
          />
        ))}
      </ul>
      {groups.map(({ franchiseId, workers }) => (
        <section key={franchiseId} aria-label={franchiseName(franchiseId)}>
          <h3 class="lane-group">
            <span>
              {franchiseName(franchiseId)} <small>{formatTimeZone(zoneOf(franchiseId))}</small>
            </span>
          </h3>
          <ul class="lanes">
            {workers
              .filter((worker) => drawn.has(worker))
              .map(({ id, name }) => (
                <Lane
                  key={id}
                  {...lane}
                  row={{ workerId: id, timeZone: zoneOf(franchiseId) }}
                  name={name}
                  visits={visitsOf(id)}
                />
              ))}
          </ul>
        </section>
      ))}
      {!isWhole && <StillDrawing />}
    </div>
  )
}

/** About how many pixels a row takes. */
const heightOf = (visits: LaneVisit[], { unit }: Axis): number =>
  Math.max(60, stack(visits, unit === 'day').rows * (unit === 'day' ? 44 : 60))

/** The days and hours above the rows. */
function Ruler({ axis: { dates, hours, unit } }: { axis: Axis }) {
  const every = dates.length === 1 ? 1 : 3
  // The last one would stand in the next day if it had less room than the others.
  const ticks = Array.from(
    { length: Math.floor((hours.last - hours.first) / every) },
    (_, at) => hours.first + at * every,
  )
  const isToday = (date: string) => date === today(settings.timeZone)
  return (
    <div class="board-hours" aria-hidden="true">
      <span />
      <div class="board-days">
        {dates.map((date) => (
          <div key={date} data-today={isToday(date) ? 'true' : 'false'}>
            {dates.length > 1 && <b>{formatDay(`${date}T12:00:00Z`, 'UTC')}</b>}
            {unit === 'quarter' && (
              <div class="board-ticks">
                {ticks.map((tick) => (
                  <span
                    key={tick}
                    style={{ left: `${((tick - hours.first) / (hours.last - hours.first)) * 100}%` }}
                  >
                    {formatClock(tick * 60)}
                  </span>
                ))}
              </div>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
