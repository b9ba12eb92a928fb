import type { Job } from '../../../modules/jobs'
import { formatClockRange, formatDuration } from '../../client/format'
import { acrossOf, nowShare, type Axis } from './axis'
import { Block, downOf, Time } from './block'
import type { Day } from './day'
import {
  driveBars,
  driveBetween,
  loadSentence,
  loadTexts,
  minutesOutside,
  sumLoads,
  type Load,
} from './drives'
import { hoursText, spanOf, type WorkerHours } from './hours'
import { freeRow, stack, type LaneVisit } from './lane-visits'
import { troublesOf, type Trouble } from './lateness'
import type { Moving, Row } from './moving'
import { goOn, useRoving } from './roving'
import { TechnicianMenu } from './technician-menu'
import { trackOf } from './use-drag'

/** Everything that the rows of the board share. */
export interface LaneContext {
  axis: Axis
  day: Day
  now: number
  moving: Moving | null
  /** Jobs whose visit the dispatch plan would move. */
  leaving: ReadonlySet<string>
  /** Whether the visit that is being moved may land where it is. */
  isBlocked: boolean
  onChoose: (job: Job) => void
  onKey: (visit: LaneVisit, event: KeyboardEvent) => void
}

interface LaneProps extends LaneContext {
  row: Row
  name: string
  /** Shown below the name instead of the working hours. */
  note?: string
  visits: LaneVisit[]
}

export function Lane({ row, name, note, visits, ...context }: LaneProps) {
  const { axis, day, now, moving, onChoose, onKey } = context
  const { workerId, timeZone } = row
  const { rows, placed } = stack(visits, axis.unit === 'day')
  const [today = ''] = axis.dates
  const work = workerId === null || axis.dates.length > 1 ? undefined : day.hoursOn(today, workerId)
  const load = workerId === null ? null : sumLoads(axis.dates.map((date) => day.loadOn(date, workerId)))
  const outside = workerId === null ? 0 : minutesOutside(visits, (date) => day.hoursOn(date, workerId))
  const troubles = workerId === null ? new Map<string, Trouble>() : troublesIn(visits, workerId, context)
  const line = nowShare(axis, now, timeZone)
  const inOrder = placed.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.start - b.start))
  const stopOf = useRoving(inOrder.map(keyOf))
  return (
    <li class="lane">
      <div class="lane-name">
        <span class="lane-title">
          <span class="strong">{name}</span>
          {workerId !== null && axis.dates.length === 1 && (
            <TechnicianMenu workerId={workerId} name={name} timeZone={timeZone} />
          )}
        </span>
        <small title={hoursText(work)}>{note ?? hoursText(work)}</small>
        {load && <LoadLine load={load} outside={outside} />}
      </div>
      <div
        class="lane-track"
        data-track={trackOf(row)}
        data-worker={workerId ?? ''}
        data-zone={timeZone}
        data-over={moving?.to && trackOf(moving.to) === trackOf(row) ? 'true' : 'false'}
        style={{ '--rows': String(rows) }}
      >
        {workerId !== null &&
          axis.dates.map((date) => <Shades key={date} {...{ axis, date, day, workerId }} />)}
        {axis.unit === 'quarter' && workerId !== null && (
          <>
            {axis.dates.map((date) => (
              <LunchBlock key={date} {...{ axis, date, day, workerId }} />
            ))}
            <Drives {...{ axis, day, workerId, visits, leaving: context.leaving }} />
          </>
        )}
        {inOrder.map((visit) => (
          <Block
            key={keyOf(visit)}
            stop={stopOf(keyOf(visit))}
            visit={visit}
            axis={axis}
            rows={rows}
            trouble={visit.planned ? undefined : troubles.get(visit.job.id)}
            isMoving={moving?.job.id === visit.job.id}
            isLeaving={!visit.planned && context.leaving.has(visit.job.id)}
            onChoose={onChoose}
            onKey={(event) => {
              onKey(visit, event)
              goOn(event, '.lane-track')
            }}
          />
        ))}
        <Ghost {...context} {...{ row, rows, placed }} />
        {line !== null && <i class="now-line" style={{ left: `${line * 100}%` }} aria-hidden="true" />}
      </div>
    </li>
  )
}

const keyOf = ({ job, date, planned }: LaneVisit): string => `${job.id} ${date} ${planned}`

/** Late and endangered visits of a worker, day by day. */
function troublesIn(
  visits: LaneVisit[],
  workerId: string,
  { axis, day, now }: LaneContext,
): Map<string, Trouble> {
  return new Map(
    axis.dates.flatMap((date) => {
      const here = visits.filter((visit) => visit.date === date && !visit.planned)
      const jobs = here.map(({ job }) => job)
      const drive = driveBetween(day.loadOn(date, workerId))
      return [...troublesOf(jobs, drive, now, here[0]?.timeZone ?? 'UTC')]
    }),
  )
}

