/** A stretch of one weekday, in minutes from midnight. 1 is Monday, 7 is Sunday. */
export interface WeekdayHours {
  weekday: number
  startMinute: number
  endMinute: number
}

/** `08:30` as minutes from midnight; `24:00` is the end of the day. Null for anything else. */
export function minuteOfDay(text: string): number | null {
  const parts = /^(\d{2}):(\d{2})$/.exec(text)
  if (!parts) return null
  const [hours, minutes] = [Number(parts[1]), Number(parts[2])]
  return minutes < 60 && hours * 60 + minutes <= 1440 ? hours * 60 + minutes : null
}

export function timeOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The places of those that reach into an earlier stretch of the same day. One may begin where another ends. */
export function overlapsIn(week: readonly WeekdayHours[]): number[] {
  const order = week.map((_, place) => place).toSorted((a, b) => startOf(week[a]!) - startOf(week[b]!))
  let busyUntil = -Infinity
  const overlapping: number[] = []
  for (const place of order) {
    const hours = week[place]!
    if (startOf(hours) < busyUntil) overlapping.push(place)
    busyUntil = Math.max(busyUntil, hours.weekday * 1440 + hours.endMinute)
  }
  return overlapping.toSorted((a, b) => a - b)
}

const startOf = ({ weekday, startMinute }: WeekdayHours) => weekday * 1440 + startMinute
