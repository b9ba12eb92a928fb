import { addDays, localTime } from '../shared/zone'
import { minutesAt, type Hours, type Span } from './hours'

/** The days and hours the board shows from left to right. In the week view, a visit takes its whole day. */
export interface Axis {
  dates: string[]
  hours: Hours
  unit: 'quarter' | 'day'
}

export type View = 'day' | 'three' | 'week'

export const viewDays: Record<View, number> = { day: 1, three: 3, week: 7 }

export const isView = (text: string): text is View => text in viewDays

/** A week starts on its Monday; the other views start on the chosen day. */
export function datesOf(view: View, date: string): string[] {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  const first = view === 'week' ? addDays(date, -weekday) : date
  return Array.from({ length: viewDays[view] }, (_, at) => addDays(first, at))
}

/** Minutes of one day on the board. */
const lengthOf = ({ hours }: Axis): number => (hours.last - hours.first) * 60

/** The share of the row, from 0 to 1, at which a local time is. Times outside the hours are at the edge of their day. */
export function shareAt(axis: Axis, date: string, minutes: number): number | null {
  const day = axis.dates.indexOf(date)
  if (day === -1) return null
  const length = lengthOf(axis)
  const within = Math.min(length, Math.max(0, minutes - axis.hours.first * 60))
  return (day + within / length) / axis.dates.length
}

/** The part of the row that a span of a day takes, as CSS. */
export function acrossOf(axis: Axis, date: string, { start, end }: Span): { left: string; width: string } {
  const whole = { start: axis.hours.first * 60, end: axis.hours.last * 60 }
  const shown = axis.unit === 'day' ? whole : { start, end }
  const from = shareAt(axis, date, shown.start) ?? 0
  const to = shareAt(axis, date, shown.end) ?? 0
  return { left: percent(from), width: percent(Math.max(0, to - from)) }
}

const percent = (share: number) => `${Number((share * 100).toFixed(4))}%`

export interface BoardTime {
  date: string
  /** Minutes since midnight. */
  minutes: number
}

/** Visits snap to the quarter hour. */
export const step = 15

const snap = (minutes: number) => Math.round(minutes / step) * step

/** The local time at a share of the row, on the quarter hour and within the day. */
export function timeAt(axis: Axis, share: number): BoardTime {
  const count = axis.dates.length
  const at = Math.min(Math.max(share, 0), 1) * count
  const day = Math.min(count - 1, Math.floor(at))
  const minutes = snap(axis.hours.first * 60 + (at - day) * lengthOf(axis))
  return { date: axis.dates[day] ?? '', minutes: Math.min(minutes, 24 * 60 - step) }
}

/**
 * Where a visit lands whose left edge is dragged to this share of the row. A visit that hardly moved sideways keeps
 * its exact time, even one that isn't on the quarter hour; in the week view every visit keeps its time of day.
 */
export function landingAt(axis: Axis, share: number, from: BoardTime | null): BoardTime {
  if (axis.unit === 'day') {
    // The left edge may be pulled a little beyond its day.
    const { date } = timeAt(axis, share + 0.5 / axis.dates.length)
    return { date, minutes: from?.minutes ?? 9 * 60 }
  }
  const landing = timeAt(axis, share)
  if (from === null) return landing
  const start = shareAt(axis, from.date, from.minutes)
  if (start === null) return landing
  const moved = (share - start) * lengthOf(axis) * axis.dates.length
  return Math.abs(moved) < step / 2 ? from : landing
}

/** One step by keyboard. Past either end of the hours it goes on with the next day on the board. */
export function stepFrom(axis: Axis, { date, minutes }: BoardTime, by: number): BoardTime {
  const day = axis.dates.indexOf(date)
  const onDay = (at: number, next: number) => {
    const there = axis.dates[at]
    return there === undefined ? { date, minutes } : { date: there, minutes: next }
  }
  if (axis.unit === 'day') return onDay(day + Math.sign(by), minutes)
  // A visit off the quarter hour first goes to the nearest mark in that direction.
  const marked = by > 0 ? Math.floor(minutes / step) * step : Math.ceil(minutes / step) * step
  const next = marked + by
  if (next < axis.hours.first * 60) return onDay(day - 1, axis.hours.last * 60 - step)
  if (next >= axis.hours.last * 60) return onDay(day + 1, axis.hours.first * 60)
  return { date, minutes: next }
}

/** The end of a visit whose right edge is dragged there: on the quarter hour, and at least one quarter long. */
export function endAt(axis: Axis, share: number, { date, minutes }: BoardTime): number {
  const reached = timeAt(axis, share)
  const end = reached.date > date ? 24 * 60 : reached.date < date ? 0 : reached.minutes
  return Math.max(minutes + step, end)
}

/** Where the line of the current time is, or null on a board without today. */
export function nowShare(axis: Axis, now: number, timeZone: string): number | null {
  const { date, time } = localTime(now, timeZone)
  const minutes = minutesAt(time)
  const isShown = axis.unit === 'day' || (minutes >= axis.hours.first * 60 && minutes <= axis.hours.last * 60)
  return isShown ? shareAt(axis, date, minutes) : null
}
