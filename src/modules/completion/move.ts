import type { Deps } from '../../deps'
import { postInvoicesSoon } from '../invoices/post'
import type { Job } from '../jobs/model'
import { moveJob, type Move } from '../jobs/move'
import { invoiceFinishedJob } from './invoice'

/** Moves a job on in its life, and has it invoiced where that finishes it. */
export async function moveOn(deps: Deps, id: string, move: Omit<Move, 'onCompleted'>): Promise<Job> {
  const at = deps.clock.now()
  const job = await moveJob(deps, id, {
    ...move,
    onCompleted: (tx, completed) => invoiceFinishedJob(tx, at, completed),
  })
  if (job.status === 'completed') postInvoicesSoon(deps)
  return job
}
