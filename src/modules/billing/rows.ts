import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { billingSchedules } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { isoTime } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { unitsFromCents } from '../../lib/money'
import type { Recurrence } from '../../lib/recurrence'
import type { Schedule } from './model'

export type ScheduleRow = typeof billingSchedules.$inferSelect

const byId = prepared((db) =>
  db
    .select()
    .from(billingSchedules)
    .where(eq(billingSchedules.id, sql.placeholder('id')))
    .limit(1),
)

export const findSchedule = (db: Db, id: string): Promise<ScheduleRow | undefined> => byId.get(db, { id })

export async function requireSchedule(db: Db, id: string): Promise<ScheduleRow> {
  const row = await findSchedule(db, id)
  if (!row) throw missing('Schedule')
  return row
}

export const recurrenceOf = ({ anchorDate, intervalMonths }: ScheduleRow): Recurrence => ({
  anchorDate,
  intervalMonths,
})

export function presentSchedule(row: ScheduleRow): Schedule {
  const { priceCents, demo: _, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    price: unitsFromCents(priceCents),
    active: row.status === 'active',
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}
