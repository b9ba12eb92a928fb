import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { everyColumn, prepared } from '../../../db/prepared'
import { billingCharges } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { ScheduleRow } from './rows'

export type ChargeRow = typeof billingCharges.$inferSelect

const insert = prepared((db) =>
  db.insert(billingCharges).values(everyColumn(billingCharges)).onConflictDoNothing(),
)
const byId = prepared((db) =>
  db
    .select()
    .from(billingCharges)
    .where(eq(billingCharges.id, sql.placeholder('id')))
    .limit(1),
)
const due = prepared((db) =>
  db
    .select({ id: billingCharges.id })
    .from(billingCharges)
    // Spelled out: an index over some rows is used only for constants.
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

/** The intention to charge. The same attempt is intended once, however often somebody tries. */
export async function insertCharge(tx: Tx, charge: NewCharge): Promise<void> {
  const { schedule, at, ...rest } = charge
  const row: ChargeRow = {
    ...rest,
    id: `${schedule.id}:${rest.period}:${rest.attempt}`,
    scheduleId: schedule.id,
    cents: null,
    paymentsCustomerId: null,
    state: 'intended',
    asked: 0,
    processorId: null,
    refusal: null,
    doneAt: null,
    createdAt: at,
    updatedAt: at,
  }
  await insert.run(tx, row)
}

export const findCharge = (db: Db, id: string): Promise<ChargeRow | undefined> => byId.get(db, { id })

export async function dueCharges(db: Db, now: number, limit: number): Promise<string[]> {
  return (await due.all(db, { now, limit })).map(({ id }) => id)
}
