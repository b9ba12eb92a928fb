import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { invoicePaidJob } from '../invoices/paid'
import type { JobRow } from '../jobs/present'
import { wayTo } from '../jobs/tell'
import { queueMessage } from '../messages/queue'
import type { PaymentRow } from '../money/rows'

/** What follows from a job having been paid, in the same unit; never for what is given back at once. */
export async function onJobPaid(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  job: JobRow,
  payment: PaymentRow,
): Promise<void> {
  const at = deps.clock.now()
  await queueReceipt(tx, at, job, payment)
  await invoicePaidJob(tx, at, job)
}

async function queueReceipt(tx: Tx, at: number, job: JobRow, payment: PaymentRow): Promise<void> {
  const way = wayTo(job)
  if (way === null) return
  await queueMessage(tx, at, {
    about: `payment:${payment.id}:receipt`,
    ...way,
    template: 'receipt',
    data: { name: job.customerName, type: job.type, amountCents: payment.capturedCents, jobId: job.id },
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}
