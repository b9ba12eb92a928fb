import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm'
import { beyondSorted, sortedIds, sqliteLower } from '../../../db/conditions'
import { franchises, invoices } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing, Position } from '../../http/listing'
import { invoiceStateOf, invoiceStates } from '../../lib/invoice-states'
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
  /** The name of its franchise in lower case, to sort by. */
  franchise: string
}

/** Invoices without a franchise come first, as in the list of jobs. */
const franchiseKey = sql<string>`coalesce((SELECT lower(${franchises.name}) FROM ${franchises}
  WHERE ${franchises.id} = ${invoices.franchiseId}), '')`

/**
 * Newest first, because ids are ordered by time, unless another order is asked for. An order without an index
 * is that of the newest invoices that match.
 */
export async function listInvoices(
  deps: Deps,
  query: InvoiceQuery,
): Promise<Listing<ListedRow, InvoiceItem>> {
  const found = query.q === undefined ? undefined : await isFound(deps, query.q)
  const today = todayOf(deps)
  const order = orderOf(query, today)
  const { key, isDown } = order
  const where = and(wanted(query, today), found)
  return {
    kinds: key === null ? ['string'] : [order.kind, 'string'],
    position: (row) => (key === null ? [row.invoice.id] : [order.valueOf(row), row.invoice.id]),
    present: (row) => presentItem(row, today),
    beside: (rows) => spreadsheetColumns(deps, rows),
    idsOnly: ['id', 'jobId', 'franchiseId', 'scheduleId', 'creditsId', 'refundId'],
    ...(order.isLoose && { beyond: () => deps.store.read.all(beyondSorted(invoices, where)) }),
    rows: (limit, after) =>
      deps.store.read
        .select({ invoice: invoices, paidCents: paidSoFar, franchise: franchiseKey })
        .from(invoices)
        .where(
          key !== null && order.isLoose
            ? sql`${invoices.id} IN ${sortedIds({ table: invoices, id: invoices.id, key, where, isDown, limit, after })}`
            : and(where, after ? isAfter(order, after) : undefined),
        )
        .orderBy(...[...(key === null ? [] : [key]), invoices.id].map(isDown ? desc : asc))
        .limit(limit),
  }
}

function presentItem(row: ListedRow, today: string): InvoiceItem {
  const { invoice } = row
  return {
    ...presentInvoice(invoice),
    state: stateOf(row, today),
    amount: unitsFromCents(signed(invoice, invoice.totalCents)),
    balance: unitsFromCents(balanceOf(row)),
  }
}

const stateOf = ({ invoice }: ListedRow, today: string) =>
  invoiceStateOf({ ...invoice, total: invoice.totalCents }, today)

function balanceOf({ invoice, paidCents }: ListedRow): number {
  const isOpen = invoice.kind === 'invoice' && invoice.status !== 'void' && invoice.paidAt === null
  return isOpen ? Math.max(0, invoice.totalCents - paidCents) : 0
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

interface Key {
  /** Null for the id. */
  key: SQL | null
  kind: 'string' | 'number'
  valueOf: (row: ListedRow) => string | number
  usual: 'asc' | 'desc'
  /** Whether no index has this order. */
  isLoose?: true
}

const dateOrLast = (date: string | null): string => date ?? '9999-12-31'

/** Written exactly as in the schema, because an index over an expression is used only for the same expression. */
const keysOn = (today: string): Record<NonNullable<InvoiceQuery['sort']>, Key> => ({
  created: { key: null, kind: 'string', valueOf: ({ invoice }) => invoice.id, usual: 'desc' },
  number: {
    // A longer number is a higher one. Drafts come after all others.
    key: sql`CASE WHEN ${invoices.number} IS NULL THEN '~' ELSE printf('%2d %s', length(${invoices.number}), ${invoices.number}) END`,
    kind: 'string',
    valueOf: ({ invoice: { number } }) =>
      number === null ? '~' : `${String(number.length).padStart(2)} ${number}`,
    usual: 'desc',
    isLoose: true,
  },
  due: {
    key: sql`CASE WHEN ${invoices.dueOn} IS NULL THEN '9999-12-31' ELSE ${invoices.dueOn} END`,
    kind: 'string',
    valueOf: ({ invoice }) => dateOrLast(invoice.dueOn),
    usual: 'asc',
  },
  customer: {
    key: sql`lower(${invoices.customerName})`,
    kind: 'string',
    valueOf: ({ invoice }) => sqliteLower(invoice.customerName),
    usual: 'asc',
  },
  franchise: {
    key: franchiseKey,
    kind: 'string',
    valueOf: ({ franchise }) => franchise,
    usual: 'asc',
    isLoose: true,
  },
  amount: {
    key: sql`CASE ${invoices.kind} WHEN 'credit_note' THEN -${invoices.totalCents} ELSE ${invoices.totalCents} END`,
    kind: 'number',
    valueOf: ({ invoice }) => signed(invoice, invoice.totalCents),
    usual: 'desc',
  },
  issued: {
    key: sql`coalesce(${invoices.issuedOn}, '9999-12-31')`,
    kind: 'string',
    valueOf: ({ invoice }) => dateOrLast(invoice.issuedOn),
    usual: 'desc',
    isLoose: true,
  },
  status: {
    key: sql.join([
      sql`CASE`,
      ...invoiceStates.map((state, place) => sql` WHEN ${stateIs(state, today)} THEN ${sql.raw(`${place}`)}`),
      sql` END`,
    ]),
    kind: 'number',
    valueOf: (row) => invoiceStates.indexOf(stateOf(row, today)),
    usual: 'asc',
    isLoose: true,
  },
  balance: {
    key: sql`iif(${invoices.kind} = 'invoice' AND ${invoices.status} <> 'void' AND ${invoices.paidAt} IS NULL,
      max(0, ${invoices.totalCents} - ${paidSoFar}), 0)`,
    kind: 'number',
    valueOf: balanceOf,
    usual: 'desc',
    isLoose: true,
  },
})

function orderOf({ sort = 'created', order, format }: InvoiceQuery, today: string) {
  const keys = keysOn(today)
  // A spreadsheet can be sorted later, and has every invoice.
  const key = keys[sort].isLoose && format === 'csv' ? keys.created : keys[sort]
  return { ...key, isDown: (order ?? key.usual) === 'desc' }
}

function isAfter({ key, isDown }: ReturnType<typeof orderOf>, after: Position): SQL | undefined {
  const isBeyond = isDown ? lt : gt
  if (key === null) return isBeyond(invoices.id, String(after[0]))
  const [value, id] = after
  return or(isBeyond(key, value), and(sql`${key} = ${value}`, isBeyond(invoices.id, String(id))))
}
