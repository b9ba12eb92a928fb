import { and, asc, eq, sql } from 'drizzle-orm'
import { demoReversals, demoTransfers } from '../../../../db/schema'
import { onlyRow, type Db, type Tx } from '../../../../db/store'
import { must } from '../../../lib/errors'
import { PaymentRefused } from '../refused'
import type { Reversal, ReversalOrder, Transfer, TransferOrder } from '../types'
import { findAccountRow, accountBalance } from './accounts'
import { recordEvent } from './events'
import { transferObject, type ReversalRow, type TransferRow } from './objects'
import { findIntent } from './payments'
import { once, demoId, type DemoWorld } from './world'

export function transfer(world: DemoWorld, order: TransferOrder): Promise<Transfer> {
  return once(world, order, {
    operation: 'transfer',
    async make(tx, now) {
      await assertTransferable(tx, order)
      const { accountId, cents, transferGroup, sourcePaymentId, key } = order
      const intentId = sourcePaymentId ?? null
      const rows = await tx
        .insert(demoTransfers)
        .values({ id: demoId('tr'), accountId, intentId, cents, transferGroup, key, createdAt: now })
        .returning()
      const made = onlyRow(rows)
      await recordEvent(tx, now, 'transfer.created', transferObject(made))
      return made.id
    },
    load: async (tx, id) => transferOf(must(await findTransferRow(tx, id), 'The transfer')),
  })
}

export async function findTransfer(
  db: Db,
  { transferGroup, key }: { transferGroup: string; key: string },
): Promise<Transfer | null> {
  const [row] = await db
    .select()
    .from(demoTransfers)
    .where(and(eq(demoTransfers.key, key), eq(demoTransfers.transferGroup, transferGroup)))
    .limit(1)
  return row ? transferOf(row) : null
}

export function reverseTransfer(world: DemoWorld, order: ReversalOrder): Promise<Reversal> {
  return once(world, order, {
    operation: 'reversal',
    async make(tx, now) {
      const reversed = afterReversal(await findTransferRow(tx, order.transferId), order.cents)
      // Money already paid out to the franchise can't be taken back.
      if ((await accountBalance(tx, reversed.accountId)) < order.cents) throw new PaymentRefused('no-funds')
      const id = demoId('trr')
      await tx.insert(demoReversals).values({ id, ...order, createdAt: now })
      const { reversedCents } = reversed
      await tx.update(demoTransfers).set({ reversedCents }).where(eq(demoTransfers.id, reversed.id))
      await recordEvent(tx, now, 'transfer.reversed', transferObject(reversed))
      return id
    },
    async load(tx, id) {
      return reversalOf(onlyRow(await tx.select().from(demoReversals).where(eq(demoReversals.id, id))))
    },
  })
}

export async function listReversals(db: Db, transferId: string): Promise<Reversal[]> {
  const rows = await db
    .select()
    .from(demoReversals)
    .where(eq(demoReversals.transferId, transferId))
    .orderBy(asc(demoReversals.createdAt), asc(demoReversals.id))
  return rows.map(reversalOf)
}

async function assertTransferable(tx: Tx, order: TransferOrder): Promise<void> {
  const account = await findAccountRow(tx, order.accountId)
  if (!account) throw new PaymentRefused('unknown')
  if (!account.payoutsEnabled) throw new PaymentRefused('account-not-ready')
  if (!Number.isSafeInteger(order.cents) || order.cents < 1) throw new PaymentRefused('too-little')
  if (order.sourcePaymentId) await assertCovered(tx, order.sourcePaymentId, order.cents)
}

/** All transfers of one payment together can't exceed it. */
async function assertCovered(tx: Tx, intentId: string, cents: number): Promise<void> {
  const intent = await findIntent(tx, intentId)
  if (intent?.kind !== 'payment') throw new PaymentRefused('unknown')
  if (intent.state !== 'succeeded') throw new PaymentRefused('wrong-state')
  const [made] = await tx
    .select({ cents: sql<number>`coalesce(sum(${demoTransfers.cents}), 0)` })
    .from(demoTransfers)
    .where(eq(demoTransfers.intentId, intentId))
  if ((made?.cents ?? 0) + cents > intent.capturedCents) throw new PaymentRefused('too-much')
}

function afterReversal(row: TransferRow | null, cents: number): TransferRow {
  if (!row) throw new PaymentRefused('unknown')
  if (!Number.isSafeInteger(cents) || cents < 1) throw new PaymentRefused('too-little')
  const reversedCents = row.reversedCents + cents
  if (reversedCents > row.cents) throw new PaymentRefused('too-much')
  return { ...row, reversedCents }
}

async function findTransferRow(db: Db, id: string): Promise<TransferRow | null> {
  const [row] = await db.select().from(demoTransfers).where(eq(demoTransfers.id, id)).limit(1)
  return row ?? null
}

function transferOf({ id, accountId, cents, reversedCents, transferGroup, key }: TransferRow): Transfer {
  return { id, accountId, cents, reversedCents, transferGroup, key }
}

function reversalOf({ id, transferId, cents, key }: ReversalRow): Reversal {
  return { id, transferId, cents, key }
}
