import { and, eq, gt, lt } from 'drizzle-orm'
import { franchises, workers, workerShifts, workerTimeOff } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { dayBounds, daysAfter, zonedAt } from '../../../lib/calendar'
import { day } from '../../../lib/clock'
import { timeOfDay } from '../../../lib/hours'
import type { DayHours, HoursQuery } from './model'

type Span = { startsAt: number; endsAt: number }

/** The shifts of each day for the dispatch board, in the franchise's time zone. */
export async function readHours(
  { store: { read }, settings }: Pick<Deps, 'store' | 'settings'>,
  { date: first, days, franchiseId }: HoursQuery,
): Promise<DayHours> {
  const dates = Array.from({ length: days }, (_, at) => daysAfter(first, at))
  const branches = new Map((await readBranches(read)).map((branch) => [branch.id, branch]))
  const shifts = Map.groupBy(await readShifts(read), ({ workerId, weekday }) => `${workerId} ${weekday}`)
  const timeOff = Map.groupBy(await timeOffAround(read, first, days), ({ workerId }) => workerId)
  const members = await readMembers(read, franchiseId)
  const hoursOn = (date: string) => {
    const isHoliday = settings.hours.holidays.includes(date)
    const weekday = Temporal.PlainDate.from(date).dayOfWeek
    return members.map(({ id, franchiseId, overtimeMinutes }) => {
      const branch = branches.get(franchiseId ?? '')
      const timeZone = branch?.timeZone ?? settings.business.timeZone
      return {
        workerId: id,
        date,
        timeZone,
        closed: isHoliday || (branch?.blackoutDates.includes(date) ?? false),
        shifts: (shifts.get(`${id} ${weekday}`) ?? []).map(({ startMinute, endMinute }) => ({
          start: timeOfDay(startMinute),
          end: timeOfDay(endMinute),
        })),
        timeOff: (timeOff.get(id) ?? []).flatMap((span) => onTheDay(span, date, timeZone)),
        overtimeMinutes: overtimeMinutes ?? settings.hours.overtime.minutes,
      }
    })
  }
  return { date: first, workers: dates.flatMap(hoursOn) }
}

const readMembers = (db: Db, franchiseId: string | undefined) =>
  db
    .select({ id: workers.id, franchiseId: workers.franchiseId, overtimeMinutes: workers.overtimeMinutes })
    .from(workers)
    .where(
      and(
        eq(workers.active, true),
        franchiseId === undefined ? undefined : eq(workers.franchiseId, franchiseId),
      ),
    )
    .orderBy(workers.id)

const readBranches = (db: Db) =>
  db
    .select({ id: franchises.id, timeZone: franchises.timeZone, blackoutDates: franchises.blackoutDates })
    .from(franchises)

const readShifts = (db: Db) => db.select().from(workerShifts).orderBy(workerShifts.startMinute)

/** Covers one extra day on either side, for every time zone. */
function timeOffAround(db: Db, first: string, days: number) {
  const { from } = dayBounds(first, 'UTC')
  const { to } = dayBounds(daysAfter(first, days - 1), 'UTC')
  const { startsAt, endsAt } = workerTimeOff
  return db
    .select()
    .from(workerTimeOff)
    .where(and(lt(startsAt, to + day), gt(endsAt, from - day)))
    .orderBy(startsAt)
}

/** The part of time off on this day in local time, or nothing if it is on other days. */
function onTheDay(
  { startsAt, endsAt, reason }: Span & { reason: string | null },
  date: string,
  zone: string,
) {
  const { from, to } = dayBounds(date, zone)
  if (startsAt >= to || endsAt <= from) return []
  const start = startsAt <= from ? '00:00' : clockAt(startsAt, zone)
  return [{ start, end: endsAt >= to ? '24:00' : clockAt(endsAt, zone), reason }]
}

/** A time of day in a time zone. */
export function clockAt(moment: number, zone: string): string {
  const { hour, minute } = zonedAt(moment, zone)
  return timeOfDay(hour * 60 + minute)
}
