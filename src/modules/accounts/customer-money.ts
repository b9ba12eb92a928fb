import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { invoices, jobs, payments, refunds } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing, Position } from '../../http/listing'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import { referenceOf } from '../../lib/reference'
import type { MoneyItem, MoneyQuery } from './customer-page-model'

interface Entry extends Omit<MoneyItem, 'at' | 'amount' | 'paidAt' | 'reference'> {
  at: number
  cents: number
  paidAt: number | null
  reference: string | null
}

const none = { number: null, status: null, dueOn: null, paidAt: null, method: null, card: null }

/** Invoices, credit notes, payments and refunds in one list, newest first. */
export function listMoney(
  { store }: Deps,
  customerId: string,
  { franchiseId }: Pick<MoneyQuery, 'franchiseId'>,
): Listing<Entry, MoneyItem> {
  const own = and(
    eq(jobs.customerId, customerId),
    franchiseId === undefined ? undefined : eq(jobs.franchiseId, franchiseId),
  )
  return {
    kinds: ['number', 'string'],
    position: ({ at, id }) => [at, id],
    present: ({ cents, at, paidAt, reference, ...rest }) => ({
      ...rest,
      at: isoTime(at),
      amount: unitsFromCents(cents),
      reference: referenceOf({ id: rest.jobId, reference }),
      paidAt: isoTimeOrNull(paidAt),
    }),
    rows: async (limit, after) => {
      const parts = [billed, paid, returned].map((read) => read(store.read, own, limit, after))
      const all = (await Promise.all(parts)).flat()
      return all.toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1)).slice(0, limit)
    },
  }
}

const isBefore = (at: SQL, id: SQL, after: Position | null) =>
  after === null ? undefined : sql`(${at}, ${id}) < (${after[0]}, ${after[1]})`

async function billed(db: Db, own: SQL | undefined, limit: number, after: Position | null): Promise<Entry[]> {
  const { id, kind, totalCents, number, status, dueOn, paidAt, sentAt, createdAt, jobId } = invoices
  const at = sql<number>`coalesce(${sentAt}, ${createdAt})`
  const rows = await db
    .select({ id, kind, at, totalCents, number, status, dueOn, paidAt, jobId, reference: jobs.reference })
    .from(jobs)
    .innerJoin(invoices, eq(jobId, jobs.id))
    .where(and(own, isBefore(at, sql`${id}`, after)))
    .orderBy(desc(at), desc(id))
    .limit(limit)
  return rows.map(({ totalCents: cents, ...row }) => ({
    ...none,
    ...row,
    cents: row.kind === 'credit_note' ? -cents : cents,
  }))
}

async function paid(db: Db, own: SQL | undefined, limit: number, after: Position | null): Promise<Entry[]> {
  const { id, capturedCents, method, cardLast4, jobId } = payments
  const at = sql<number>`coalesce(${payments.paidAt}, ${payments.createdAt})`
  const rows = await db
    .select({ id, at, cents: capturedCents, method, card: cardLast4, jobId, reference: jobs.reference })
    .from(jobs)
    .innerJoin(payments, eq(jobId, jobs.id))
    .where(
      and(
        own,
        eq(payments.kind, 'payment'),
        inArray(payments.status, ['succeeded']),
        isNull(payments.undoneAt),
        isBefore(at, sql`${id}`, after),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit)
  return rows.map((row) => ({ ...none, ...row, kind: 'payment' as const }))
}

async function returned(
  db: Db,
  own: SQL | undefined,
  limit: number,
  after: Position | null,
): Promise<Entry[]> {
  const { id, cents, jobId, method } = refunds
  const at = sql<number>`coalesce(${refunds.doneAt}, ${refunds.createdAt})`
  const rows = await db
    .select({ id, at, cents, jobId, method, reference: jobs.reference })
    .from(jobs)
    .innerJoin(refunds, eq(jobId, jobs.id))
    .where(and(own, eq(refunds.state, 'done'), isBefore(at, sql`${id}`, after)))
    .orderBy(desc(at), desc(id))
    .limit(limit)
  return rows.map((row) => ({
    ...none,
    ...row,
    cents: -row.cents,
    method: row.method ?? ('card' as const),
    kind: 'refund' as const,
  }))
}
