import { eq } from 'drizzle-orm'
import { maintenancePlans } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { conflict } from '../../lib/errors'
import { stateOf, type TemplateRow } from './present'

/** A template that came of a customer's plan: the customer's account goes on to say the same as the template. */
export async function keepPlanInStep(tx: Tx, template: TemplateRow, now: number): Promise<void> {
  const [plan] = await tx
    .select({ id: maintenancePlans.id, status: maintenancePlans.status })
    .from(maintenancePlans)
    .where(eq(maintenancePlans.templateId, template.id))
    .limit(1)
  if (!plan) return
  const status = stateOf(template)
  if (plan.status === 'ended' && status === 'active') throw conflict("The customer's plan has ended")
  await tx
    .update(maintenancePlans)
    .set({
      status: plan.status === 'ended' ? 'ended' : status,
      priceCents: template.priceCents,
      intervalMonths: template.intervalMonths,
      updatedAt: now,
    })
    .where(eq(maintenancePlans.id, plan.id))
}
