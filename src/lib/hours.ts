/** Hours on one weekday, in minutes from midnight. 1 is Monday, 7 is Sunday. */
export interface WeekdayHours {
  weekday: number
  startMinute: number
  endMinute: number
}

/** Converts `08:30` to minutes from midnight; `24:00` is the end of the day. Null for anything else. */
export function minuteOfDay(text: string): number | null {
  const parts = /^(\d{2}):(\d{2})$/.exec(text)
  if (!parts) return null
  const [hours, minutes] = [Number(parts[1]), Number(parts[2])]
  return minutes < 60 && hours * 60 + minutes <= 1440 ? hours * 60 + minutes : null
}

export function timeOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The indexes of hours that overlap earlier ones on the same day. Hours that only touch don't overlap. */
export function overlapsIn(week: readonly WeekdayHours[]): number[] {
  const inOrder = [...week.entries()].toSorted(([, a], [, b]) => startOf(a) - startOf(b))
  let busyUntil = -Infinity
  const overlapping: number[] = []
  for (const [place, hours] of inOrder) {
    if (startOf(hours) < busyUntil) overlapping.push(place)
    busyUntil = Math.max(busyUntil, hours.weekday * 1440 + hours.endMinute)
  }
  return overlapping.toSorted((a, b) => a - b)
}

const startOf = ({ weekday, startMinute }: WeekdayHours) => weekday * 1440 + startMinute

const clockRange = /^(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?$/

/** A window that was offered and chosen. Any other label is only a preference. */
export const isClockWindow = (label: string): boolean => clockRange.test(label)
