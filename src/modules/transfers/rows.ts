import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { transferReversals, transfers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { missing } from '../../lib/errors'

export type TransferRow = typeof transfers.$inferSelect
export type ReversalRow = typeof transferReversals.$inferSelect

const byId = prepared((db) =>
  db
    .select()
    .from(transfers)
    .where(eq(transfers.id, sql.placeholder('id')))
    .limit(1),
)
const byProcessorId = prepared((db) =>
  db
    .select()
    .from(transfers)
    .where(eq(transfers.processorId, sql.placeholder('processorId')))
    .limit(1),
)
const byPayment = prepared((db) =>
  db
    .select()
    .from(transfers)
    .where(eq(transfers.paymentId, sql.placeholder('paymentId'))),
)
const reversalsById = prepared((db) =>
  db
    .select()
    .from(transferReversals)
    .where(eq(transferReversals.id, sql.placeholder('id')))
    .limit(1),
)

export async function requireTransfer(db: Db, id: string): Promise<TransferRow> {
  const row = await byId.get(db, { id })
  if (!row) throw missing('Transfer')
  return row
}

export const transferByProcessorId = (db: Db, processorId: string) => byProcessorId.get(db, { processorId })
export const transfersOfPayment = (db: Db, paymentId: string) => byPayment.all(db, { paymentId })

export const findReversal = (db: Db, id: string) => reversalsById.get(db, { id })

export async function requireReversal(db: Db, id: string): Promise<ReversalRow> {
  const row = await findReversal(db, id)
  if (!row) throw missing('Reversal')
  return row
}

/** The key never changes while it is open whether a transfer was made under it. */
export const transferKey = ({ id, refusals }: TransferRow): string =>
  refusals === 0 ? id : `${id}.${refusals}`
