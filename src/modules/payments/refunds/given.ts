import { eq } from 'drizzle-orm'
import { refunds } from '../../../../db/schema'
import type { OutsideMethod } from '../../../../db/schema/payments'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import type { Once } from '../../../http/idempotency'
import { conflict } from '../../../lib/errors'
import { formatUsd } from '../../../lib/money'
import { requireJob } from '../../jobs'
import { wakeSender } from '../../messages'
import { clearTodo, raiseTodo, recordActivity } from '../../office'
import type { MoneyOfJob, RefundGivenInput } from '../model'
import { methodText } from '../outside/till'
import { requireRefund, type RefundRow } from '../rows'
import { moneyOfJob } from './preview'
import { recordRefundPaid } from './record'

/** A refund that HQ paid out has no id at the processor. */
export const givenBack = (refundId: string) => ({ id: `given:${refundId}`, status: 'succeeded' as const })

/** Asks HQ to refund what a customer paid without the processor. */
export async function askToGiveBack(
  tx: Tx,
  at: number,
  { id, jobId, cents, method }: RefundRow,
): Promise<void> {
  const job = await requireJob(tx, jobId)
  await raiseTodo(tx, at, {
    kind: 'refund.give-back',
    subject: id,
    title: `Refund ${formatUsd(cents)} to ${job.customerName}`,
    detail: `The job was canceled after the customer paid ${methodText[method ?? 'other']}. Give ${formatUsd(cents)} back, then mark it as refunded on the job.`,
    franchiseId: job.franchiseId,
    jobId,
  })
}

/** HQ gave the customer their money back. Saying so again changes nothing. */
export async function recordGiven(
  deps: Deps,
  id: string,
  { method, tellCustomer, actor }: RefundGivenInput & { actor: Actor },
  once: Once,
): Promise<MoneyOfJob> {
  const answer = await deps.store.write(async (tx) => {
    const row = await requireRefund(tx, id)
    if (row.method === null) throw conflict('The payment processor pays this refund to the card')
    if (row.state === 'intended')
      await settle(tx, deps, { ...row, method: method ?? row.method }, actor, tellCustomer)
    const money = await moneyOfJob(tx, row.jobId)
    await once.settle(tx, money)
    return money
  })
  wakeSender(deps)
  return answer
}

type Given = RefundRow & { method: OutsideMethod }

async function settle(
  tx: Tx,
  { clock, settings }: Deps,
  row: Given,
  actor: Actor,
  tellCustomer: boolean,
): Promise<void> {
  const at = clock.now()
  await tx.update(refunds).set({ method: row.method, tellCustomer }).where(eq(refunds.id, row.id))
  await recordRefundPaid(tx, at, row.id, givenBack(row.id), settings)
  await clearTodo(tx, at, 'refund.give-back', row.id)
  await recordActivity(tx, at, {
    type: 'refund.given',
    actor,
    summary: `Refunded ${formatUsd(row.cents)} ${methodText[row.method]}`,
    metadata: { jobId: row.jobId, refundId: row.id },
  })
}
