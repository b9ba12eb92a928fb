import { useRef, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { preferredStart } from '../jobs/visit-times'
import { useDirectory } from '../shell/directory'
import type { BoardLayout } from './board-layout'
import type { Day } from './day'
import { startOf, type Place } from './place'
import { minutesAt } from './hours'
import { isMovable, type LaneVisit } from './lane-visits'
import { clashOf, isChange, isMoveKey, minutesFor, nudge, type Moving } from './moving'
import { objectionsTo } from './objections'
import { useDrag, type Grabbed } from './use-drag'

interface MovingProps {
  day: Day
  layout: BoardLayout
  /** Called when a visit is dropped where it may land. */
  onApply: (moving: Moving) => Promise<void>
  /** Called when a visit is dropped where it can't land. */
  onRefuse: (why: string) => void
}

/** Moves visits by pointer and by keyboard in the same way. */
export function useMoving({ day, layout, onApply, onRefuse }: MovingProps) {
  const directory = useDirectory()
  const [moving, setMoving] = useState<Moving | null>(null)
  /** The visit stays where it was dropped until the answer is here. */
  const isSaving = useRef(false)
  const set = (next: Moving | null) => !isSaving.current && setMoving(next)

  const grab = (job: Job | undefined, visit?: LaneVisit): Grabbed | null => {
    if (!job || !isMovable(job) || isSaving.current) return null
    const isProposed = visit?.planned === true
    const length = isProposed ? visit.end - visit.start : minutesFor(job, directory.services)
    return { job, from: visit ? placeOf(visit) : null, length, isProposed }
  }
  const drag = useDrag({
    axis: layout.axis,
    find: (id, isCard) => {
      const visit = isCard ? undefined : layout.placed.find(({ job }) => job.id === id)
      return visit ? grab(visit.job, visit) : grab(day.waiting.find((job) => job.id === id))
    },
    onMove: set,
    onDrop: (dropped) => void drop(dropped),
  })

  const drop = async (dropped: Moving) => {
    const clash = isChange(dropped) && !dropped.isOff ? clashText(dropped, layout) : null
    if (clash !== null) onRefuse(clash)
    if (clash !== null || !isChange(dropped)) return set(null)
    setMoving(dropped)
    isSaving.current = true
    try {
      await onApply(dropped)
    } finally {
      isSaving.current = false
      setMoving(null)
    }
  }

  /** The first arrow key picks the visit up where it is; a job from the list starts at its preferred time. */
  const press = (event: KeyboardEvent, job: Job, visit?: LaneVisit) => {
    const own = moving?.job.id === job.id && moving.by === 'keyboard' ? moving : null
    if (isMoveKey(event.key) && !event.altKey && !event.metaKey && !event.ctrlKey) {
      const grabbed = own ?? grab(job, visit)
      if (!grabbed) return
      event.preventDefault()
      const { axis, rows } = layout
      if (own) return set(nudge(own, event.key, event.shiftKey, axis, rows))
      const held: Moving = {
        ...grabbed,
        kind: 'move',
        by: 'keyboard',
        to: grabbed.from ?? firstPlace(job),
        isOff: false,
      }
      set(grabbed.from === null ? held : nudge(held, event.key, event.shiftKey, axis, rows))
    } else if (own && event.key === 'Enter') {
      event.preventDefault()
      void drop(own)
    } else if (own && event.key === 'Escape') {
      event.preventDefault()
      set(null)
    }
  }
  const firstPlace = (job: Job): Place => {
    const ours = layout.rows.find(({ timeZone }) => timeZone === directory.zoneOf(job.franchiseId))
    const row = ours ?? layout.rows[0] ?? { workerId: null, timeZone: directory.zoneOf(job.franchiseId) }
    return { ...row, date: layout.axis.dates[0] ?? '', minutes: minutesAt(preferredStart(job.preferredTime)) }
  }

  return {
    ...drag,
    moving,
    blocked: moving === null || moving.isOff ? null : clashText(moving, layout),
    reasons: moving === null ? [] : reasonsFor(moving, day, directory),
    onVisitKey: (visit: LaneVisit, event: KeyboardEvent) => press(event, visit.job, visit),
    onJobKey: (job: Job, event: KeyboardEvent) => press(event, job),
    /** A visit that loses the focus stays where it was. */
    onBlur: () => moving?.by === 'keyboard' && set(null),
  }
}

const placeOf = ({ workerId, date, start, timeZone }: LaneVisit): Place => ({
  workerId,
  date,
  minutes: start,
  timeZone,
})

function clashText(moving: Moving, { placed }: BoardLayout): string | null {
  const clash = clashOf(moving, placed)
  return clash && `There's another visit at that time: ${clash.job.customerName}.`
}

function reasonsFor(moving: Moving, day: Day, directory: Parameters<typeof objectionsTo>[2]): string[] {
  const { job, to, length } = moving
  if (to === null || !isChange(moving)) return []
  const work = to.workerId === null ? undefined : day.hoursOn(to.date, to.workerId)
  const placing = { workerId: to.workerId, start: startOf(to), length: length * 60_000 }
  return objectionsTo(job, placing, directory, work ? [work] : [])
}
