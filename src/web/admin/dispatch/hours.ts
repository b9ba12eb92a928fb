import type { DayHours } from '../../../modules/scheduling'

export type WorkerHours = DayHours['workers'][number]

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

/** `8:30 AM`, and `8 AM` on the hour. */
export function timeText(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24
  const past = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `${hour % 12 === 0 ? 12 : hour % 12}${past} ${hour < 12 ? 'AM' : 'PM'}`
}

const rangeText = (span: { start: string; end: string }) => {
  const { start, end } = spanOf(span)
  return `${timeText(start)} – ${timeText(end)}`
}

/** A worker's day in words: the shading says no more than this. */
export function hoursText(hours: WorkerHours | undefined): string {
  if (!hours) return ''
  if (hours.closed) return 'Closed today'
  if (hours.shifts.length === 0) return 'Not working'
  const isAway = hours.timeOff.some(({ start, end }) => start === '00:00' && end === '24:00')
  if (isAway) return 'Time off'
  const off = hours.timeOff.map((span) => `off ${rangeText(span)}`)
  return [...hours.shifts.map(rangeText), ...off].join(', ')
}

/** Which hours of a day are shown. */
export interface Hours {
  first: number
  last: number
}

/** Where a stretch of the day lies along a row. */
export function acrossOf({ start, end }: Span, { first, last }: Hours) {
  const length = (last - first) * 60
  const from = Math.max(0, start - first * 60)
  const to = Math.min(length, end - first * 60)
  return { left: `${(from / length) * 100}%`, width: `${(Math.max(0, to - from) / length) * 100}%` }
}
