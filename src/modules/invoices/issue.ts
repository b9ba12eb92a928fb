import { and, eq, sql } from 'drizzle-orm'
import { invoices, invoiceCounters, invoiceDocuments, invoiceSeries } from '../../../db/schema'
import type { InvoiceKind } from '../../../db/schema/invoices'
import { placeholders, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { daysAfter, localDateAt } from '../../lib/calendar'
import { conflict, must } from '../../lib/errors'
import { findFranchise } from '../franchises'
import { requireJob } from '../jobs'
import { freshDraft } from './draft'
import { ownContent } from './present'
import { assertOwed, requireInvoice, type InvoiceRow } from './rows'

/**
 * The invoice as it would go out now, updated from its job, with its number and dates. Nothing is written, so
 * that the document can be made first; `issueInvoice` saves it.
 */
export async function readyToSend(tx: Tx, deps: Deps, draft: InvoiceRow, at: number): Promise<InvoiceRow> {
  if (draft.status === 'void') throw conflict('This invoice is void')
  if (draft.status !== 'draft') return draft
  const job = await requireJob(tx, draft.jobId)
  assertOwed(job)
  const fresh = await freshDraft(tx, draft, job, at)
  const franchise = fresh.franchiseId === null ? undefined : await findFranchise(tx, fresh.franchiseId)
  const timeZone = franchise?.timeZone ?? deps.settings.business.timeZone
  const issuedOn = fresh.issuedOn ?? localDateAt(at, timeZone)
  const series = { kind: 'invoice' as const, franchise: franchise ?? null, year: yearOf(issuedOn), at }
  return {
    ...fresh,
    number: fresh.number ?? numberText(await peekNumber(tx, series)),
    issuedOn,
    dueOn: fresh.dueOn ?? daysAfter(issuedOn, deps.settings.invoices.daysToPay),
    // The business may change its name; a sent invoice keeps this one.
    content: { ...ownContent(deps, fresh.content), timeZone },
  }
}

const yearOf = (date: string): number => Number(date.slice(0, 4))

/**
 * Gives a draft its number and dates in the unit that sends it, so numbers have no gaps. Returns null if the
 * invoice changed since it was prepared and has to be prepared again.
 */
export async function issueInvoice(
  tx: Tx,
  deps: Deps,
  ready: InvoiceRow,
  change: Partial<InvoiceRow> = {},
): Promise<InvoiceRow | null> {
  const current = await requireInvoice(tx, ready.id)
  const again = await readyToSend(tx, deps, current, ready.updatedAt)
  if (!Bun.deepEquals(again, ready)) return null
  if (ready.number !== current.number) {
    if ((await undecidedBefore(tx, ready.number)) !== null) return null
    const { franchiseId, issuedOn, updatedAt: at } = ready
    const franchise = franchiseId === null ? undefined : await findFranchise(tx, franchiseId)
    const year = yearOf(must(issuedOn, 'The date of the invoice'))
    await nextNumber(tx, { kind: 'invoice', franchise: franchise ?? null, year, at })
  }
  const issued = { ...ready, ...change }
  await tx.update(invoices).set(issued).where(eq(invoices.id, ready.id))
  return issued
}

/** The invoice of the same series whose number may still be taken back, which blocks the next number. */
export async function undecidedBefore(tx: Tx, number: string | null): Promise<string | null> {
  const stem = (number ?? '').slice(0, (number ?? '').lastIndexOf('-') + 1)
  const [open] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      sql`${invoices.sendingId} IS NOT NULL AND ${invoices.tentative}
        AND substr(${invoices.number}, 1, ${stem.length}) = ${stem}`,
    )
    .limit(1)
  return open?.id ?? null
}

