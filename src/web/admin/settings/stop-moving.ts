import { formatClock } from '../../client/format'
import type { Option } from '../../components'

/** Hours before the day of a visit, the earliest first; negative ones are on that day. */
const offered = [
  72, 48, 36, 24, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -5, -6, -7, -8, -9, -10, -12,
]

const days = ['on the day', 'the day before', 'two days before', 'three days before']

/** `6 PM the evening before` for 6 hours before the day of a visit, `7 AM on the day` for −7. */
export function stopText(hours: number): string {
  if (hours === 0) return 'Midnight before the day'
  const clock = (((24 - hours) % 24) + 24) % 24
  const isEvening = hours > 0 && hours <= 7
  return `${formatClock(clock * 60)} ${isEvening ? 'the evening before' : days[Math.max(0, Math.ceil(hours / 24))]}`
}

/** The choices, with the current one even if nobody would offer it. */
export function stopOptions(current: string): Option[] {
  const now = Number(current)
  const isOther = current.trim() !== '' && Number.isInteger(now) && !offered.includes(now)
  return [...offered, ...(isOther ? [now] : [])]
    .toSorted((a, b) => b - a)
    .map((hours) => ({ value: String(hours), label: stopText(hours) }))
}
