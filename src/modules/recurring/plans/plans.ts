import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { maintenancePlans, franchises, jobTemplates } from '../../../../db/schema'
import { newId, onlyRow, type Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Once } from '../../../http/idempotency'
import type { Listing } from '../../../http/listing'
import { isPlanOf } from '../../../http/scope'
import { isoTime } from '../../../lib/clock'
import { missing, must } from '../../../lib/errors'
import { unitsFromCents } from '../../../lib/money'
import { amountsOf } from '../../catalog'
import { assertSameEmail, identifyCustomer } from '../../customers'
import { recordActivity, raiseTodo } from '../../office'
import type { JobTemplateRow } from '../job-templates/rows'
import type { Plan, PlanInput, AdminPlan, PlanQuery } from './model'

/** A customer requests a maintenance plan. Nothing is scheduled until HQ sets the price. */
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
    const contact = { name, email: proven, phone: input.phone ?? null }
    const { id: customerId } = must(await identifyCustomer(tx, contact, now), 'The customer')
    const rows = await tx
      .insert(maintenancePlans)
      .values({
        id: newId(),
        customerId,
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
    const plan = presentPlan({ plan: onlyRow(rows), template: null, status: 'requested' })
    await raiseTodo(tx, now, {
      kind: 'plan.price',
      subject: plan.id,
      title: `Set a price for a maintenance plan: ${plan.serviceType}`,
      detail: 'A customer requested this plan. It starts when you set its price.',
    })
    await recordActivity(tx, now, {
      type: 'plan.requested',
      actor: 'customer',
      summary: `Maintenance plan requested: ${plan.serviceType}, every ${plan.intervalMonths === 1 ? 'month' : `${plan.intervalMonths} months`}`,
      metadata: { planId: plan.id },
    })
    const answer = { plan, message: "Thanks! We'll confirm the price first, then your first visit." }
    await once.settle(tx, answer)
    return answer
  })
}

/** A customer's request and, once the plan has started, the job template with its terms. */
export interface PlanRow {
  plan: typeof maintenancePlans.$inferSelect
  template: JobTemplateRow | null
  status: Plan['status']
}

const status = sql<Plan['status']>`CASE
  WHEN ${maintenancePlans.ended} THEN 'ended'
  WHEN ${jobTemplates.id} IS NULL THEN iif(${maintenancePlans.priceCents} IS NULL, 'requested', 'paused')
  WHEN ${jobTemplates.nextDate} > ${jobTemplates.endDate} THEN 'ended'
  ELSE iif(${jobTemplates.active}, 'active', 'paused')
END`

const selectPlans = (db: Db) =>
  db
    .select({ plan: maintenancePlans, template: jobTemplates, status, tax: franchises.taxBasisPoints })
    .from(maintenancePlans)
    .leftJoin(jobTemplates, eq(jobTemplates.id, maintenancePlans.templateId))
    .leftJoin(franchises, eq(franchises.id, jobTemplates.franchiseId))

export async function requirePlan(db: Db, id: string): Promise<PlanRow> {
  const [row] = await selectPlans(db).where(eq(maintenancePlans.id, id)).limit(1)
  if (!row) throw missing('Plan')
  return row
}

export async function plansOfCustomer({ store }: Deps, customerId: string): Promise<Plan[]> {
  const rows = await selectPlans(store.read)
    .where(eq(maintenancePlans.customerId, customerId))
    .orderBy(desc(maintenancePlans.id))
    .limit(100)
  return rows.map((row) => {
    const { priceCents } = row.template ?? row.plan
    const nextDate = row.template?.nextDate ?? null
    return {
      ...presentPlan(row),
      total: priceCents === null ? null : unitsFromCents(amountsOf(priceCents, row.tax ?? 0).totalCents),
      nextDate: row.status === 'active' ? nextDate : null,
    }
  })
}

export function listPlans({ store }: Deps, query: PlanQuery): Listing<PlanRow, AdminPlan> {
  return {
    kinds: ['string'],
    position: ({ plan }) => [plan.id],
    present: presentAdminPlan,
    rows: (limit, after) =>
      selectPlans(store.read)
        .where(
          and(
            after ? lt(maintenancePlans.id, String(after[0])) : undefined,
            query.status === undefined ? undefined : eq(status, query.status),
            query.customerId === undefined ? undefined : eq(maintenancePlans.customerId, query.customerId),
            query.franchiseId === undefined ? undefined : isPlanOf(query.franchiseId),
          ),
        )
        .orderBy(desc(maintenancePlans.id))
        .limit(limit),
  }
}

export function presentPlan({ plan, template, status }: PlanRow): Plan {
  const { priceCents, intervalMonths } = template ?? plan
  return {
    id: plan.id,
    status,
    serviceType: plan.serviceType,
    address: plan.address,
    intervalMonths,
    preferredStart: plan.preferredStart,
    price: priceCents === null ? null : unitsFromCents(priceCents),
    gutterLength: plan.gutterLength,
    stories: plan.stories,
    notes: plan.notes,
    templateId: plan.templateId,
    createdAt: isoTime(plan.createdAt),
    updatedAt: isoTime(Math.max(plan.updatedAt, template?.updatedAt ?? 0)),
  }
}

export function presentAdminPlan(row: PlanRow): AdminPlan {
  const { customerId, customerName, customerEmail, customerPhone } = row.plan
  return { ...presentPlan(row), customerId, customerName, customerEmail, customerPhone }
}
