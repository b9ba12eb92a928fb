import { maintenancePlans } from '../../../db/schema'
import type { Deps } from '../../deps'
import { ok } from '../../http/envelope'
import type { Once } from '../../http/idempotency'
import { newId } from '../../lib/ids'
import { recordActivity } from '../activity/record'
import { assertSameEmail } from '../customers/proven'
import { identifyCustomer } from '../customers/identify'
import { raiseTask } from '../hq-tasks/raise'
import { presentPlan } from './list'
import type { Plan, PlanInput } from './model'

/** A customer asks for regular visits. Nothing is scheduled before HQ has set the price. */
export async function requestPlan(
  deps: Deps,
  proven: string,
  input: PlanInput,
  once: Once,
): Promise<{ plan: Plan; message: string }> {
  assertSameEmail(proven, input)
  const now = deps.clock.now()
  const name = input.name ?? proven
  return deps.store.write(async (tx) => {
    const customerId = await identifyCustomer(tx, { name, email: proven, phone: input.phone ?? null }, now)
    const [row] = await tx
      .insert(maintenancePlans)
      .values({
        id: newId(),
        customerId: customerId!,
        customerName: name,
        customerEmail: proven,
        customerPhone: input.phone ?? null,
        serviceType: input.serviceType,
        address: input.address,
        intervalMonths: input.intervalMonths,
        preferredStart: input.preferredStart ?? null,
        gutterLength: input.gutterLength ?? null,
        stories: input.stories ?? null,
        notes: input.notes ?? null,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    const plan = presentPlan(row!)
    await raiseTask(tx, now, {
      kind: 'plan.price',
      subject: plan.id,
      title: `A maintenance plan needs a price: ${plan.serviceType}`,
      detail: 'Set the price to start the plan.',
    })
    await recordActivity(tx, now, {
      type: 'plan.requested',
      actor: 'customer',
      summary: `Maintenance plan requested: ${plan.serviceType}, every ${plan.intervalMonths} months`,
      metadata: { planId: plan.id },
    })
    const answer = { plan, message: 'Thank you. We will confirm the price, and then the first visit.' }
    await once.settle(tx, 201, ok(answer))
    return answer
  })
}
