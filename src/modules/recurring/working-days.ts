import { and, eq, sql } from 'drizzle-orm'
import { franchises, workers, workerShifts } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { openDays, usualWeek, type Opening } from '../../lib/open-days'

/** Working days of franchises, each looked up once per run. */
export class WorkingDays {
  readonly #openings = new Map<string, Opening>()

  /** The first day on or after a date on which somebody can come. */
  async onOrAfter(db: Db, franchiseId: string | null, date: string): Promise<string> {
    return openDays(date, 1, await this.#openingOf(db, franchiseId))[0] ?? date
  }

  async #openingOf(db: Db, franchiseId: string | null): Promise<Opening> {
    if (franchiseId === null) return { closed: new Set() }
    const known = this.#openings.get(franchiseId)
    if (known) return known
    const opening = await readOpening(db, franchiseId)
    this.#openings.set(franchiseId, opening)
    return opening
  }
}

/** The weekdays are those of its workers' shifts; without any it is Monday to Saturday. Never a Sunday. */
async function readOpening(db: Db, franchiseId: string): Promise<Opening> {
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
  const weekdays = new Set(shifts.map(({ weekday }) => weekday).filter((weekday) => usualWeek.has(weekday)))
  return { closed: new Set(franchise?.blackoutDates), weekdays: weekdays.size > 0 ? weekdays : usualWeek }
}
