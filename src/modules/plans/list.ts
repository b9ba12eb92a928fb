import { and, desc, eq, lt } from 'drizzle-orm'
import { franchises, jobTemplates, maintenancePlans } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import { amountsOf } from '../jobs/amounts'
import type { AdminPlan, Plan, PlanQuery } from './model'

export type PlanRow = typeof maintenancePlans.$inferSelect

export async function plansOfCustomer({ store }: Deps, customerId: string): Promise<Plan[]> {
  const rows = await store.read
    .select({ plan: maintenancePlans, nextDate: jobTemplates.nextDate, tax: franchises.taxBasisPoints })
    .from(maintenancePlans)
    .leftJoin(jobTemplates, eq(jobTemplates.id, maintenancePlans.templateId))
    .leftJoin(franchises, eq(franchises.id, jobTemplates.franchiseId))
    .where(eq(maintenancePlans.customerId, customerId))
    .orderBy(desc(maintenancePlans.id))
    .limit(100)
  return rows.map(({ plan, nextDate, tax }) => ({
    ...presentPlan(plan),
    total: plan.priceCents === null ? null : unitsFromCents(amountsOf(plan.priceCents, tax ?? 0).totalCents),
    nextDate: plan.status === 'active' ? nextDate : null,
  }))
}

export function listPlans({ store }: Deps, { status, customerId }: PlanQuery): Listing<PlanRow, AdminPlan> {
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentAdminPlan,
    rows: (limit, after) =>
      store.read
        .select()
        .from(maintenancePlans)
        .where(
          and(
            after ? lt(maintenancePlans.id, String(after[0])) : undefined,
            status === undefined ? undefined : eq(maintenancePlans.status, status),
            customerId === undefined ? undefined : eq(maintenancePlans.customerId, customerId),
          ),
        )
        .orderBy(desc(maintenancePlans.id))
        .limit(limit),
  }
}

export function presentPlan(row: PlanRow): Plan {
  return {
    id: row.id,
    status: row.status,
    serviceType: row.serviceType,
    address: row.address,
    intervalMonths: row.intervalMonths,
    preferredStart: row.preferredStart,
    price: row.priceCents === null ? null : unitsFromCents(row.priceCents),
    gutterLength: row.gutterLength,
    stories: row.stories,
    notes: row.notes,
    templateId: row.templateId,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  }
}

export function presentAdminPlan(row: PlanRow): AdminPlan {
  const { customerId, customerName, customerEmail, customerPhone } = row
  return { ...presentPlan(row), customerId, customerName, customerEmail, customerPhone }
}
