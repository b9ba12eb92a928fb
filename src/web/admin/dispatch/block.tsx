import type { Job } from '../../../modules/jobs'
import { formatClock, formatClockRange } from '../../client/format'
import { firstName } from '../../../words/formats'
import { jobWords } from '../../components'
import { useDirectory } from '../shell/directory'
import { acrossOf, type Axis } from './axis'
import { isMovable, type LaneVisit } from './lane-visits'
import type { Trouble } from './lateness'

interface BlockProps {
  visit: LaneVisit & { row: number }
  axis: Axis
  rows: number
  trouble: Trouble | undefined
  isMoving: boolean
  /** The dispatch plan would move it, so it won't stay here. */
  isLeaving: boolean
  /** Its part in the row's one Tab stop. */
  stop: { tabIndex: number; onFocus: () => void }
  onChoose: (job: Job) => void
  onKey: (event: KeyboardEvent) => void
}

/** Blocks with less room show the start instead of both times, and the first name only; the tooltip has the rest. */
const minutesFor = { times: 120, name: 75 }

/** Tells everyone who can't see the cursor change what the keys do. */
export const keysId = 'board-keys'

export function Block(props: BlockProps) {
  const { visit, axis, rows, trouble, isMoving, isLeaving, stop, onChoose, onKey } = props
  const { job, planned, start, end, row, date } = visit
  const { workerName } = useDirectory()
  const together = togetherText(visit, workerName)
  const time = formatClockRange(start, end)
  const room = axis.unit === 'day' ? minutesFor.name : (end - start) / axis.dates.length
  const isShort = room < minutesFor.name
  const [firstName = '', ...otherNames] = job.customerName.split(' ')
  const state = planned ? 'Proposed' : isLeaving ? 'Would move' : (jobWords[job.status] ?? job.status)
  const shown = trouble?.text ?? state
  /** The status, which the color shows too, only stands here on a wide screen. */
  const isTight = room < minutesFor.times
  // The proposed place of a scheduled visit only shows where it would go.
  const canMove = isMovable(job) && !(planned && job.status === 'scheduled')
  return (
    <div
      {...pressable(() => onChoose(job), onKey)}
      {...stop}
      class="block"
      aria-describedby={canMove ? keysId : undefined}
      data-stand={job.id}
      data-drag={canMove ? job.id : undefined}
      data-short={isShort ? 'true' : 'false'}
      data-state={planned ? 'planned' : job.status}
      data-trouble={trouble?.kind}
      data-moving={isMoving ? 'true' : undefined}
      data-leaving={isLeaving ? 'true' : undefined}
      style={{
        ...acrossOf(axis, date, { start, end }),
        top: `calc(${(row / rows) * 100}% + 3px)`,
        height: `calc(${100 / rows}% - 6px)`,
      }}
      title={[`${job.customerName}, ${job.type}, ${time}, ${state}`, together, trouble?.detail]
        .filter(Boolean)
        .join('. ')}
    >
      <span class="block-name">
        {isShort ? firstName : job.customerName}
        {isShort && <span class="hidden-visually">{` ${otherNames.join(' ')}`}</span>}
      </span>
      <small>
        {!trouble && isTight && <ShortTime text={formatClock(start)} />}
        {!isTight && <span>{time}</span>}
        <b class={trouble ? undefined : isTight ? 'block-state' : 'block-state-long'}>{shown}</b>
        <span class="hidden-visually">{`, ${job.type}, ${time}, ${state}`}</span>
      </small>
      {together !== '' && (
        <small class={isShort || axis.unit === 'day' ? 'hidden-visually' : undefined}>{together}</small>
      )}
      {canMove && axis.unit === 'quarter' && <i class="block-end" data-resize aria-hidden="true" />}
    </div>
  )
}

/** The hours at the top say which half of the day it is, so a narrow block leaves that out after minutes. */
function ShortTime({ text }: { text: string }) {
  const [time = '', half] = text.split(' ')
  return (
    <span class="block-time">
      {time}
      <span class={time.includes(':') ? 'block-half' : undefined}> {half}</span>
    </span>
  )
}

/** `with Priya`, or that somebody is missing. */
function togetherText(
  { job, partner, workerId, planned }: LaneVisit,
  nameOf: (id: string) => string,
): string {
  if (partner) return `with ${firstName(nameOf(partner.id))}`
  const isAlone = workerId !== null && !planned && job.technicians === 2 && isMovable(job)
  return isAlone ? 'Needs a second technician' : ''
}

/** Makes an element act like a button, because a real one would keep the pointer to itself. */
export const pressable = (onPress: () => void, onKey?: (event: KeyboardEvent) => void) => ({
  role: 'button' as const,
  tabIndex: 0,
  onClick: onPress,
  onKeyDown: (event: KeyboardEvent) => {
    onKey?.(event)
    if (event.defaultPrevented || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    onPress()
  },
})
