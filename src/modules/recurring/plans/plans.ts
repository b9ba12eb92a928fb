import { and, desc, eq, lt } from 'drizzle-orm'
import { maintenancePlans, franchises, jobTemplates } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { ok } from '../../../http/endpoint'
import type { Once } from '../../../http/idempotency'
import type { Listing } from '../../../http/listing'
import { isoTime } from '../../../lib/clock'
import { newId } from '../../../lib/ids'
import { unitsFromCents } from '../../../lib/money'
import { amountsOf } from '../../catalog'
import { assertSameEmail, identifyCustomer } from '../../customers'
import { recordActivity, raiseTodo } from '../../office'
import type { Plan, PlanInput, AdminPlan, PlanQuery } from './model'

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
    await raiseTodo(tx, now, {
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
