import type { DayHours } from '../../../modules/scheduling'
import { formatClockRange } from '../../client/format'

export type WorkerHours = Omit<DayHours['workers'][number], 'date'>

export interface Span {
  /** Minutes since midnight. */
  start: number
  end: number
}

export const minutesAt = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

export const spanOf = ({ start, end }: { start: string; end: string }): Span => ({
  start: minutesAt(start),
  end: minutesAt(end),
})

const rangeText = (span: { start: string; end: string }) => {
  const { start, end } = spanOf(span)
  return formatClockRange(start, end)
}

/** A worker's hours in words, for people who can't see the shading. Only time off that a shift would need counts. */
export function hoursText(hours: WorkerHours | undefined): string {
  if (!hours) return ''
  if (hours.closed) return 'Closed'
  if (hours.shifts.length === 0) return 'Not working'
  const shifts = hours.shifts.map(spanOf)
  const away = hours.timeOff.filter((off) => {
    const { start, end } = spanOf(off)
    return shifts.some((shift) => start < shift.end && end > shift.start)
  })
  const covers = (shift: Span) =>
    away.map(spanOf).some(({ start, end }) => start <= shift.start && end >= shift.end)
  if (shifts.every(covers)) return 'Time off'
  const off = away.map((span) => `off ${rangeText(span)}`)
  return [...hours.shifts.map(rangeText), ...off].join(', ')
}

/** The hours of the day the board shows. */
export interface Hours {
  first: number
  last: number
}
