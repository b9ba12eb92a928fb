import { eq } from 'drizzle-orm'
import { jobTemplates, maintenancePlans } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { localDateAt } from '../../../lib/calendar'
import { conflict, invalid, missing } from '../../../lib/errors'
import { newId } from '../../../lib/ids'
import { centsFromUnits, type Cents } from '../../../lib/money'
import { zipIn } from '../../../lib/text'
import { customerByEmail } from '../../customers'
import { servingWrittenZip, timeZoneOf } from '../../franchises'
import { wakeSender } from '../../messages'
import { clearTodo, recordActivity, raiseTodo } from '../../office'
import { dateToGoOnFrom, type JobTemplateRow } from '../job-templates/present'
import type { AdminPlan, PlanChange, Plan } from './model'
import { presentAdminPlan, presentPlan, type PlanRow } from './plans'
import { areOther, tellPlan } from './terms'

/** HQ sets or confirms the price, which starts the plan, or pauses, resumes, ends or changes it. */
export async function changePlan(deps: Deps, id: string, change: PlanChange): Promise<AdminPlan> {
  const changed = await deps.store.write(async (tx) =>
    changeInUnit(tx, deps, await requirePlan(tx, id), change),
  )
  wakeSender(deps)
  return presentAdminPlan(changed)
}

export async function changeInUnit(tx: Tx, deps: Deps, plan: PlanRow, change: PlanChange): Promise<PlanRow> {
  const now = deps.clock.now()
  if (plan.status === 'ended') throw conflict('The plan has ended')
  const priceCents = change.price === undefined ? plan.priceCents : centsFromUnits(change.price)
  const status =
    change.status ?? (plan.status === 'requested' && priceCents !== null ? 'active' : plan.status)
  if (status !== 'ended' && status !== 'requested' && priceCents === null)
    throw conflict('Set the price first')
  const intervalMonths = change.intervalMonths ?? plan.intervalMonths
  const next: PlanRow = { ...plan, priceCents, status, intervalMonths, updatedAt: now }
  const before = plan.templateId === null ? undefined : await findJobTemplate(tx, plan.templateId)
  next.templateId = await keepJobTemplate(tx, deps, next, change.start)
  if (change.start !== undefined && next.templateId === null)
    throw conflict('The plan has not begun: send the start together with the price that begins it')
  await tx.update(maintenancePlans).set(next).where(eq(maintenancePlans.id, plan.id))
  if (status !== 'requested') await clearTodo(tx, now, 'plan.price', plan.id)
  await tellTerms(tx, now, plan, next, before)
  return next
}

/** Nobody is visited at a price she was not told. */
async function tellTerms(
  tx: Tx,
  now: number,
  plan: PlanRow,
  next: PlanRow,
  before: JobTemplateRow | undefined,
): Promise<void> {
  const template = next.templateId === null ? undefined : await findJobTemplate(tx, next.templateId)
  if (next.status !== 'active' || !template) return
  if (plan.status !== 'active' || !before || areOther(before, template))
    await tellPlan(tx, now, next, template, before !== undefined)
}

/** A plan with a price has a template of jobs; the two say the same. */
async function keepJobTemplate(
  tx: Tx,
  deps: Deps,
  plan: PlanRow,
  start: string | undefined,
): Promise<string | null> {
  const template = plan.templateId === null ? undefined : await findJobTemplate(tx, plan.templateId)
  const franchiseId = template ? template.franchiseId : await franchiseOf(tx, plan)
  const now = deps.clock.now()
  const today = localDateAt(now, await timeZoneOf(tx, deps.config, franchiseId))
  if (start !== undefined && start < today) throw invalid('Validation failed', ['start: lies in the past'])
  if (template) await followPlan(tx, template, plan, { start, today, now })
  if (plan.templateId !== null) return plan.templateId
  if (plan.status !== 'active' || plan.priceCents === null) return null
  const id = newId()
  const first = start ?? startOf(plan.preferredStart, today)
  await tx.insert(jobTemplates).values(jobTemplateOf(plan, id, plan.priceCents, first, franchiseId, now))
  return id
}

