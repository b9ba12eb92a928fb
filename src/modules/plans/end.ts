import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { recordActivity } from '../activity/record'
import { customerByEmail } from '../customers/find'
import { raiseTask } from '../hq-tasks/raise'
import { changeInUnit, requirePlan } from './change'
import { presentPlan } from './list'
import type { Plan } from './model'

/** A customer ends her own plan, also one that has no price yet. Visits that are booked already stay. */
export async function endOwnPlan(
  deps: Deps,
  proven: string,
  id: string,
): Promise<{ plan: Plan; message: string }> {
  const now = deps.clock.now()
  return deps.store.write(async (tx) => {
    const customer = await customerByEmail(tx, proven)
    const plan = await requirePlan(tx, id)
    // Somebody else's does not exist for her.
    if (plan.customerId !== customer?.id) throw missing('Plan')
    const message = 'The plan has ended. Visits that are booked already stay; cancel those under Bookings.'
    if (plan.status === 'ended') return { plan: presentPlan(plan), message }
    const ended = await changeInUnit(tx, deps, plan, { status: 'ended' })
    await raiseTask(tx, now, {
      kind: 'plan.ended',
      subject: id,
      title: `A customer ended a maintenance plan: ${plan.serviceType}`,
      detail: 'Look whether a visit is booked already, and whether a schedule bills the plan.',
    })
    await recordActivity(tx, now, {
      type: 'plan.ended',
      actor: 'customer',
      summary: `Maintenance plan ended by the customer: ${plan.serviceType}`,
      metadata: { planId: id },
    })
    return { plan: presentPlan(ended), message }
  })
}
