import { eq } from 'drizzle-orm'
import { jobTemplates, maintenancePlans } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { localDateAt } from '../../lib/local-days'
import { centsFromUnits, type Cents } from '../../lib/money'
import { zipIn } from '../../lib/us-address'
import { franchiseForZip } from '../franchises/area'
import { clearTask } from '../hq-tasks/raise'
import { dateToGoOnFrom } from '../templates/next-date'
import { presentAdminPlan, type PlanRow } from './list'
import type { AdminPlan, PlanChange } from './model'

/** HQ sets or confirms the price, which starts the plan, or pauses, resumes, ends or changes it. */
export async function changePlan(deps: Deps, id: string, change: PlanChange): Promise<AdminPlan> {
  const now = deps.clock.now()
  const today = localDateAt(now, deps.config.business.timeZone)
  const changed = await deps.store.write(async (tx) => {
    const plan = await requirePlan(tx, id)
    if (plan.status === 'ended') throw conflict('The plan has ended')
    const priceCents = change.price === undefined ? plan.priceCents : centsFromUnits(change.price)
    const status =
      change.status ?? (plan.status === 'requested' && priceCents !== null ? 'active' : plan.status)
    if (status !== 'ended' && status !== 'requested' && priceCents === null)
      throw conflict('Set the price first')
    const intervalMonths = change.intervalMonths ?? plan.intervalMonths
    const next: PlanRow = { ...plan, priceCents, status, intervalMonths, updatedAt: now }
    next.templateId = await keepTemplate(tx, next, change.start, today, now)
    await tx.update(maintenancePlans).set(next).where(eq(maintenancePlans.id, id))
    if (status !== 'requested') await clearTask(tx, now, 'plan.price', id)
    return next
  })
  return presentAdminPlan(changed)
}

/** A plan with a price has a template of jobs; the two say the same. */
async function keepTemplate(
  tx: Tx,
  plan: PlanRow,
  start: string | undefined,
  today: string,
  now: number,
): Promise<string | null> {
  const active = plan.status === 'active'
  if (plan.templateId !== null) {
    await followPlan(tx, plan.templateId, plan, today, now)
    return plan.templateId
  }
  if (!active || plan.priceCents === null) return null
  const id = newId()
  await tx
    .insert(jobTemplates)
    .values(
      templateOf(
        plan,
        id,
        plan.priceCents,
        startOf(start ?? plan.preferredStart, now),
        await franchiseOf(tx, plan),
        now,
      ),
    )
  return id
}

/** A plan that starts again, or in other steps, does not make up for the time in between. */
async function followPlan(tx: Tx, id: string, plan: PlanRow, today: string, now: number): Promise<void> {
  const [template] = await tx.select().from(jobTemplates).where(eq(jobTemplates.id, id)).limit(1)
  if (!template) return
  const active = plan.status === 'active'
  const changed = {
    ...template,
    priceCents: plan.priceCents ?? 0,
    intervalMonths: plan.intervalMonths,
    active,
  }
  const startsAnew = (active && !template.active) || changed.intervalMonths !== template.intervalMonths
  if (startsAnew) changed.nextDate = await dateToGoOnFrom(tx, id, changed, today)
  await tx
    .update(jobTemplates)
    .set({ ...changed, updatedAt: now })
    .where(eq(jobTemplates.id, id))
}

/** The template's part of a plan; what is left out has the same name in both. */
function templateOf(
  plan: PlanRow,
  id: string,
  priceCents: Cents,
  start: string,
  franchiseId: string | null,
  now: number,
) {
  const { serviceType, preferredStart: _, status: __, templateId: ___, demo: ____, ...shared } = plan
  return {
    ...shared,
    id,
    type: serviceType,
    priceCents,
    franchiseId,
    anchorDate: start,
    nextDate: start,
    createdAt: now,
    updatedAt: now,
  }
}

/** Not in the past: who asked for last month, and waited for the price since, is served next week. */
function startOf(wanted: string | null, now: number): string {
  const earliest = new Date(now + day).toISOString().slice(0, 10)
  const nextWeek = new Date(now + 7 * day).toISOString().slice(0, 10)
  return wanted !== null && wanted >= earliest ? wanted : nextWeek
}

async function franchiseOf(tx: Tx, plan: PlanRow): Promise<string | null> {
  const zip = zipIn(plan.address)
  return zip === null ? null : ((await franchiseForZip(tx, zip))?.id ?? null)
}

export async function requirePlan(tx: Tx, id: string): Promise<PlanRow> {
  const [plan] = await tx.select().from(maintenancePlans).where(eq(maintenancePlans.id, id)).limit(1)
  if (!plan) throw missing('Plan')
  return plan
}
