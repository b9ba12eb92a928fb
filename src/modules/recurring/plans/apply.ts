import { eq } from 'drizzle-orm'
import { jobTemplates, maintenancePlans } from '../../../../db/schema'
import { isUnchanged, newId, onlyRow, type Tx } from '../../../../db/store'
import { daysAfter } from '../../../lib/calendar'
import { conflict, invalid } from '../../../lib/errors'
import { storedInterval, type StoredInterval } from '../../../lib/interval'
import type { Cents } from '../../../lib/money'
import { clearTodo } from '../../office'
import { dateInWords } from '../dates'
import type { JobTemplateRow } from '../job-templates/rows'
import { reviseJobTemplate } from '../job-templates/service'
import type { Plan } from './model'
import { requirePlan, type PlanRow } from './plans'
import { tellEnd, tellTerms } from './terms'

type PlanRequest = PlanRow['plan']

/** The terms that should count from now on. */
export interface Wanted extends StoredInterval {
  status: Plan['status']
  priceCents: Cents | null
  /** The first visit from now on, if HQ chooses one. */
  start: string | undefined
}

interface Moment {
  now: number
  today: string
}

export interface Circumstances extends Moment {
  /** The franchise that serves the address. */
  franchiseId: string | null
}

/** Makes terms count from now on, in the unit of the decision: HQ's own, or the customer's consent. */
export async function applyTerms(
  tx: Tx,
  known: PlanRow,
  wanted: Wanted,
  { franchiseId, ...moment }: Circumstances,
  settled: Partial<Pick<PlanRequest, 'offer' | 'consent'>>,
): Promise<PlanRow> {
  const { plan, template } = known
  const { now } = moment
  const kept = template
    ? await changeBegun(tx, template, wanted, moment)
    : ((await begin(tx, plan, wanted, franchiseId, moment)) ?? termsToKeep(wanted))
  const ended = wanted.status === 'ended'
  const isTermChanged = template !== null && !isUnchanged(template, termsOf(wanted, template))
  const change = { ...kept, ...settled, ended }
  if (isTermChanged || !isUnchanged(plan, change))
    await tx
      .update(maintenancePlans)
      .set({ ...change, updatedAt: now })
      .where(eq(maintenancePlans.id, plan.id))
  if (wanted.status !== 'requested') await clearTodo(tx, now, 'plan.price', plan.id)
  if (ended && !plan.ended) await tellEnd(tx, now, known)
  return requirePlan(tx, plan.id)
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

const termsOf = (wanted: Wanted, { anchorDate }: JobTemplateRow) => ({
  priceCents: wanted.priceCents ?? 0,
  ...storedInterval(wanted),
  anchorDate: wanted.start ?? anchorDate,
  active: wanted.status === 'active',
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
  wanted: Wanted,
  franchiseId: string | null,
  { now, today }: Moment,
): Promise<Partial<PlanRequest> | null> {
  const { status, priceCents, start } = wanted
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
      ...storedInterval(wanted),
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
function termsToKeep(wanted: Wanted): Partial<PlanRequest> {
  if (wanted.start !== undefined)
    throw conflict("This plan hasn't started. Set the start together with its price.")
  return { priceCents: wanted.priceCents, ...storedInterval(wanted) }
}

/** If the preferred day passed while the plan waited, it starts a week from now. */
function startOf(wanted: string | null, today: string): string {
  return wanted !== null && wanted > today ? wanted : daysAfter(today, 7)
}
