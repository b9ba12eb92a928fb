import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm'
import { payments } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { dayBounds } from '../../lib/calendar'
import { isoTimeOrNull } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import type { PaymentQuery, PaymentRecord } from './model'
import type { PaymentRow } from './rows'

/** Every payment that came in, newest first. */
export function listPayments(
  { store, settings }: Deps,
  { method, franchiseId, jobId, from, to }: PaymentQuery,
): Listing<PaymentRow, PaymentRecord> {
  const { timeZone } = settings.business
  return {
    kinds: ['number', 'string'],
    position: (row) => [row.paidAt ?? 0, row.id],
    present: presentRecord,
    rows: (limit, after) =>
      store.read
        .select()
        .from(payments)
        .where(
          and(
            sql`${payments.status} = 'succeeded' AND ${payments.kind} = 'payment'`,
            method === undefined ? undefined : eq(payments.method, method),
            franchiseId === undefined ? undefined : eq(payments.franchiseId, franchiseId),
            jobId === undefined ? undefined : eq(payments.jobId, jobId),
            from === undefined ? undefined : gte(payments.paidAt, dayBounds(from, timeZone).from),
            to === undefined ? undefined : lt(payments.paidAt, dayBounds(to, timeZone).to),
            after
              ? or(
                  lt(payments.paidAt, Number(after[0])),
                  and(eq(payments.paidAt, Number(after[0])), lt(payments.id, String(after[1]))),
                )
              : undefined,
          ),
        )
        .orderBy(desc(payments.paidAt), desc(payments.id))
        .limit(limit),
  }
}

const presentRecord = (row: PaymentRow): PaymentRecord => ({
  id: row.id,
  jobId: row.jobId,
  franchiseId: row.franchiseId,
  method: row.method,
  amount: unitsFromCents(row.capturedCents),
  refunded: row.undoneAt === null ? unitsFromCents(row.refundedCents) : 0,
  tax: unitsFromCents(row.taxCents),
  fee: row.feeCents === null ? null : unitsFromCents(row.feeCents),
  franchiseShare: unitsFromCents(row.franchiseCents),
  receivedBy: row.receivedBy,
  pays: row.pays,
  note: row.note,
  recordedBy: row.recordedBy,
  paidAt: isoTimeOrNull(row.paidAt),
  undoneAt: isoTimeOrNull(row.undoneAt),
  undoneReason: row.undoneReason,
})
