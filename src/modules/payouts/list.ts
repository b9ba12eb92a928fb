import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { franchises, jobs, payments, transfers } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { unitsFromCents } from '../../lib/money'
import { referenceOf } from '../../lib/reference'
import type { TransferHold, TransferItem, TransferQuery } from './model'
import { presentTransfer } from './statement'
import { leftOfTransfer, type TransferRow } from './transfers'

interface ListedTransfer {
  transfer: TransferRow
  job: { id: string; reference: string | null; customerName: string; type: string } | null
  accountId: string | null
  payoutsEnabled: boolean | null
  disputed: boolean | null
  left: number
}

/** Newest first, because ids are ordered by time. */
export function listTransfers(
  { store }: Deps,
  { franchiseId, state, unsent }: Pick<TransferQuery, 'franchiseId' | 'state' | 'unsent'>,
): Listing<ListedTransfer, TransferItem> {
  // Written out, because a partial index is used only for constants.
  const isUnsent = sql`${transfers.state} IN ('pending', 'intended', 'refused')`
  return {
    kinds: ['string'],
    position: ({ transfer }) => [transfer.id],
    present: presentItem,
    rows: (limit, after) =>
      store.read
        .select({
          transfer: transfers,
          job: { id: jobs.id, reference: jobs.reference, customerName: jobs.customerName, type: jobs.type },
          accountId: franchises.accountId,
          payoutsEnabled: franchises.payoutsEnabled,
          disputed: payments.disputed,
          left: leftOfTransfer,
        })
        .from(transfers)
        .leftJoin(jobs, eq(jobs.id, transfers.jobId))
        .leftJoin(franchises, eq(franchises.id, transfers.franchiseId))
        .leftJoin(payments, eq(payments.id, transfers.paymentId))
        .where(
          and(
            franchiseId === undefined ? undefined : eq(transfers.franchiseId, franchiseId),
            state === undefined ? undefined : eq(transfers.state, state),
            unsent === undefined ? undefined : unsent ? isUnsent : sql`NOT ${isUnsent}`,
            after ? lt(transfers.id, String(after[0])) : undefined,
          ),
        )
        .orderBy(desc(transfers.id))
        .limit(limit),
  }
}

function presentItem(row: ListedTransfer): TransferItem {
  return {
    ...presentTransfer(row.transfer),
    reference: row.job && referenceOf(row.job),
    customerName: row.job?.customerName ?? null,
    service: row.job?.type ?? null,
    left: unitsFromCents(row.left),
    hold: holdOf(row),
  }
}

/** A waiting transfer goes out once its account can receive it, and nothing else stands in its way. */
function holdOf({ transfer, accountId, payoutsEnabled, disputed }: ListedTransfer): TransferHold | null {
  if (transfer.state === 'refused') return 'failed'
  if (transfer.state === 'intended') return 'sending'
  if (transfer.state !== 'pending') return null
  if (accountId === null) return 'no-account'
  if (!payoutsEnabled || transfer.refusal === 'account-not-ready') return 'not-approved'
  return disputed ? 'disputed' : 'refunding'
}
