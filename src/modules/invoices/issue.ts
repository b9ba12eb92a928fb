import { eq, sql } from 'drizzle-orm'
import { invoices, invoiceCounters, invoiceSeries } from '../../../db/schema'
import type { InvoiceKind } from '../../../db/schema/invoices'
import { placeholders, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { daysAfter, localDateAt } from '../../lib/calendar'
import { conflict, must } from '../../lib/errors'
import { findFranchise } from '../franchises'
import { requireJob } from '../jobs'
import { refreshDraft } from './draft'
import { ownContent } from './present'
import { assertOwed, type InvoiceRow } from './rows'

const daysToPay = 14

/**
 * Makes a draft ready to be sent: it says what its job says now, and has its number and dates. A number
 * that was given stays with its invoice also when the sending fails, so that there is never a gap.
 */
export async function issueInvoice(tx: Tx, deps: Deps, draft: InvoiceRow, at: number): Promise<InvoiceRow> {
  if (draft.status === 'void') throw conflict('The invoice is void')
  if (draft.status !== 'draft') return draft
  const job = await requireJob(tx, draft.jobId)
  await assertOwed(tx, job)
  const fresh = await refreshDraft(tx, draft, job, at)
  const franchise = fresh.franchiseId === null ? undefined : await findFranchise(tx, fresh.franchiseId)
  const timeZone = franchise?.timeZone ?? deps.config.business.timeZone
  const issuedOn = fresh.issuedOn ?? localDateAt(at, timeZone)
  const year = Number(issuedOn.slice(0, 4))
  const issued = {
    number:
      fresh.number ?? (await nextNumber(tx, { kind: 'invoice', franchise: franchise ?? null, year, at })),
    issuedOn,
    dueOn: fresh.dueOn ?? daysAfter(issuedOn, daysToPay),
    // The business may get another name; what was sent keeps this one.
    content: { ...ownContent(deps, fresh.content), timeZone },
  }
  await tx.update(invoices).set(issued).where(eq(invoices.id, fresh.id))
  return { ...fresh, ...issued }
}

const findSeries = prepared((db) =>
  db
    .select()
    .from(invoiceSeries)
    .where(eq(invoiceSeries.franchiseId, sql.placeholder('franchiseId')))
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
  /** Null for headquarters' own jobs. */
  franchise: { id: string; name: string } | null
  year: number
  at: number
}

/** The next number of a franchise's year: `FRG-2026-0001`. Part of the unit that uses it, so none is lost. */
export async function nextNumber(tx: Tx, { kind, franchise, year, at }: Numbered): Promise<string> {
  const prefix = await prefixOf(tx, franchise, at)
  const { last } = must(await countUp.get(tx, { prefix, year, kind }), 'The next number')
  const parts = [prefix, ...(kind === 'credit_note' ? ['CN'] : []), year, String(last).padStart(4, '0')]
  return parts.join('-')
}

/** Chosen at the first number and kept, also when the franchise gets another name. */
async function prefixOf(tx: Tx, franchise: Numbered['franchise'], at: number): Promise<string> {
  const franchiseId = franchise?.id ?? ''
  const known = await findSeries.get(tx, { franchiseId })
  if (known) return known.prefix
  const wanted = franchise === null ? 'HQ' : initialsOf(franchise.name)
  for (let tries = 1; ; tries++) {
    const prefix = tries === 1 ? wanted : `${wanted}${tries}`
    const [made] = await tx
      .insert(invoiceSeries)
      .values({ franchiseId, prefix, createdAt: at })
      .onConflictDoNothing({ target: invoiceSeries.prefix })
      .returning()
    if (made) return prefix
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
