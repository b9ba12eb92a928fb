import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { formatClockRange } from '../../client/format'
import { jobWords } from '../../components'
import { acrossOf, hoursText, spanOf, type Hours, type WorkerHours } from './hours'
import { stack, isMovable, type LaneVisit } from './lane-visits'

interface LaneProps {
  name: string
  /** Shown below the name instead of the working hours. */
  note?: string
  work?: WorkerHours | undefined
  hours: Hours
  visits: LaneVisit[]
  onChoose: (job: Job) => void
  onDrop: (jobId: string, minutes: number) => void
}

/** Dropped visits snap to the quarter hour. */
const step = 15

export function Lane({ name, note, work, hours, visits, onChoose, onDrop }: LaneProps) {
  const [isOver, setIsOver] = useState(false)
  const { rows, placed } = stack(visits)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const id = event.dataTransfer?.getData(dragType) ?? ''
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)
    const length = (hours.last - hours.first) * 60
    onDrop(id, hours.first * 60 + Math.floor((share * length) / step) * step)
  }
  return (
    <li class="lane">
      <div class="lane-name">
        <span class="strong">{name}</span>
        <small title={hoursText(work)}>{note ?? hoursText(work)}</small>
      </div>
      <div
        class="lane-track"
        data-over={isOver ? 'true' : 'false'}
        style={{ '--hours': String(hours.last - hours.first), '--rows': String(rows) }}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Shades work={work} hours={hours} />
        {placed.map((visit) => (
          <Block key={visit.job.id} visit={visit} hours={hours} rows={rows} onChoose={onChoose} />
        ))}
      </div>
    </li>
  )
}

/** Shades shifts and hatches time off. The text below the name says the same in words. */
function Shades({ work, hours }: { work: WorkerHours | undefined; hours: Hours }) {
  if (!work) return null
  const off = work.closed ? [{ start: '00:00', end: '24:00', reason: 'Closed' }] : work.timeOff
  return (
    <>
      {work.shifts.map((shift) => (
        <i key={shift.start} class="shade" style={acrossOf(spanOf(shift), hours)} />
      ))}
      {off.map((span) => (
        <i
          key={span.start}
          class="shade shade-off"
          title={span.reason ?? 'Time off'}
          style={acrossOf(spanOf(span), hours)}
        />
      ))}
    </>
  )
}

export const dragType = 'text/plain'

/** Blocks shorter than this don't fit a full name; the tooltip has the rest. */
const shortMinutes = 75

interface BlockProps {
  visit: LaneVisit & { row: number }
  hours: Hours
  rows: number
  onChoose: (job: Job) => void
}

function Block({ visit, hours, rows, onChoose }: BlockProps) {
  const { job, planned, start, end, row } = visit
  const time = formatClockRange(start, end)
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

/** Makes an element act like a button, because some browsers don't allow dragging real ones. */
export const pressable = (onPress: () => void) => ({
  role: 'button' as const,
  tabIndex: 0,
  onClick: onPress,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onPress()
  },
})
