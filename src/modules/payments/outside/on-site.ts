import { eq } from 'drizzle-orm'
import { workers } from '../../../../db/schema'
import { newId, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Once } from '../../../http/idempotency'
import { actorText, type Actor } from '../../../lib/actor'
import { Refusal } from '../../../lib/errors'
import { centsFromUnits, formatUsd } from '../../../lib/money'
import { requireJob } from '../../jobs'
import { isRaised, raiseTodo } from '../../office'
import { dueOf, type PaymentTaken } from '../model'
import { findPaymentRow } from '../rows'
import { idFor, record, type PaymentOrder } from './record'
import { methodText } from './till'

/**
 * Records money that a technician took at the door. They have it already, so a payment that can't be recorded,
 * because someone paid online meanwhile, is noted for the office. A repeat never turns one into the other.
 */
export async function recordOnSite(
  deps: Deps,
  jobId: string,
  order: PaymentOrder,
  once: Once,
): Promise<PaymentTaken> {
  const { requestKey } = order
  if (requestKey !== null && (await isRaised(deps.store.read, requestKey)))
    return noteOnSite(deps, jobId, order, { reason: '', once })
  try {
    return await record(deps, jobId, order, once, async (tx) => ({
      recorded: true,
      balance: dueOf(await requireJob(tx, jobId)),
    }))
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'conflict')
      return noteOnSite(deps, jobId, order, { reason: error.message, once })
    throw error
  }
}

/** Notes money that a technician has and the books don't: one to-do for the office, however often it is sent. */
export async function noteOnSite(
  { store, clock }: Deps,
  jobId: string,
  { requestKey, amount, method, actor }: PaymentOrder,
  { reason, once }: { reason: string; once: Once },
): Promise<PaymentTaken> {
  const taken = `${formatUsd(centsFromUnits(amount) ?? 0)} ${methodText[method]}`
  return store.write(async (tx) => {
    const job = await requireJob(tx, jobId)
    const recorded = requestKey !== null && (await findPaymentRow(tx, idFor(requestKey))) !== undefined
    const id = requestKey ?? newId()
    if (!recorded)
      await raiseTodo(tx, clock.now(), {
        id,
        kind: 'payment.not-recorded',
        subject: id,
        title: `Check a payment: a technician took ${taken} for ${job.type}`,
        detail: `It isn't in the books: ${reason.replace(/\.$/, '')}. Ask ${await nameOf(tx, actor)}, then record it or give it back.`,
        franchiseId: job.franchiseId,
        jobId,
      })
    // The job may be someone else's now, so the answer tells nothing about it.
    const answer = { recorded, balance: null }
    await once.settle(tx, answer)
    return answer
  })
}

async function nameOf(tx: Tx, actor: Actor): Promise<string> {
  const id = actorText(actor).replace(/^worker:/, '')
  const [found] = await tx.select({ name: workers.name }).from(workers).where(eq(workers.id, id)).limit(1)
  return found?.name ?? 'the technician'
}
