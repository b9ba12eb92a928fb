import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { maintenancePlans, franchises, jobTemplates } from '../../../../db/schema'
import type { PlanConsent, PlanOffer } from '../../../../db/schema/recurring'
import { newId, onlyRow, type Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Once } from '../../../http/idempotency'
import type { Listing } from '../../../http/listing'
import { isPlanOf } from '../../../http/scope'
import { hour, isoTime } from '../../../lib/clock'
import { missing, must } from '../../../lib/errors'
import { storedInterval } from '../../../lib/interval'
import { unitsFromCents } from '../../../lib/money'
import { planPath } from '../../../tokens/plan-link'
import { howOften } from '../../../words/how-often'
import { amountsOf } from '../../catalog'
import { assertSameEmail, identifyCustomer, linkSeriesOf } from '../../customers'
import { recordActivity, raiseTodo } from '../../office'
import type { JobTemplateRow } from '../job-templates/rows'
import type { Plan, PlanInput, AdminPlan, PlanQuery } from './model'

/** A customer requests a maintenance plan. Nothing is scheduled until they accept HQ's price. */
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
        ...storedInterval(input),
        preferredStart: input.preferredStart ?? null,
        gutterLength: input.gutterLength ?? null,
        stories: input.stories ?? null,
        notes: input.notes ?? null,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    const plan = presentPlan({ plan: onlyRow(rows), template: null, status: 'requested', tax: null })
    await raiseTodo(tx, now, {
      kind: 'plan.price',
      subject: plan.id,
      title: `${name} asked for a maintenance plan`,
      detail: `${plan.serviceType}, ${howOften('en', plan).toLowerCase()}`,
    })
    await recordActivity(tx, now, {
      type: 'plan.requested',
      actor: 'customer',
      summary: `Maintenance plan requested: ${plan.serviceType}, ${howOften('en', plan).toLowerCase()}`,
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
  /** The franchise's tax in basis points, once it has started. */
  tax: number | null
}

const status = sql<Plan['status']>`CASE
  WHEN ${maintenancePlans.ended} THEN 'ended'
  WHEN ${jobTemplates.id} IS NULL THEN CASE
    WHEN ${maintenancePlans.offer} IS NOT NULL THEN 'offered'
    ELSE iif(${maintenancePlans.priceCents} IS NULL, 'requested', 'paused')
  END
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
  return rows.map(presentOwnPlan)
}

/** As the customer sees it: with the price that they pay and the next visit. */
export function presentOwnPlan(row: PlanRow): Plan {
  return {
    ...presentPlan(row),
    total: totalOf(row),
    nextDate: row.status === 'active' ? (row.template?.nextDate ?? null) : null,
  }
}

function totalOf({ plan, template, tax }: PlanRow): number | null {
  if (!template && plan.offer) return unitsFromCents(plan.offer.totalCents)
  const { priceCents } = template ?? plan
  return priceCents === null ? null : unitsFromCents(amountsOf(priceCents, tax ?? 0).totalCents)
}

/** The same for the customer, with the way to accept an offer. */
export async function ownPlans(deps: Deps, customerId: string): Promise<Plan[]> {
  const plans = await plansOfCustomer(deps, customerId)
  const series = await linkSeriesOf(deps.store.read, customerId)
  const until = deps.clock.now() + hour
  return plans.map((plan) => ({
    ...plan,
    offerPath:
      plan.offer === null || plan.status === 'ended'
        ? null
        : planPath(deps, { planId: plan.id, series, source: 'account' }, until),
  }))
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
  const terms = template ?? plan.offer ?? plan
  return {
    id: plan.id,
    status,
    serviceType: plan.serviceType,
    address: plan.address,
    ...storedInterval(terms),
    preferredStart: plan.preferredStart,
    price: terms.priceCents === null ? null : unitsFromCents(terms.priceCents),
    offer: plan.offer && presentOffer(plan.offer),
    consent: plan.consent && presentConsent(plan.consent),
    gutterLength: plan.gutterLength,
    stories: plan.stories,
    notes: plan.notes,
    templateId: plan.templateId,
    createdAt: isoTime(plan.createdAt),
    updatedAt: isoTime(Math.max(plan.updatedAt, template?.updatedAt ?? 0)),
  }
}

const presentOffer = (offer: PlanOffer) => ({
  price: unitsFromCents(offer.priceCents),
  total: unitsFromCents(offer.totalCents),
  ...storedInterval(offer),
  start: offer.start,
  offeredAt: isoTime(offer.at),
})

const presentConsent = ({ text, name, at, from, takenBy }: PlanConsent) => ({
  text,
  name,
  at: isoTime(at),
  from,
  takenBy,
})

export function presentAdminPlan(row: PlanRow): AdminPlan {
  const { customerId, customerName, customerEmail, customerPhone } = row.plan
  return { ...presentPlan(row), customerId, customerName, customerEmail, customerPhone }
}
