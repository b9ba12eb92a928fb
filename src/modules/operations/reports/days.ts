import { sql, type SQL } from 'drizzle-orm'
import { zonedAt } from '../../../lib/calendar'
import { day, minute } from '../../../lib/clock'

/** Days since 1970 on the calendar of a time zone. */
export type DayNumber = number

export const dayNumberOf = (date: string): DayNumber => Date.parse(`${date}T00:00:00Z`) / day
export const dateOf = (number: DayNumber): string => new Date(number * day).toISOString().slice(0, 10)
export const monthOf = (number: DayNumber): string => dateOf(number).slice(0, 7)
/** 1 is Monday, 7 is Sunday; January 1, 1970 was a Thursday. */
export const weekdayOf = (number: DayNumber): number => ((((number + 3) % 7) + 7) % 7) + 1

/** Minutes since 1970 by the local clock of a time zone. */
export const clockMinuteAt = (at: number, timeZone: string): number =>
  Math.floor((at + offsetAt(at, timeZone)) / minute)

export function dayNumberAt(at: number, timeZone: string): DayNumber {
  return Math.floor((at + offsetAt(at, timeZone)) / day)
}

/**
 * The same in SQL, which has no time zones, so every offset is spelled out. The latest comes first because most rows
 * are recent.
 */
export function sqlDayOf(moment: SQL, timeZone: string, now: number): SQL {
  const branches = offsetsUntil(now + 400 * day, timeZone).map(({ since, offset }) =>
    since === null
      ? sql.raw(`ELSE ${offset}`)
      : sql`WHEN ${moment} >= ${sql.raw(String(since))} THEN ${sql.raw(String(offset))}`,
  )
  const offset =
    branches.length === 1
      ? sql.raw(String(offsetAt(now, timeZone)))
      : sql`CASE ${sql.join(branches, sql` `)} END`
  return sql`((${moment} + ${offset}) / ${sql.raw(String(day))})`
}

/** Clock changes before this are ignored because there are no bookings that old. */
const earliest = Date.UTC(2015, 0, 1)

function offsetsUntil(end: number, timeZone: string): { since: number | null; offset: number }[] {
  const found: { since: number | null; offset: number }[] = [
    { since: null, offset: offsetAt(earliest, timeZone) },
  ]
  let at = zonedAt(earliest, timeZone).getTimeZoneTransition('next')
  while (at !== null && at.epochMilliseconds < end) {
    found.push({ since: at.epochMilliseconds, offset: at.offsetNanoseconds / 1e6 })
    at = at.getTimeZoneTransition('next')
  }
  return found.toReversed()
}

const offsetAt = (at: number, timeZone: string): number => zonedAt(at, timeZone).offsetNanoseconds / 1e6
