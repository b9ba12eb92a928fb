import { and, eq, inArray, sql } from 'drizzle-orm'
import { jobTemplates, maintenancePlans } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import { conflict } from '../../../lib/errors'
import { amountsOf } from '../../catalog'
import { findFranchise } from '../../franchises'
import { queueMessage } from '../../messages'
import { stateOf, type JobTemplateRow } from '../job-templates/present'

/** A template that came of a customer's plan: the customer's account goes on to say the same as the template. */
export async function keepPlanInStep(
  tx: Tx,
  known: JobTemplateRow,
  template: JobTemplateRow,
  now: number,
): Promise<void> {
  const [plan] = await tx
    .select({
      id: maintenancePlans.id,
      status: maintenancePlans.status,
      customerName: maintenancePlans.customerName,
      customerEmail: maintenancePlans.customerEmail,
    })
    .from(maintenancePlans)
    .where(eq(maintenancePlans.templateId, template.id))
    .limit(1)
  if (!plan) return
  const status = stateOf(template)
  // A plan that was ended stops its template; one that only ran out can be given more time.
  const isOver = plan.status === 'ended' && !known.active
  if (isOver && status === 'active') throw conflict("The customer's plan has ended")
  await tx
    .update(maintenancePlans)
    .set({
      status: isOver ? 'ended' : status,
      priceCents: template.priceCents,
      intervalMonths: template.intervalMonths,
      updatedAt: now,
    })
    .where(eq(maintenancePlans.id, plan.id))
  if (status === 'active' && (plan.status !== 'active' || areOther(known, template)))
    await tellPlan(tx, now, plan, template, true)
}

/** Plans whose template has come to its last day end with it. */
export async function endPlansRunOut(tx: Tx, now: number): Promise<void> {
  const ranOut = tx
    .select({ id: jobTemplates.id })
    .from(jobTemplates)
    .where(sql`${jobTemplates.endDate} IS NOT NULL AND ${jobTemplates.nextDate} > ${jobTemplates.endDate}`)
  await tx
    .update(maintenancePlans)
    .set({ status: 'ended', updatedAt: now })
    .where(
      and(
        inArray(maintenancePlans.status, ['active', 'paused']),
        inArray(maintenancePlans.templateId, ranOut),
      ),
    )
}

type Terms = Pick<JobTemplateRow, 'priceCents' | 'intervalMonths' | 'nextDate'>

interface Told {
  id: string
  customerName: string
  customerEmail: string
}

/** What the customer was told before does not hold any more. */
export const areOther = (before: Terms, after: Terms): boolean =>
  before.priceCents !== after.priceCents ||
  before.intervalMonths !== after.intervalMonths ||
  before.nextDate !== after.nextDate

/** Tells a customer what her plan costs, when we come, and where to end it. Part of the unit that makes it so. */
export async function tellPlan(
  tx: Tx,
  now: number,
  plan: Told,
  template: JobTemplateRow,
  changed: boolean,
): Promise<void> {
  const franchise = template.franchiseId === null ? undefined : await findFranchise(tx, template.franchiseId)
  const { totalCents, taxCents } = amountsOf(template.priceCents, franchise?.taxBasisPoints ?? 0)
  await queueMessage(tx, now, {
    about: `plan:${plan.id}:${now}:email`,
    channel: 'email',
    template: 'plan',
    recipient: plan.customerEmail,
    data: {
      name: plan.customerName,
      type: template.type,
      address: template.address,
      totalCents,
      taxCents,
      intervalMonths: template.intervalMonths,
      nextDate: template.nextDate,
      changed,
    },
    franchiseId: template.franchiseId,
  })
}
