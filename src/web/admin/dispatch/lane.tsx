import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs/model'
import { Block, dragType, type LaneVisit } from './block'
import { acrossOf, hoursText, spanOf, type Hours, type WorkerHours } from './hours'
import { stack } from './stack'

interface LaneProps {
  name: string
  /** Said below the name where there are no hours to say. */
  note?: string
  work?: WorkerHours | undefined
  hours: Hours
  visits: LaneVisit[]
  onChoose: (job: Job) => void
  onDrop: (jobId: string, minutes: number) => void
}

/** Visits begin on the quarter hour. */
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

/** Shifts shaded, time off hatched over them. The name of the row says the same in words. */
function Shades({ work, hours }: { work: WorkerHours | undefined; hours: Hours }) {
  if (!work) return null
  const off = work.closed ? [{ start: '00:00', end: '24:00', reason: 'A day without visits' }] : work.timeOff
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
