import { and, eq, ne, sql } from 'drizzle-orm'
import { payments } from '../../../db/schema'
import type { ProcessorState } from '../../../db/schema/payments'
import type { Tx } from '../../../db/store'
import type { Cents } from '../../lib/money'
import type { JobRow } from '../jobs/present'
import { changeJob } from '../jobs/timeline'

interface Noted {
  id: string
  kind: 'payment' | 'setup'
  status: ProcessorState
  amountCents: Cents
}

/** Keeps whose payment it is while nothing has been captured. What has succeeded stays as it is. */
export async function notePayment(tx: Tx, now: number, job: JobRow, noted: Noted): Promise<boolean> {
  const { id, kind, status, amountCents } = noted
  const [kept] = await tx
    .insert(payments)
    .values({ id, jobId: job.id, kind, status, amountCents, demo: job.demo, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: payments.id,
      set: { status, updatedAt: now },
      setWhere: and(ne(payments.status, 'succeeded'), eq(payments.jobId, sql`excluded.job_id`)),
    })
    .returning({ id: payments.id })
  return kept !== undefined
}

/** A card was declined. It undoes nothing: a job that is paid stays so, however late this comes. */
export async function noteFailure(
  tx: Tx,
  now: number,
  job: JobRow,
  failed: { id: string; amountCents: Cents },
): Promise<void> {
  const kept = await notePayment(tx, now, job, { ...failed, kind: 'payment', status: 'failed' })
  if (!kept || job.paymentState !== 'unpaid' || job.status === 'cancelled') return
  await changeJob(
    tx,
    job,
    { paymentState: 'failed' },
    { kind: 'payment-failed', actor: 'processor', at: now },
  )
}