/** Takes back the latest number of a series from an invoice that nobody can have seen. */
export async function takeNumberBack(tx: Tx, row: InvoiceRow): Promise<void> {
  const [, prefix = '', year, last] = /^(.+)-(\d{4})-(\d+)$/.exec(row.number ?? '') ?? []
  await tx.delete(invoiceDocuments).where(eq(invoiceDocuments.invoiceId, row.id))
  const blank = { number: null, tentative: false, issuedOn: null, dueOn: null }
  await tx.update(invoices).set(blank).where(eq(invoices.id, row.id))
  const counter = and(
    eq(invoiceCounters.prefix, prefix),
    eq(invoiceCounters.year, Number(year)),
    eq(invoiceCounters.kind, 'invoice'),
    eq(invoiceCounters.last, Number(last)),
  )
  if (last === '0001') await tx.delete(invoiceCounters).where(counter)
  else
    await tx
      .update(invoiceCounters)
      .set({ last: Number(last) - 1 })
      .where(counter)
}

const findSeries = prepared((db) =>
  db
    .select()
    .from(invoiceSeries)
    .where(eq(invoiceSeries.franchiseId, sql.placeholder('franchiseId')))
    .limit(1),
)
const findPrefix = prepared((db) =>
  db
    .select({ prefix: invoiceSeries.prefix })
    .from(invoiceSeries)
    .where(eq(invoiceSeries.prefix, sql.placeholder('prefix')))
    .limit(1),
)
const lastGiven = prepared((db) =>
  db
    .select({ last: invoiceCounters.last })
    .from(invoiceCounters)
    .where(
      and(
        eq(invoiceCounters.prefix, sql.placeholder('prefix')),
        eq(invoiceCounters.year, sql.placeholder('year')),
        eq(invoiceCounters.kind, sql.placeholder('kind')),
      ),
    )
    .limit(1),
)
const countUp = prepared((db) =>
  db
    .insert(invoiceCounters)
    .values({
      ...placeholders(invoiceCounters, ['prefix', 'year', 'kind']),
      last: 1,
    })
    .onConflictDoUpdate({
      target: [invoiceCounters.prefix, invoiceCounters.year, invoiceCounters.kind],
      set: { last: sql`${invoiceCounters.last} + 1` },
    })
    .returning({ last: invoiceCounters.last }),
)

interface Numbered {
  kind: InvoiceKind
  /** Null for HQ's own jobs. */
  franchise: { id: string; name: string } | null
  year: number
  at: number
}

interface NumberParts {
  prefix: string
  year: number
  kind: InvoiceKind
  last: number
}

export function numberText({ prefix, year, kind, last }: NumberParts): string {
  return [prefix, ...(kind === 'credit_note' ? ['CN'] : []), year, String(last).padStart(4, '0')].join('-')
}

/** The next number of a franchise's year: `FRG-2026-0001`. */
async function peekNumber(tx: Tx, { kind, franchise, year }: Numbered): Promise<NumberParts> {
  const prefix = await prefixOf(tx, franchise)
  const given = await lastGiven.get(tx, { prefix, year, kind })
  return { prefix, year, kind, last: (given?.last ?? 0) + 1 }
}

/** Assigns that number in the unit that uses it. */
export async function nextNumber(tx: Tx, { kind, franchise, year, at }: Numbered): Promise<string> {
  const prefix = await prefixOf(tx, franchise)
  const series = { franchiseId: franchise?.id ?? '', prefix, createdAt: at }
  await tx.insert(invoiceSeries).values(series).onConflictDoNothing()
  const { last } = must(await countUp.get(tx, { prefix, year, kind }), 'The next number')
  return numberText({ prefix, year, kind, last })
}

/** Chosen with the first number and kept, even if the franchise changes its name. */
async function prefixOf(tx: Tx, franchise: Numbered['franchise']): Promise<string> {
  const known = await findSeries.get(tx, { franchiseId: franchise?.id ?? '' })
  if (known) return known.prefix
  const wanted = franchise === null ? 'HQ' : initialsOf(franchise.name)
  for (let tries = 1; ; tries++) {
    const prefix = tries === 1 ? wanted : `${wanted}${tries}`
    if (!(await findPrefix.get(tx, { prefix }))) return prefix
  }
}

/** `Front Range Gutters` gives FRG, `Denver` gives DEN; a name without Latin letters gives F. */
export function initialsOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toUpperCase()
      .match(/[A-Z]+/g) ?? []
  const letters = words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? 'F')
  return letters.slice(0, words.length > 1 ? 4 : 3)
}
