import { eq, sql, and, asc, lte } from 'drizzle-orm'
import { billingSchedules, billingCharges } from '../../../../db/schema'
import { prepared, placeholders, type Db, type Tx } from '../../../../db/store'
import { isoTime } from '../../../lib/clock'
import { missing } from '../../../lib/errors'
import { unitsFromCents } from '../../../lib/money'
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

export type ChargeRow = typeof billingCharges.$inferSelect

const insertRow = prepared((db) =>
  db.insert(billingCharges).values(placeholders(billingCharges)).onConflictDoNothing(),
)
const chargeById = prepared((db) =>
  db
    .select()
    .from(billingCharges)
    .where(eq(billingCharges.id, sql.placeholder('id')))
    .limit(1),
)
const dueRows = prepared((db) =>
  db
    .select({ id: billingCharges.id })
    .from(billingCharges)
    // A constant, because SQLite uses a partial index only when the condition is spelled out.
    .where(and(sql`${billingCharges.state} = 'intended'`, lte(billingCharges.dueAt, sql.placeholder('now'))))
    .orderBy(asc(billingCharges.dueAt), asc(billingCharges.id))
    .limit(sql.placeholder('limit')),
)

interface NewCharge {
  schedule: Pick<ScheduleRow, 'id'>
  period: string
  attempt: number
  invoiceId: string
  jobId: string
  dueAt: number
  at: number
}

/** Plans a charge. The same attempt is planned only once, however often this runs. */
export async function insertCharge(tx: Tx, charge: NewCharge): Promise<void> {
  const { schedule, at, ...rest } = charge
  const row: ChargeRow = {
    ...rest,
    id: `${schedule.id}:${rest.period}:${rest.attempt}`,
    scheduleId: schedule.id,
    cents: null,
    paymentsCustomerId: null,
    cardId: null,
    state: 'intended',
    asked: 0,
    processorId: null,
    refusal: null,
    doneAt: null,
    createdAt: at,
    updatedAt: at,
  }
  await insertRow.run(tx, row)
}

export const findCharge = (db: Db, id: string): Promise<ChargeRow | undefined> => chargeById.get(db, { id })

export async function dueCharges(db: Db, now: number, limit: number): Promise<string[]> {
  return (await dueRows.all(db, { now, limit })).map(({ id }) => id)
}
