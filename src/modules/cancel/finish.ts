import { and, eq } from 'drizzle-orm'
import { cancellations, payments } from '../../../db/schema'
import type { CancelAnswer } from '../../../db/schema/cancellations'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { flightsOf } from '../../lib/single-flight'
import { PaymentRefused } from '../../providers/payments/refused'
import { raiseTask } from '../hq-tasks/raise'
import { requireJob } from '../jobs/find'
import { queueMessage } from '../messages/queue'
import { wakeSender } from '../messages/wake'
import { paymentsOfJob, type PaymentRow } from '../money/rows'
import { carryOutRefund } from '../refunds/carry-out'
import { isByItself, refundsOfJob, type RefundRow } from '../refunds/rows'
import { takeBackSoon } from '../transfers/reverse'
import { phrase } from './answer'
import { lookUpPayment } from './look-up'
import { notesOf } from './notes'
import { findCancellation, type CancellationRow } from './rows'

/** Brings a cancellation to its final answer, from wherever it stopped. Throws while that is open. */
export function finishCancellation(deps: Deps, jobId: string): Promise<CancelAnswer> {
  return flightsOf(deps.store).run(`cancellation ${jobId}`, async () => {
    const cancellation = await findCancellation(deps.store.read, jobId)
    if (!cancellation) throw missing('Cancellation')
    if (cancellation.answer) return cancellation.answer
    if (!cancellation.lookedUp) await lookUpPayment(deps, cancellation)
    const refund = await payBack(deps, jobId)
    const setupCancelled = await letGoOfCard(deps, jobId)
    const answer = await deps.store.write((tx) => settle(tx, deps, jobId, refund, setupCancelled))
    wakeSender(deps)
    takeBackSoon(deps)
    return answer
  })
}

/** Pays every refund of this job that runs by itself; the answer tells of the payment that paid the job. */
async function payBack(deps: Deps, jobId: string): Promise<RefundRow | null> {
  const paying = (await paymentsOfJob(deps.store.read, jobId)).find(({ pays }) => pays)
  let told: RefundRow | null = null
  for (const refund of await refundsOfJob(deps.store.read, jobId)) {
    if (!isByItself(refund.cause)) continue
    const settled = await carryOutRefund(deps, refund.id)
    if (settled.paymentId === paying?.id && told?.state !== 'done') told = settled
  }
  return told
}

/** Null when there is no card on file. */
async function letGoOfCard(deps: Deps, jobId: string): Promise<boolean | null> {
  const setup = (await paymentsOfJob(deps.store.read, jobId)).find(({ kind }) => kind === 'setup')
  if (!setup) return null
  if (setup.status === 'cancelled') return true
  const cancelled = await isLetGo(deps, setup)
  await deps.store.write(async (tx) => {
    const now = deps.clock.now()
    if (cancelled)
      await tx.update(payments).set({ status: 'cancelled', updatedAt: now }).where(eq(payments.id, setup.id))
    else
      await raiseTask(tx, now, {
        kind: 'cancel.card-kept',
        subject: jobId,
        title: 'The card on file of a cancelled job could not be let go',
        detail: `Remove it at the processor: ${setup.id}.`,
      })
  })
  return cancelled
}

async function isLetGo({ providers }: Deps, setup: PaymentRow): Promise<boolean> {
  try {
    await providers.payments.cancelSetup({ paymentId: setup.id, key: `setup:${setup.id}` })
    return true
  } catch (error) {
    if (error instanceof PaymentRefused) return false
    throw error
  }
}

/** The answer for everybody, together with the notes that tell of it. */
async function settle(
  tx: Tx,
  { clock }: Deps,
  jobId: string,
  refund: RefundRow | null,
  setupCancelled: boolean | null,
): Promise<CancelAnswer> {
  const now = clock.now()
  const cancellation: CancellationRow = (await findCancellation(tx, jobId))!
  if (cancellation.answer) return cancellation.answer
  const answer = phrase({ refund, setupCancelled, untied: cancellation.untied })
  await tx
    .update(cancellations)
    .set({ state: 'done', answer, doneAt: now, email: null, phone: null, hintedId: null, hintedStatus: null })
    .where(and(eq(cancellations.jobId, jobId), eq(cancellations.state, 'open')))
  const job = await requireJob(tx, jobId)
  const refundCents = refund?.state === 'done' ? refund.cents : null
  for (const note of notesOf(job, cancellation, refundCents)) await queueMessage(tx, now, note)
  return answer
}
