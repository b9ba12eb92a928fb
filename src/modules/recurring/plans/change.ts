import { eq } from 'drizzle-orm'
import { jobTemplates, maintenancePlans } from '../../../../db/schema'
import { isUnchanged, newId, onlyRow, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { daysAfter, localDateAt } from '../../../lib/calendar'
import { conflict, invalid, missing } from '../../../lib/errors'
import { centsFromUnits, type Cents } from '../../../lib/money'
import { customerByEmail } from '../../customers'
import { timeZoneOf } from '../../franchises'
import { wakeSender } from '../../messages'
import { clearTodo, recordActivity, raiseTodo } from '../../office'
import { dateInWords } from '../dates'
import type { JobTemplateRow } from '../job-templates/rows'
import { reviseJobTemplate } from '../job-templates/service'
import { servingFranchise } from '../make-job'
import type { AdminPlan, PlanChange, Plan } from './model'
import { presentAdminPlan, presentPlan, requirePlan, type PlanRow } from './plans'
import { tellTerms } from './terms'

type PlanRequest = PlanRow['plan']

/** HQ sets the price, which starts the plan, or pauses, resumes, ends or changes it. */
export async function changePlan(deps: Deps, id: string, change: PlanChange): Promise<AdminPlan> {
  const changed = await deps.store.write(async (tx) =>
    changeInUnit(tx, deps, await requirePlan(tx, id), change),
  )
  wakeSender(deps)
  return presentAdminPlan(changed)
}

async function changeInUnit(tx: Tx, deps: Deps, known: PlanRow, change: PlanChange): Promise<PlanRow> {
  if (known.status === 'ended') throw conflict('This plan has ended')
  const { plan, template } = known
  const wanted = wantedBy(change, known)
  const franchiseId = template ? template.franchiseId : await servingFranchise(tx, plan.address)
  const now = deps.clock.now()
  const today = localDateAt(now, await timeZoneOf(tx, deps.settings, franchiseId))
  if (change.start !== undefined && change.start < today)
    throw invalid('Validation failed', ['start: must not be in the past'])
  const moment = { now, today }
  const kept = template
    ? await changeBegun(tx, template, wanted, moment)
    : ((await begin(tx, plan, wanted, franchiseId, moment)) ?? termsToKeep(wanted))
  const ended = wanted.status === 'ended'
  const isTermChanged = template !== null && !isUnchanged(template, termsOf(wanted, template))
  if (isTermChanged || !isUnchanged(plan, { ...kept, ended }))
    await tx
      .update(maintenancePlans)
      .set({ ...kept, ended, updatedAt: now })
      .where(eq(maintenancePlans.id, plan.id))
  if (wanted.status !== 'requested') await clearTodo(tx, now, 'plan.price', plan.id)
  return requirePlan(tx, plan.id)
}

/** The terms HQ wants from now on. */
interface Wanted {
  status: Plan['status']
  priceCents: Cents | null
  intervalMonths: number
  /** The first visit from now on, if HQ chooses one. */
  start: string | undefined
}

interface Moment {
  now: number
  today: string
}

/** Setting the first price starts a plan, unless HQ says otherwise. */
function wantedBy(change: PlanChange, { plan, template, status: known }: PlanRow): Wanted {
  const terms = template ?? plan
  const priceCents = change.price === undefined ? terms.priceCents : centsFromUnits(change.price)
  const status = change.status ?? (known === 'requested' && priceCents !== null ? 'active' : known)
  if (status !== 'ended' && status !== 'requested' && priceCents === null) throw conflict('Set a price first')
  const intervalMonths = change.intervalMonths ?? terms.intervalMonths
  return { status, priceCents, intervalMonths, start: change.start }
}

/** Once a plan has started, its job template holds the terms. */
async function changeBegun(
  tx: Tx,
  template: JobTemplateRow,
  wanted: Wanted,
  { now, today }: Moment,
): Promise<Partial<PlanRequest>> {
  const terms = termsOf(wanted, template)
  if (isUnchanged(template, terms)) return {}
  const revised = await reviseJobTemplate(tx, template, { ...template, ...terms, updatedAt: now }, today)
  if (revised.anchorDate !== template.anchorDate) assertStart(revised)
  return {}
}

const termsOf = ({ status, priceCents, intervalMonths, start }: Wanted, { anchorDate }: JobTemplateRow) => ({
  priceCents: priceCents ?? 0,
  intervalMonths,
  anchorDate: start ?? anchorDate,
  active: status === 'active',
})

/** A booked visit stays, so HQ must know if it would delay the start. */
function assertStart({ anchorDate: start, nextDate, endDate }: JobTemplateRow): void {
  if (endDate !== null && start > endDate)
    throw invalid('Validation failed', ['start: must not be after the end of the plan'])
  if (nextDate > start)
    throw conflict(
      `A visit of this plan is already booked, so the next one would be on ${dateInWords(nextDate)}. Move that job to the day you want, or choose a later start.`,
    )
}

/** Starts the plan: its job template is created and holds the terms from then on. */
async function begin(
  tx: Tx,
  plan: PlanRequest,
  { status, priceCents, intervalMonths, start }: Wanted,
  franchiseId: string | null,
  { now, today }: Moment,
): Promise<Partial<PlanRequest> | null> {
  if (status !== 'active' || priceCents === null) return null
  const first = start ?? startOf(plan.preferredStart, today)
  const { customerId, customerName, customerEmail, customerPhone, address, gutterLength, stories, notes } =
    plan
  const rows = await tx
    .insert(jobTemplates)
    .values({
      id: newId(),
      customerId,
      customerName,
      customerEmail,
      customerPhone,
      address,
      type: plan.serviceType,
      gutterLength,
      stories,
      notes,
      priceCents,
      intervalMonths,
      franchiseId,
      anchorDate: first,
      nextDate: first,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  const template = onlyRow(rows)
  await tellTerms(tx, now, plan, null, template)
  return { templateId: template.id, priceCents: null }
}

/** Before there is a job template, the plan itself stores the terms HQ has set. */
function termsToKeep({ priceCents, intervalMonths, start }: Wanted): Partial<PlanRequest> {
  if (start !== undefined) throw conflict("This plan hasn't started. Set the start together with its price.")
  return { priceCents, intervalMonths }
}

/** If the preferred day passed while the plan waited for its price, it starts a week from now. */
function startOf(wanted: string | null, today: string): string {
  return wanted !== null && wanted > today ? wanted : daysAfter(today, 7)
}

/** Customers can end their own plan, even before it has a price. Booked visits stay. */
export async function endOwnPlan(
  deps: Deps,
  proven: string,
  id: string,
): Promise<{ plan: Plan; message: string }> {
  const now = deps.clock.now()
  return deps.store.write(async (tx) => {
    const customer = await customerByEmail(tx, proven)
    const known = await requirePlan(tx, id)
    const { customerId, serviceType } = known.plan
    // Don't reveal whether another customer's plan exists.
    if (customerId !== customer?.id) throw missing('Plan')
    const message =
      'Your plan has ended. Visits already booked will still happen. To cancel one, go to your bookings.'
    if (known.status === 'ended') return { plan: presentPlan(known), message }
    const ended = await changeInUnit(tx, deps, known, { status: 'ended' })
    await raiseTodo(tx, now, {
      kind: 'plan.ended',
      subject: id,
      title: `A customer ended their maintenance plan: ${serviceType}`,
      detail: 'Check whether a visit is still booked, and whether a billing schedule needs to end too.',
    })
    await recordActivity(tx, now, {
      type: 'plan.ended',
      actor: 'customer',
      summary: `Customer ended their maintenance plan: ${serviceType}`,
      metadata: { planId: id },
    })
    return { plan: presentPlan(ended), message }
  })
}
