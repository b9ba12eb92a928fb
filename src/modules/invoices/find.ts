import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { invoiceCounters, invoices } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { numberText } from './issue'
import type { InvoiceRow } from './rows'

/** Finds invoices for the search box: by number, then those of jobs that were found. */
export async function findInvoices(
  db: Db,
  text: string,
  {
    jobIds,
    franchiseId,
    limit,
  }: { jobIds: readonly string[]; franchiseId: string | undefined; limit: number },
): Promise<InvoiceRow[]> {
  const among = franchiseId === undefined ? undefined : eq(invoices.franchiseId, franchiseId)
  const read = (condition: SQL | undefined) =>
    // The plus keeps SQLite from walking all invoices in the order of their ids.
    db
      .select()
      .from(invoices)
      .where(and(condition, among))
      .orderBy(sql`+${invoices.id} DESC`)
      .limit(limit)
  const number = text.trim().toUpperCase()
  const isNumber = /^[A-Z]+\d*-/.test(number)
  const found = [
    ...(isNumber ? await read(and(gte(invoices.number, number), lt(invoices.number, `${number}~`))) : []),
    ...(await byCount(db, number, read)),
    ...(jobIds.length === 0 ? [] : await read(isAnyOf(invoices.jobId, jobIds))),
  ]
  return [...new Map(found.map((row) => [row.id, row])).values()].slice(0, limit)
}

/** `42`, `0042` or `2026-0042` is the invoice with this count in any series. */
async function byCount(
  db: Db,
  text: string,
  read: (condition: SQL) => Promise<InvoiceRow[]>,
): Promise<InvoiceRow[]> {
  const [, year, count] = /^#?\s*(?:(\d{4})-)?0*(\d{1,6})$/.exec(text) ?? []
  if (count === undefined) return []
  const series = await db
    .select()
    .from(invoiceCounters)
    .where(
      and(
        gte(invoiceCounters.last, Number(count)),
        year === undefined ? undefined : eq(invoiceCounters.year, Number(year)),
      ),
    )
  return read(
    isAnyOf(
      invoices.number,
      series.map((one) => numberText({ ...one, last: Number(count) })),
    ),
  )
}
