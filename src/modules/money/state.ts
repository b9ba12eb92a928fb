import type { PaymentState } from '../../../db/schema/jobs'
import type { Tx } from '../../../db/store'
import type { Cents } from '../../lib/money'
import { requireJob } from '../jobs/find'
import { changeJob, type Occasion } from '../jobs/timeline'
import type { PaymentRow } from './rows'

/** What a payment makes of its job, given the refunds that are decided. */
export function paymentStateOf(payment: PaymentRow, decidedCents: Cents): PaymentState {
  if (payment.disputed) return 'disputed'
  if (decidedCents === 0) return 'paid'
  return decidedCents < payment.capturedCents ? 'partly_refunded' : 'refunded'
}

/** Says so in the job and its timeline; only the payment that paid the job has a say in it. */
export async function showOnJob(
  tx: Tx,
  payment: PaymentRow,
  decidedCents: Cents,
  occasion: Occasion,
): Promise<void> {
  if (!payment.pays) return
  const job = await requireJob(tx, payment.jobId)
  const paymentState = paymentStateOf(payment, decidedCents)
  if (paymentState !== job.paymentState) await changeJob(tx, job, { paymentState }, occasion)
}
