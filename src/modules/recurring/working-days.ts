import { and, eq, sql } from 'drizzle-orm'
import { franchises, workers, workerShifts } from '../../../db/schema'
import type { Db } from '../../../db/store'

/** Sunday, by ISO. */
const restDay = 7
/** Nobody closes for longer; a list of closed days without an end must not be searched without one. */
const longestClosure = 366

interface Calendar {
  closed: ReadonlySet<string>
  /** ISO weekdays on which somebody works. */
  weekdays: ReadonlySet<number>
}

const usualWeek = new Set([1, 2, 3, 4, 5, 6])

/** Working days of franchises, each looked up once per run. */
export class WorkingDays {
  readonly #calendars = new Map<string, Calendar>()

  /** The first day on or after a date on which somebody can come. */
  async onOrAfter(db: Db, franchiseId: string | null, date: string): Promise<string> {
    const { closed, weekdays } = await this.#calendarOf(db, franchiseId)
    let day = Temporal.PlainDate.from(date)
    for (let shifted = 0; shifted < longestClosure; shifted++) {
      if (weekdays.has(day.dayOfWeek) && !closed.has(day.toString())) return day.toString()
      day = day.add({ days: 1 })
    }
    return date
  }

  async #calendarOf(db: Db, franchiseId: string | null): Promise<Calendar> {
    if (franchiseId === null) return { closed: new Set(), weekdays: usualWeek }
    const known = this.#calendars.get(franchiseId)
    if (known) return known
    const calendar = await readCalendar(db, franchiseId)
    this.#calendars.set(franchiseId, calendar)
    return calendar
  }
}

/** The weekdays are those of its workers' shifts; without any it is Monday to Saturday. Never a Sunday. */
async function readCalendar(db: Db, franchiseId: string): Promise<Calendar> {
  const [franchise] = await db
    .select({ blackoutDates: franchises.blackoutDates })
    .from(franchises)
    .where(eq(franchises.id, franchiseId))
    .limit(1)
  const shifts = await db
    .select({ weekday: sql<number>`DISTINCT ${workerShifts.weekday}` })
    .from(workerShifts)
    .innerJoin(workers, eq(workers.id, workerShifts.workerId))
    .where(and(eq(workers.franchiseId, franchiseId), eq(workers.active, true)))
  const weekdays = new Set(shifts.map(({ weekday }) => weekday).filter((weekday) => weekday !== restDay))
  return { closed: new Set(franchise?.blackoutDates), weekdays: weekdays.size > 0 ? weekdays : usualWeek }
}
