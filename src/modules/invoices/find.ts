import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { invoiceCounters, invoices } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { inFranchise, searchTiers } from '../../lib/search-words'
import { numberText } from './issue'
import type { InvoiceRow } from './rows'

/** Jobs that fit the text, of which the newest are looked at for their invoices. */
const mostJobs = 200

/** Finds invoices for the search box: by number, or by the customer and the address of their job. */
export async function findInvoices(
  db: Db,
  text: string,
  franchiseId: string | undefined,
  limit: number,
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
  const found = new Map<string, InvoiceRow>()
  const add = (rows: InvoiceRow[]) => rows.forEach((row) => found.set(row.id, row))
  const number = text.trim().toUpperCase()
  if (/^[A-Z]+\d*-/.test(number))
    add(await read(and(gte(invoices.number, number), lt(invoices.number, `${number}~`))))
  add(await byCount(db, number, read))
  for (const words of searchTiers(text)) {
    if (found.size >= limit) break
    const jobIds = sql`SELECT id FROM jobs WHERE seq IN (SELECT rowid FROM job_search
      WHERE job_search MATCH ${inFranchise(words, franchiseId)} ORDER BY rowid DESC LIMIT ${mostJobs})`
    add(await read(sql`${invoices.jobId} IN (${jobIds})`))
  }
  return [...found.values()].slice(0, limit)
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
