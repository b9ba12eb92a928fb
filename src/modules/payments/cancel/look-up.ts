import { eq } from 'drizzle-orm'
import { cancellations } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { requireJob, type JobRow } from '../../jobs'
import { raiseTodo } from '../../office'
import { findTied, keepTied, type LearnedPayment } from '../claims'
import { refundRest } from '../refunds/refund'
import { findPaymentRow, paymentsOfJob, type CancellationRow } from '../rows'

/**
 * Asks the processor about payments we know only by name: from the booking and from the caller. Payments that
 * belong to the job are recorded and refunded; HQ hears about the others.
 */
export async function lookUpPayment(deps: Deps, cancellation: CancellationRow): Promise<void> {
  const job = await requireJob(deps.store.read, cancellation.jobId)
  const captured = (await paymentsOfJob(deps.store.read, job.id)).filter(
    ({ capturedCents }) => capturedCents > 0,
  )
  const named = namedPayments(job, cancellation).filter((id) =>
    captured.every((payment) => payment.id !== id),
  )
  const found = await allTied(deps, job, named)
  await deps.store.write(async (tx) => {
    const current = await requireJob(tx, job.id)
    for (const learned of found) await keepFound(tx, deps, current, learned, cancellation.actor)
    const untied = found.length === 0 && captured.length === 0 && isClaimed(job, cancellation)
    if (untied) await askHq(tx, deps.clock.now(), job, named)
    await tx.update(cancellations).set({ lookedUp: true, untied }).where(eq(cancellations.jobId, job.id))
  })
}

function namedPayments(job: JobRow, { hintedId }: CancellationRow): string[] {
  return [...new Set([job.paymentId, hintedId])].filter((id): id is string => Boolean(id))
}

/** Someone claims that there is a payment. */
const isClaimed = (job: JobRow, cancellation: CancellationRow): boolean =>
  namedPayments(job, cancellation).length > 0 ||
  [job.paymentStatus, cancellation.hintedStatus].includes('charged')

async function allTied(deps: Deps, job: JobRow, ids: string[]): Promise<LearnedPayment[]> {
  const found: LearnedPayment[] = []
  for (const id of ids) {
    const learned = await findTied(deps, job, id)
    if (learned) found.push(learned)
  }
  return found
}

async function keepFound(
  tx: Tx,
  deps: Deps,
  job: JobRow,
  learned: LearnedPayment,
  actor: Actor,
): Promise<void> {
  const now = deps.clock.now()
  await keepTied(tx, deps, job, learned)
  const found = learned.payment
  const kept = await findPaymentRow(tx, found.id)
  if (kept?.jobId === job.id && kept.capturedCents > 0)
    await refundRest(tx, kept, { cause: 'cancel', actor, at: now })
  if (found.status === 'authorised')
    await raiseTodo(tx, now, {
      kind: 'payment.held',
      subject: found.id,
      title: 'Release the hold on a card: the job was canceled',
      detail:
        "The job's amount is still held on the customer's card. Release it in your payment processor's dashboard.",
      franchiseId: job.franchiseId,
      jobId: job.id,
    })
}

async function askHq(tx: Tx, now: number, job: JobRow, named: string[]): Promise<void> {
  await raiseTodo(tx, now, {
    kind: 'cancel.payment-unknown',
    subject: job.id,
    title: "We couldn't find the payment of a canceled job",
    detail: `The customer says they paid, but no payment belongs to this job, so nothing was refunded.${named.length > 0 ? ` They named: ${named.join(', ')}.` : ''} Check your payment processor's dashboard.`,
    franchiseId: job.franchiseId,
  })
}
