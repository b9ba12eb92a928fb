import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { JobRow } from '../jobs/present'
import { queueMessage } from '../messages/queue'
import type { PaymentRow } from '../money/rows'

/**
 * What follows, in the same unit, from a job having been paid: the customer gets a receipt. Runs once per
 * payment, and never for one that is given back at once.
 */
export async function onJobPaid(tx: Tx, deps: Pick<Deps, 'clock'>, job: JobRow, payment: PaymentRow): Promise<void> {
  const channel = job.customerEmail === null ? ('sms' as const) : ('email' as const)
  const recipient = job.customerEmail ?? job.customerPhone
  if (recipient === null) return
  await queueMessage(tx, deps.clock.now(), {
    about: `payment:${payment.id}:receipt`,
    channel,
    recipient,
    template: 'receipt',
    data: { name: job.customerName, type: job.type, amountCents: payment.capturedCents, jobId: job.id },
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}
