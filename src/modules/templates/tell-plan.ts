import type { Tx } from '../../../db/store'
import { findFranchise } from '../franchises/area'
import { amountsOf } from '../jobs/amounts'
import { queueMessage } from '../messages/queue'
import type { TemplateRow } from './present'

type Terms = Pick<TemplateRow, 'priceCents' | 'intervalMonths' | 'nextDate'>

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
  template: TemplateRow,
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
