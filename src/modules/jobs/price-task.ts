import type { Tx } from '../../../db/store'
import { raiseTask } from '../hq-tasks/raise'
import type { NewJob } from './insert'

/** What was booked at a price on request waits for one: without it nothing is ever invoiced. */
export function askForPrice(tx: Tx, at: number, job: NewJob): Promise<void> {
  const isDone = job.status === 'completed'
  return raiseTask(tx, at, {
    kind: 'job.no-price',
    subject: job.id,
    title: `${isDone ? 'A finished job' : 'A booking'} has no price: ${job.type}`,
    detail: isDone
      ? 'Set the price, and its invoice is made. Done if the visit was free.'
      : 'Agree on the price with the customer, then set it under Reprice.',
    franchiseId: job.franchiseId,
  })
}
