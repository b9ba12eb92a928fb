import { formatMoment } from '../../client/format'
import { addDays, isoOf, localTime } from '../shared/zone'

/** Time off as it is typed: an empty last day is the first. */
interface TypedAbsence {
  startDate: string
  startTime: string
  endDate: string
  endTime: string
}

/** The last minute a time field can show stands for the end of its day. */
const lastMinute = '23:59'
export const wholeDay = { startTime: '00:00', endTime: lastMinute }

/** What is sent: whole days end where the next one begins, or they would not be whole. */
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

/** The end as it was typed: nobody calls Friday's midnight a Saturday. */
export function endText(endsAt: string, timeZone: string): string {
  const isMidnight = localTime(endsAt, timeZone).time === '00:00'
  return formatMoment(isMidnight ? new Date(Date.parse(endsAt) - 60_000).toISOString() : endsAt, timeZone)
}
