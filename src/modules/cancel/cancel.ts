import { cancellations } from '../../../db/schema'
import type { CancelAnswer } from '../../../db/schema/cancellations'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { closeCheckoutSoon } from '../checkout-pages/close'
import { clearTask } from '../hq-tasks/raise'
import { voidUnpaidInvoice } from '../invoices/follow'
import { requireJob } from '../jobs/find'
import { assertMove } from '../jobs/lifecycle'
import { changeJob } from '../jobs/timeline'
import { paymentsOfJob } from '../money/rows'
import { refundRest } from '../refunds/intend'
import { finishCancellation } from './finish'

export interface CancelWish {
  actor: string
  tellCustomer: boolean
  /** Where the caller wants the note to go, beside the job's own contact. */
  email?: string | null | undefined
  phone?: string | null | undefined
  /** What the caller says of the payment. */
  paymentId?: string | null | undefined
  paymentStatus?: string | null | undefined
}

/**
 * Cancels a job and settles its payment. Whoever comes first cancels; everybody gets the same answer.
 * While the processor's answer is open this throws, and calling again goes on where it stopped.
 */
export async function cancelJob(deps: Deps, jobId: string, wish: CancelWish): Promise<CancelAnswer> {
  const isNew = await deps.store.write((tx) => begin(tx, deps.clock.now(), jobId, wish))
  if (isNew) closeCheckoutSoon(deps, jobId)
  return finishCancellation(deps, jobId)
}

/** The job is cancelled, and what was paid for it is owed, in one unit. */
async function begin(tx: Tx, now: number, jobId: string, wish: CancelWish): Promise<boolean> {
  const job = await requireJob(tx, jobId)
  const [first] = await tx
    .insert(cancellations)
    .values({
      jobId,
      state: 'open',
      actor: wish.actor,
      tellCustomer: wish.tellCustomer,
      email: wish.email ?? null,
      phone: wish.phone ?? null,
      hintedId: wish.paymentId ?? null,
      hintedStatus: wish.paymentStatus ?? null,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ jobId: cancellations.jobId })
  if (!first) return false
  const occasion = { kind: 'cancelled', actor: wish.actor, at: now }
  if (job.status !== 'cancelled') {
    assertMove(job.status, 'cancelled')
    await changeJob(tx, job, { status: 'cancelled', cancelledAt: now }, occasion)
  }
  await clearTask(tx, now, 'job.no-price', jobId)
  await voidUnpaidInvoice(tx, jobId, { at: now, actor: wish.actor })
  for (const payment of await paymentsOfJob(tx, jobId))
    if (payment.capturedCents > 0)
      await refundRest(tx, payment, { cause: 'cancel', actor: wish.actor, at: now })
  return true
}
