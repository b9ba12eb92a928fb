import { eq } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { isUnpaid } from '../../lib/job-states'
import { formatUsd } from '../../lib/money'
import { isBilledBySchedule } from '../billing/billed-visit'
import { raiseTask } from '../hq-tasks/raise'
import { insertDraft } from '../invoices/draft'
import { isUnseen, liveInvoice, toSend } from '../invoices/rows'
import type { JobRow } from '../jobs/present'
import { askForPrice } from '../jobs/price-task'

/**
 * A job is finished and still to be paid: its invoice is made in the unit that finishes it. Who booked for
 * herself was told to pay with it, so it goes out by itself; the others are headquarters' to send.
 * Gives whether it goes out by itself.
 */
export async function invoiceFinishedJob(tx: Tx, at: number, job: JobRow): Promise<boolean> {
  if (!isUnpaid(job) || (await isBilledBySchedule(tx, job.templateId))) return false
  if (job.priceCents === 0 && job.templateId === null) await askForPrice(tx, at, job)
  if (job.totalCents === 0) return false
  const existing = await liveInvoice(tx, job.id)
  if (existing && !isUnseen(existing)) return false
  const postAt = isPaidLater(job) ? at : null
  if (!existing) await insertDraft(tx, job, { at, postAt })
  else if (postAt !== null) await tx.update(invoices).set({ postAt }).where(eq(invoices.id, existing.id))
  if (postAt === null) await askToSend(tx, at, job)
  return postAt !== null
}

/** Booked by the customer, who names no payment of her own for it. */
const isPaidLater = ({ source, paymentId }: JobRow): boolean => source === 'public' && paymentId === null

function askToSend(tx: Tx, at: number, job: JobRow): Promise<void> {
  return raiseTask(tx, at, {
    kind: toSend,
    subject: job.id,
    title: 'A job is done and not paid: send its invoice',
    detail: `${job.type}: ${formatUsd(job.totalCents)}. The draft is made.`,
    franchiseId: job.franchiseId,
  })
}
