import { zonedAt } from '../../lib/local-days'

const quietFrom = 21
const quietTo = 8

/** When texts to many may go again, or null when they may go now: never from 21:00 to 08:00 local time. */
export function quietUntil(now: number, timeZone: string): number | null {
  const local = zonedAt(now, timeZone)
  if (local.hour >= quietTo && local.hour < quietFrom) return null
  const day = local.hour >= quietFrom ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return day.toZonedDateTime({ timeZone, plainTime: { hour: quietTo } }).epochMilliseconds
}
