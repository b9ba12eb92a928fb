import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { findJob } from '../../jobs/find'
import { findPaymentRow, type PaymentRow } from '../../money/rows'
import { keepTied, withRefunds, type Learnt } from '../../payments/tie'
import { EventFailure } from './handler'

/** The payment at the processor, where an event tells of one before we heard that it succeeded. */
export async function learnPayment(deps: Deps, paymentId: string): Promise<Learnt | null> {
  const known = await findPaymentRow(deps.store.read, paymentId)
  const payment = known?.status === 'succeeded' ? null : await deps.providers.payments.findPayment(paymentId)
  return payment && withRefunds(deps, payment)
}

/** Our row of it, made from what was learnt if need be. Null when it is not a payment for a job. */
export async function keepLearnt(
  tx: Tx,
  deps: Deps,
  paymentId: string,
  learnt: Learnt | null,
): Promise<PaymentRow | null> {
  const known = await findPaymentRow(tx, paymentId)
  const jobId = known?.jobId ?? learnt?.payment.jobId ?? null
  if (known?.status === 'succeeded' || !learnt || jobId === null) return known ?? null
  const job = await findJob(tx, jobId)
  if (!job) throw new EventFailure('It names a job that does not exist')
  await keepTied(tx, deps, job, learnt)
  return (await findPaymentRow(tx, paymentId)) ?? null
}
