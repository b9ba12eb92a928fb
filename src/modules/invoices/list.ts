import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm'
import { franchises, invoices } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing, Position } from '../../http/listing'
import { invoiceStateOf } from '../../lib/invoice-states'
import { unitsFromCents } from '../../lib/money'
import { jobsFound } from '../jobs'
import type { InvoiceItem, InvoiceQuery } from './model'
import { presentInvoice } from './present'
import type { InvoiceRow } from './rows'
import { isInBucket, paidSoFar, stateIs, todayOf } from './states'

export interface ListedRow {
  invoice: InvoiceRow
  /** Payments toward it; zero where nothing is due anymore. */
  paidCents: number
}

/** Newest first, because ids are ordered by time, unless another order is asked for. */
export async function listInvoices(
  deps: Deps,
  query: InvoiceQuery,
): Promise<Listing<ListedRow, InvoiceItem>> {
  const found = query.q === undefined ? undefined : await isFound(deps, query.q)
  const today = todayOf(deps)
  const order = orderOf(query)
  return {
    kinds: order.key === null ? ['string'] : [order.kind, 'string'],
    position: ({ invoice }) => (order.key === null ? [invoice.id] : [order.valueOf(invoice), invoice.id]),
    present: (row) => presentItem(row, today),
    beside: (rows) => spreadsheetColumns(deps, rows),
    idsOnly: ['id', 'jobId', 'franchiseId', 'scheduleId', 'creditsId', 'refundId'],
    rows: (limit, after) =>
      deps.store.read
        .select({ invoice: invoices, paidCents: paidSoFar })
        .from(invoices)
        .where(and(wanted(query, today), found, after ? isAfter(order, after) : undefined))
        .orderBy(...[...(order.key === null ? [] : [order.key]), invoices.id].map(order.by))
        .limit(limit),
  }
}

function presentItem({ invoice, paidCents }: ListedRow, today: string): InvoiceItem {
  const isOpen = invoice.kind === 'invoice' && invoice.status !== 'void' && invoice.paidAt === null
  return {
    ...presentInvoice(invoice),
    state: invoiceStateOf({ ...invoice, total: invoice.totalCents }, today),
    amount: unitsFromCents(signed(invoice, invoice.totalCents)),
    balance: unitsFromCents(isOpen ? Math.max(0, invoice.totalCents - paidCents) : 0),
  }
}

const signed = ({ kind }: InvoiceRow, cents: number): number => (kind === 'credit_note' ? -cents : cents)

/** In a spreadsheet people add up whole columns, so credit notes are negative, and franchises have names. */
async function spreadsheetColumns({ store }: Deps, rows: ListedRow[]) {
  const known = await store.read.select({ id: franchises.id, name: franchises.name }).from(franchises)
  const nameOf = new Map(known.map(({ id, name }) => [id, name]))
  return rows.map(({ invoice }) => ({
    tax: unitsFromCents(signed(invoice, invoice.taxCents)),
    total: unitsFromCents(signed(invoice, invoice.totalCents)),
    franchise: nameOf.get(invoice.franchiseId ?? '') ?? null,
  }))
}

/** Finds part of a number, and invoices of jobs that the job search finds: by name, email, phone or address. */
async function isFound(deps: Deps, text: string): Promise<SQL> {
  const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(${invoices.jobId} IN (${await jobsFound(deps, text)})
    OR ${invoices}.rowid IN (SELECT numbered.rowid FROM ${invoices} AS numbered WHERE numbered.number LIKE ${part} ESCAPE '\\'))`
}

function wanted(query: InvoiceQuery, today: string): SQL | undefined {
  const { status, kind, paid, overdue, state, aging, franchiseId, jobId, scheduleId, number } = query
  return and(
    status === undefined ? undefined : eq(invoices.status, status),
    kind === undefined ? undefined : eq(invoices.kind, kind),
    paid === undefined ? undefined : paid ? isNotNull(invoices.paidAt) : isNull(invoices.paidAt),
    overdue === undefined ? undefined : overdue ? stateIs('overdue', today) : not(stateIs('overdue', today)),
    state === undefined ? undefined : stateIs(state, today),
    aging === undefined ? undefined : isInBucket(aging, today),
    franchiseId === undefined ? undefined : eq(invoices.franchiseId, franchiseId),
    jobId === undefined ? undefined : eq(invoices.jobId, jobId),
    scheduleId === undefined ? undefined : eq(invoices.scheduleId, scheduleId),
    number === undefined ? undefined : eq(invoices.number, number),
    query.from === undefined ? undefined : gte(invoices.issuedOn, query.from),
    query.to === undefined ? undefined : lte(invoices.issuedOn, query.to),
  )
}

/** Written exactly as in the schema, because an index over an expression is used only for the same expression. */
const keys = {
  due: {
    key: sql`CASE WHEN ${invoices.dueOn} IS NULL THEN '9999-12-31' ELSE ${invoices.dueOn} END`,
    kind: 'string',
    valueOf: (row: InvoiceRow) => row.dueOn ?? '9999-12-31',
  },
  customer: {
    key: sql`lower(${invoices.customerName})`,
    kind: 'string',
    // SQLite lowers only the letters of ASCII.
    valueOf: (row: InvoiceRow) => row.customerName.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  },
  amount: {
    key: sql`CASE ${invoices.kind} WHEN 'credit_note' THEN -${invoices.totalCents} ELSE ${invoices.totalCents} END`,
    kind: 'number',
    valueOf: (row: InvoiceRow) => signed(row, row.totalCents),
  },
  created: { key: null, kind: 'string', valueOf: (row: InvoiceRow) => row.id },
} as const

const usualOrder = { created: 'desc', due: 'asc', customer: 'asc', amount: 'desc' } as const

function orderOf({ sort = 'created', order = usualOrder[sort] }: InvoiceQuery) {
  return { ...keys[sort], by: order === 'asc' ? asc : desc, isBeyond: order === 'asc' ? gt : lt }
}

function isAfter({ key, isBeyond }: ReturnType<typeof orderOf>, after: Position): SQL | undefined {
  if (key === null) return isBeyond(invoices.id, String(after[0]))
  const [value, id] = after
  return or(isBeyond(key, value), and(sql`${key} = ${value}`, isBeyond(invoices.id, String(id))))
}
