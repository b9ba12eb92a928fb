import { eq } from 'drizzle-orm'
import { maintenancePlans } from '../../../../db/schema'
import type { PlanOffer } from '../../../../db/schema/recurring'
import type { Tx } from '../../../../db/store'
import { storedInterval } from '../../../lib/interval'
import { amountsOf } from '../../catalog'
import { findFranchise } from '../../franchises'
import { queueMessage } from '../../messages'
import { stateOf, type JobTemplateRow } from '../job-templates/rows'
import type { PlanRow } from './plans'

type PlanToTell = Pick<typeof maintenancePlans.$inferSelect, 'id' | 'customerName' | 'customerEmail'>

/** The plan that this job template belongs to. */
export async function planOfJobTemplate(
  tx: Tx,
  templateId: string,
): Promise<(PlanToTell & { ended: boolean }) | undefined> {
  const { id, customerName, customerEmail, ended } = maintenancePlans
  const [plan] = await tx
    .select({ id, customerName, customerEmail, ended })
    .from(maintenancePlans)
    .where(eq(maintenancePlans.templateId, templateId))
    .limit(1)
  return plan
}

/**
 * Tells customers the price, the dates and how to end their plan when it starts or changes. Runs in the unit
 * of the change, so nobody is visited at a price they weren't told.
 */
export async function tellTerms(
  tx: Tx,
  now: number,
  plan: PlanToTell,
  before: JobTemplateRow | null,
  after: JobTemplateRow,
): Promise<void> {
  if (stateOf(after) !== 'active') return
  if (before && stateOf(before) === 'active' && haveSameTerms(before, after)) return
  const { type, address, intervalMonths, intervalWeeks, nextDate, franchiseId } = after
  const franchise = franchiseId === null ? undefined : await findFranchise(tx, franchiseId)
  const { totalCents, taxCents } = amountsOf(after.priceCents, franchise?.taxBasisPoints ?? 0)
  await queueMessage(tx, now, {
    about: `plan:${plan.id}:${now}:email`,
    channel: 'email',
    template: 'plan',
    recipient: plan.customerEmail,
    data: {
      planId: plan.id,
      name: plan.customerName,
      type,
      address,
      totalCents,
      taxCents,
      intervalMonths,
      intervalWeeks,
      nextDate,
      changed: before !== null,
    },
    franchiseId,
  })
}

const haveSameTerms = (before: JobTemplateRow, after: JobTemplateRow): boolean =>
  before.priceCents === after.priceCents &&
  before.intervalMonths === after.intervalMonths &&
  before.intervalWeeks === after.intervalWeeks &&
  before.nextDate === after.nextDate

interface Asked {
  offer: PlanOffer
  franchiseId: string | null
  isChange: boolean
}

/** Sends the customer HQ's terms with the page where they can accept them. */
export async function tellOffer(
  tx: Tx,
  plan: typeof maintenancePlans.$inferSelect,
  { offer, franchiseId, isChange }: Asked,
): Promise<void> {
  const { at, totalCents, taxCents, start: nextDate } = offer
  await queueMessage(tx, at, {
    about: `plan:${plan.id}:${at}:offer`,
    channel: 'email',
    template: 'plan',
    recipient: plan.customerEmail,
    data: {
      ...about(plan),
      stage: 'offered',
      changed: isChange,
      totalCents,
      taxCents,
      ...storedInterval(offer),
      nextDate,
    },
    franchiseId,
  })
}

/** Confirms the end of a plan, or of a request for one, by HQ or the customer. */
export async function tellEnd(tx: Tx, now: number, { plan, template }: PlanRow): Promise<void> {
  const interval = storedInterval(template ?? plan)
  await queueMessage(tx, now, {
    about: `plan:${plan.id}:ended`,
    channel: 'email',
    template: 'plan',
    recipient: plan.customerEmail,
    data: { ...about(plan), stage: 'ended', totalCents: 0, taxCents: 0, ...interval, nextDate: null },
    franchiseId: template?.franchiseId ?? null,
  })
}

const about = ({ id, customerName, serviceType, address }: typeof maintenancePlans.$inferSelect) => ({
  planId: id,
  name: customerName,
  type: serviceType,
  address,
})
