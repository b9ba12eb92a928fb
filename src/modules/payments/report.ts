import type { Tx } from '../../../db/store'
import { raiseTask } from '../hq-tasks/raise'
import type { JobRow } from '../jobs/present'

/** Our books are in one currency; a payment in another is for a person. */
export async function reportCurrency(
  tx: Tx,
  at: number,
  job: JobRow,
  paymentId: string,
  currency: string,
): Promise<void> {
  await raiseTask(tx, at, {
    kind: 'payment.currency',
    subject: paymentId,
    title: 'A job was paid in another currency',
    detail: `Job ${job.id} was paid in ${currency.slice(0, 10)}. Nothing was booked.`,
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}
