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

/** Tells everyone who can't see the cursor change what the keys do. */
export const keysId = 'board-keys'

export function Block(props: BlockProps) {
  const { visit, axis, rows, trouble, isMoving, isLeaving, stop, onChoose, onKey } = props
  const { job, planned, start, end, row, date } = visit
  const { workerName } = useDirectory()
  const together = togetherText(visit, workerName)
  const time = formatClockRange(start, end)
  const [givenName = '', ...otherNames] = job.customerName.split(' ')
  const state = planned ? 'Proposed' : isLeaving ? 'Would move' : (jobWords[job.status] ?? job.status)
  const isUsual = !planned && !isLeaving && job.status === 'scheduled'
  const words = [`${job.customerName}, ${job.type}, ${time}, ${state}`, together, trouble?.detail]
    .filter(Boolean)
    .join('. ')
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
      data-state={planned ? 'planned' : job.status}
      data-trouble={trouble?.kind}
      data-moving={isMoving ? 'true' : undefined}
      data-leaving={isLeaving ? 'true' : undefined}
      style={{
        ...acrossOf(axis, date, { start, end }),
        ...downOf(row, rows),
      }}
      title={words}
    >
      <span class="block-name">
        <span>{givenName}</span> <span>{otherNames.join(' ')}</span>
      </span>
      <small class="block-facts">
        {/* The first fact is the last to go when there's no room for all. */}
        {trouble ? <Late {...trouble} /> : <Time start={start} end={end} />}{' '}
        {trouble ? <Time start={start} end={end} /> : !isUsual && <b>{state}</b>}
        <span class="hidden-visually">{`, ${job.type}, ${time}, ${state}`}</span>
      </small>
      {together !== '' && <small class="block-together">{together}</small>}
      {canMove && axis.unit === 'quarter' && <i class="block-end" data-resize aria-hidden="true" />}
    </div>
  )
}

/** The part of a track's height that one of its rows takes, as CSS. */
export const downOf = (row: number, rows: number) => ({
  top: `calc(${(row / rows) * 100}% + 3px)`,
  height: `calc(${100 / rows}% - 6px)`,
})

/** Both ends of the time, or the start alone where a block is narrow. The tooltip has both. */
export function Time({ start, end }: { start: number; end: number }) {
  const [time = '', half] = formatClock(start).split(' ')
  return (
    <span class="block-time">
      <span class="block-both">{formatClockRange(start, end)}</span>
      {/* The hours at the top say which half of the day it is, so that may go, but only after minutes. */}
      <span class="block-start" data-minutes={time.includes(':') ? 'true' : undefined}>
        <span>{time}</span> <span>{half}</span>
      </span>
    </span>
  )
}

/** `~22 min late`, or `+22 min` and then `+22m` where a block is narrow. */
function Late({ text, short }: Trouble) {
  const [amount, unit = ''] = short.split(' ')
  return (
    <b class="block-late">
      <span class="block-late-long" data-long={text.length > 12 ? 'true' : undefined}>
        {text}
      </span>
      <span class="block-late-short" aria-hidden="true">
        {amount}
        <span class="block-unit"> {unit}</span>
        <span class="block-letter">{unit.slice(0, 1)}</span>
      </span>
    </b>
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
