import { and, desc, eq, lt } from 'drizzle-orm'
import { transfers } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import type { Transfer, TransferQuery } from './model'
import type { TransferRow } from './rows'

/** Newest first: ids are ordered by time. */
export function listTransfers(
  { store }: Deps,
  { franchiseId, state }: Pick<TransferQuery, 'franchiseId' | 'state'>,
): Listing<TransferRow, Transfer> {
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentTransfer,
    rows: (limit, after) =>
      store.read
        .select()
        .from(transfers)
        .where(
          and(
            franchiseId === undefined ? undefined : eq(transfers.franchiseId, franchiseId),
            state === undefined ? undefined : eq(transfers.state, state),
            after ? lt(transfers.id, String(after[0])) : undefined,
          ),
        )
        .orderBy(desc(transfers.id))
        .limit(limit),
  }
}

export function presentTransfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    franchiseId: row.franchiseId,
    jobId: row.jobId,
    paymentId: row.paymentId,
    amount: unitsFromCents(row.cents),
    reversed: unitsFromCents(row.reversedCents),
    state: row.state,
    accountId: row.accountId,
    transferId: row.processorId,
    refusal: row.refusal,
    createdAt: isoTime(row.createdAt),
    doneAt: isoTimeOrNull(row.doneAt),
  }
}
