import { and, eq, gt, lt } from 'drizzle-orm'
import { franchises, workers, workerShifts, workerTimeOff } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { dayBounds, zonedAt } from '../../../lib/calendar'
import { day } from '../../../lib/clock'
import { timeOfDay } from '../../../lib/hours'
import type { DayHours, HoursQuery } from './model'

type Span = { startsAt: number; endsAt: number }

/** The day's shifts for the dispatch board, each in the franchise's time zone. */
export async function readHours(
  { store: { read }, settings }: Pick<Deps, 'store' | 'settings'>,
  { date, franchiseId }: HoursQuery,
): Promise<DayHours> {
  const branches = new Map((await readBranches(read)).map((branch) => [branch.id, branch]))
  const shifts = Map.groupBy(await shiftsOn(read, date), ({ workerId }) => workerId)
  const timeOff = Map.groupBy(await timeOffAround(read, date), ({ workerId }) => workerId)
  const members = await read
    .select({ id: workers.id, franchiseId: workers.franchiseId, overtimeMinutes: workers.overtimeMinutes })
    .from(workers)
    .where(
      and(
        eq(workers.active, true),
        franchiseId === undefined ? undefined : eq(workers.franchiseId, franchiseId),
      ),
    )
    .orderBy(workers.id)
  const isHoliday = settings.hours.holidays.includes(date)
  return {
    date,
    workers: members.map(({ id, franchiseId, overtimeMinutes }) => {
      const branch = branches.get(franchiseId ?? '')
      const timeZone = branch?.timeZone ?? settings.business.timeZone
      return {
        workerId: id,
        timeZone,
        closed: isHoliday || (branch?.blackoutDates.includes(date) ?? false),
        shifts: (shifts.get(id) ?? []).map(({ startMinute, endMinute }) => ({
          start: timeOfDay(startMinute),
          end: timeOfDay(endMinute),
        })),
        timeOff: (timeOff.get(id) ?? []).flatMap((span) => onTheDay(span, date, timeZone)),
        overtimeMinutes: overtimeMinutes ?? settings.hours.overtime.minutes,
      }
    }),
  }
}

const readBranches = (db: Db) =>
  db
    .select({ id: franchises.id, timeZone: franchises.timeZone, blackoutDates: franchises.blackoutDates })
    .from(franchises)

const shiftsOn = (db: Db, date: string) =>
  db
    .select()
    .from(workerShifts)
    .where(eq(workerShifts.weekday, Temporal.PlainDate.from(date).dayOfWeek))
    .orderBy(workerShifts.startMinute)

/** Covers one extra day on either side, for every time zone. */
function timeOffAround(db: Db, date: string) {
  const { from, to } = dayBounds(date, 'UTC')
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
