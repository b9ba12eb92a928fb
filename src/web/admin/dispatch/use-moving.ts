import { useRef, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { preferredStart } from '../jobs/visit-times'
import { useDirectory, type Directory } from '../shell/directory'
import type { BoardLayout } from './board-layout'
import type { Day } from './day'
import { startOf, type Place } from './place'
import { minutesAt } from './hours'
import { isMovable, type LaneVisit } from './lane-visits'
import {
  againstLunch,
  clashOf,
  isChange,
  isMoveKey,
  minutesFor,
  nudge,
  techniciansAfter,
  type Moving,
} from './moving'
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
    return { job, from: visit ? placeOf(visit) : null, partner: visit?.partner ?? null, length, isProposed }
  }
  const drag = useDrag({
    axis: layout.axis,
    find: (id, row) => {
      const visit = layout.placed.find(({ job, workerId }) => job.id === id && (workerId ?? '') === row)
      return visit ? grab(visit.job, visit) : grab(day.waiting.find((job) => job.id === id))
    },
    onMove: set,
    onDrop: (dropped) => void drop(dropped),
  })

  const drop = async (dropped: Moving) => {
    const clash = isChange(dropped) && !dropped.isOff ? clashText(dropped, layout, directory) : null
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
    blocked: moving === null || moving.isOff ? null : clashText(moving, layout, directory),
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

function clashText(
  moving: Moving,
  { placed }: BoardLayout,
  { workerName }: Pick<Directory, 'workerName'>,
): string | null {
  const { partner, to } = moving
  if (partner && to?.workerId === partner.id) return `${workerName(partner.id)} is already on this visit.`
  const clash = clashOf(moving, placed)
  if (clash === null) return null
  return partner && clash.workerId === partner.id
    ? `${workerName(partner.id)} comes along and has another visit at that time: ${clash.job.customerName}.`
    : `There's another visit at that time: ${clash.job.customerName}.`
}

function reasonsFor(moving: Moving, day: Day, directory: Directory): string[] {
  const { job, to, length } = moving
  if (to === null || !isChange(moving)) return []
  const technicians = techniciansAfter(moving)
  const hours = Object.values(technicians).flatMap((id) =>
    id === null ? [] : (day.hoursOn(to.date, id) ?? []),
  )
  const placing = { ...technicians, start: startOf(to), length: length * 60_000 }
  return [...objectionsTo(job, placing, directory, hours), ...againstLunch(moving, day, directory)]
}