function LoadLine({ load, outside }: { load: Load; outside: number }) {
  const texts = loadTexts(load, outside)
  if (texts.length === 0) return null
  const share = load.available === 0 ? 1 : Math.min(1, load.booked / load.available)
  return (
    <>
      <i class="lane-load" data-full={share >= 1 || outside > 0 ? 'true' : 'false'} aria-hidden="true">
        <i style={{ width: `${Math.round(share * 100)}%` }} />
      </i>
      <small class="lane-sums" title={loadSentence(load, outside)}>
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </small>
    </>
  )
}

interface DatedProps {
  axis: Axis
  date: string
  day: Day
  workerId: string
}

/** Shades shifts and hatches time off. The text below the name says the same in words. */
function Shades({ axis, date, day, workerId }: DatedProps) {
  const work: WorkerHours | undefined = day.hoursOn(date, workerId)
  if (!work) return null
  const off = work.closed ? [{ start: '00:00', end: '24:00', reason: 'Closed' }] : work.timeOff
  const isWhole = ({ start, end }: { start: string; end: string }) => start === '00:00' && end === '24:00'
  const shown = axis.unit === 'quarter' ? work.shifts : work.shifts.slice(0, 1)
  const away = axis.unit === 'quarter' ? off : off.filter(isWhole)
  return (
    <>
      {shown.map((shift) => (
        <i key={shift.start} class="shade" style={acrossOf(axis, date, spanOf(shift))} />
      ))}
      {away.map((span) => (
        <i
          key={span.start}
          class="shade shade-off"
          title={span.reason ?? 'Time off'}
          style={acrossOf(axis, date, spanOf(span))}
        />
      ))}
    </>
  )
}

interface DrivesProps extends Omit<DatedProps, 'date'> {
  visits: LaneVisit[]
  leaving: ReadonlySet<string>
}

function Drives({ axis, day, workerId, visits, leaving }: DrivesProps) {
  return (
    <>
      {axis.dates.flatMap((date) => {
        const here = visits.filter((visit) => visit.date === date)
        // The plan would change the drives of this day too.
        if (here.some(({ job }) => leaving.has(job.id))) return []
        return driveBars(here, day.loadOn(date, workerId)).map(
          ({ key, minutes, buffer, room, isTight, ...span }) => (
            <i
              key={`${date} ${key}`}
              class="drive"
              data-tight={isTight ? 'true' : 'false'}
              style={{
                ...acrossOf(axis, date, span),
                '--buffer': `${(buffer / (buffer + minutes)) * 100}%`,
              }}
              title={`${buffer > 0 ? `${formatDuration(buffer)} buffer, then ` : ''}${formatDuration(minutes)} drive`}
            >
              <span style={room === null ? undefined : { width: `${(room / (buffer + minutes)) * 100}%` }}>
                <span>{minutes < 60 ? minutes : formatDuration(minutes)}</span>
              </span>
            </i>
          ),
        )
      })}
    </>
  )
}

function LunchBlock({ axis, date, day, workerId }: DatedProps) {
  const lunch = day.loadOn(date, workerId)?.lunch
  if (!lunch) return null
  const span = spanOf(lunch)
  return (
    <i
      class="lunch"
      style={acrossOf(axis, date, span)}
      title={`Lunch, ${formatClockRange(span.start, span.end)}`}
    >
      <span>Lunch</span>
    </i>
  )
}

interface GhostProps extends LaneContext {
  row: Row
  rows: number
  placed: (LaneVisit & { row: number })[]
}

/** Shows where a visit will land, and in the row of the other technician of a visit for two. */
function Ghost({ moving, row, rows, placed, axis, isBlocked }: GhostProps) {
  const to = moving?.to
  if (!moving || !to || !axis.dates.includes(to.date)) return null
  const isAlong = to.workerId !== null && row.workerId === moving.partner?.id
  if (trackOf(to) !== trackOf(row) && !isAlong) return null
  const span = { start: to.minutes, end: to.minutes + moving.length }
  const others = placed.filter(({ job }) => job.id !== moving.job.id)
  const free = freeRow({ date: to.date, ...span }, rows, others, axis.unit === 'day')
  return (
    <div
      class="block-ghost"
      data-blocked={isBlocked ? 'true' : 'false'}
      style={{ ...acrossOf(axis, to.date, span), ...(free === null ? downOf(0, 1) : downOf(free, rows)) }}
    >
      <Time {...span} />
    </div>
  )
}
