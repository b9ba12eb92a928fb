import { eq } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { localDateAt } from '../../lib/local-days'
import { findFranchise } from '../franchises/area'
import { requireJob } from '../jobs/find'
import { assertOwed } from './billed'
import { refreshDraft } from './draft'
import { nextNumber } from './numbers'
import { ownContent } from './present'
import type { InvoiceRow } from './rows'

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
    dueOn: fresh.dueOn ?? daysLater(issuedOn, daysToPay),
    // The business may get another name; what was sent keeps this one.
    content: { ...ownContent(deps, fresh.content), timeZone },
  }
  await tx.update(invoices).set(issued).where(eq(invoices.id, fresh.id))
  return { ...fresh, ...issued }
}

const daysLater = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()