interface Moment {
  /** The first visit from now on, where HQ names one. */
  start: string | undefined
  today: string
  now: number
}

/** A plan that starts again, or in other steps, does not make up for the time in between. */
async function followPlan(
  tx: Tx,
  template: JobTemplateRow,
  plan: PlanRow,
  { start, today, now }: Moment,
): Promise<void> {
  const active = plan.status === 'active'
  const changed = {
    ...template,
    priceCents: plan.priceCents ?? 0,
    intervalMonths: plan.intervalMonths,
    anchorDate: start ?? template.anchorDate,
    active,
  }
  const startsAnew =
    (active && !template.active) ||
    changed.intervalMonths !== template.intervalMonths ||
    changed.anchorDate !== template.anchorDate
  if (startsAnew) changed.nextDate = await dateToGoOnFrom(tx, template.id, changed, today)
  if (changed.anchorDate !== template.anchorDate) assertStart(changed)
  await tx
    .update(jobTemplates)
    .set({ ...changed, updatedAt: now })
    .where(eq(jobTemplates.id, template.id))
}

/** A visit that is made already stays: a start it is in the way of would be put off in silence. */
function assertStart({ anchorDate: start, nextDate, endDate }: JobTemplateRow): void {
  if (endDate !== null && start > endDate)
    throw invalid('Validation failed', ['start: must not be after the end of the plan'])
  if (nextDate > start)
    throw conflict(
      `A visit of this plan is made already, so that ${nextDate} would be the next. Move that job to the day you want, or name a later start`,
    )
}

/** The template's part of a plan; what is left out has the same name in both. */
function jobTemplateOf(
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

/** Still ahead: who asked for last month, and waited for the price since, is served next week. */
function startOf(wanted: string | null, today: string): string {
  const nextWeek = Temporal.PlainDate.from(today).add({ days: 7 }).toString()
  return wanted !== null && wanted > today ? wanted : nextWeek
}

async function franchiseOf(tx: Tx, plan: PlanRow): Promise<string | null> {
  return (await servingWrittenZip(tx, zipIn(plan.address)))?.id ?? null
}

export async function requirePlan(tx: Tx, id: string): Promise<PlanRow> {
  const [plan] = await tx.select().from(maintenancePlans).where(eq(maintenancePlans.id, id)).limit(1)
  if (!plan) throw missing('Plan')
  return plan
}

async function findJobTemplate(tx: Tx, id: string): Promise<JobTemplateRow | undefined> {
  const [template] = await tx.select().from(jobTemplates).where(eq(jobTemplates.id, id)).limit(1)
  return template
}

/** A customer ends her own plan, also one that has no price yet. Visits that are booked already stay. */
export async function endOwnPlan(
  deps: Deps,
  proven: string,
  id: string,
): Promise<{ plan: Plan; message: string }> {
  const now = deps.clock.now()
  return deps.store.write(async (tx) => {
    const customer = await customerByEmail(tx, proven)
    const plan = await requirePlan(tx, id)
    // Somebody else's does not exist for her.
    if (plan.customerId !== customer?.id) throw missing('Plan')
    const message = 'The plan has ended. Visits that are booked already stay; cancel those under Bookings.'
    if (plan.status === 'ended') return { plan: presentPlan(plan), message }
    const ended = await changeInUnit(tx, deps, plan, { status: 'ended' })
    await raiseTodo(tx, now, {
      kind: 'plan.ended',
      subject: id,
      title: `A customer ended a maintenance plan: ${plan.serviceType}`,
      detail: 'Look whether a visit is booked already, and whether a schedule bills the plan.',
    })
    await recordActivity(tx, now, {
      type: 'plan.ended',
      actor: 'customer',
      summary: `Maintenance plan ended by the customer: ${plan.serviceType}`,
      metadata: { planId: id },
    })
    return { plan: presentPlan(ended), message }
  })
}
