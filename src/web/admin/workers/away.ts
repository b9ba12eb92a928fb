import { formatPast } from '../../client/format'
import { addDays, isoOf, localTime } from '../shared/zone'

/** Time off as typed. An empty last day means one day. */
interface TypedAbsence {
  startDate: string
  startTime: string
  endDate: string
  endTime: string
}

/** A time field can't show 24:00, so its last minute stands for the end of the day. */
const lastMinute = '23:59'
export const wholeDay = { startTime: '00:00', endTime: lastMinute }

/** The span to send. A whole day ends at the next midnight. */
export function spanOfAbsence(typed: TypedAbsence, timeZone: string): { startsAt: string; endsAt: string } {
  const { startDate, startTime, endTime } = typed
  const date = typed.endDate || startDate
  const end =
    endTime === lastMinute && date !== ''
      ? { date: addDays(date, 1), time: '00:00' }
      : { date, time: endTime }
  return {
    startsAt: isoOf({ date: startDate, time: startTime }, timeZone) ?? '',
    endsAt: isoOf(end, timeZone) ?? '',
  }
}

/** The end as typed, so time off until Friday midnight doesn't say Saturday. */
export function endText(endsAt: string, timeZone: string): string {
  const isMidnight = localTime(endsAt, timeZone).time === '00:00'
  return formatPast(isMidnight ? new Date(Date.parse(endsAt) - 60_000).toISOString() : endsAt, timeZone)
}
