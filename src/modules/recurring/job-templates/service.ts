import { and, desc, eq, lt, or } from 'drizzle-orm'
import { holdsText } from '../../../../db/conditions'
import { jobTemplates } from '../../../../db/schema'
import { isUnchanged, newId, onlyRow, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Once } from '../../../http/idempotency'
import type { Listing } from '../../../http/listing'
import { dateToResume, firstDateFrom, localDateAt } from '../../../lib/calendar'
import { conflict, invalid } from '../../../lib/errors'
import { centsFromUnits } from '../../../lib/money'
import { requireCustomer, identifyCustomer } from '../../customers'
import { requireFranchise } from '../../franchises'
import { wakeSender } from '../../messages'
import { planOfJobTemplate, tellTerms } from '../plans/terms'
import type {
  JobTemplate,
  JobTemplateChange,
  JobTemplateInput,
  JobTemplateQuery,
  JobTemplateWithDates,
} from './model'
import {
  hasEnded,
  lastPeriodOf,
  presentJobTemplate,
  requireJobTemplate,
  stateOf,
  withDates,
  type JobTemplateRow,
} from './rows'

export async function addJobTemplate(
  deps: Deps,
  input: JobTemplateInput,
  once: Once,
): Promise<JobTemplateWithDates> {
  const { store, clock } = deps
  const now = clock.now()
  assertOrder(input)
  const { price, ...rest } = input
  return store.write(async (tx) => {
    await requireKnown(tx, input)
    const customerId = input.customerId ?? (await identifyCustomer(tx, contactOf(input), now))
    const rows = await tx
      .insert(jobTemplates)
      .values({
        id: newId(),
        ...rest,
        customerId,
        priceCents: centsFromUnits(price) ?? 0,
        nextDate: firstDateFrom(input, today(deps)),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    const answer = withDates(onlyRow(rows))
    await once.settle(tx, answer)
    return answer
  })
}

/** Applies from now on; jobs already created don't change. */
export async function changeJobTemplate(
  deps: Deps,
  id: string,
  change: JobTemplateChange,
): Promise<JobTemplateWithDates> {
  const { store, clock } = deps
  const now = clock.now()
  const { price, ...rest } = change
  const answer = await store.write(async (tx) => {
    const known = await requireJobTemplate(tx, id)
    await requireKnown(tx, change)
    assertOrder({ ...known, ...rest })
    const priceCents = price === undefined ? known.priceCents : (centsFromUnits(price) ?? 0)
    if (isUnchanged(known, { ...rest, priceCents })) return withDates(known)
    const changed = { ...known, ...rest, priceCents, updatedAt: now }
    return withDates(await reviseJobTemplate(tx, known, changed, today(deps)))
  })
  wakeSender(deps)
  return answer
}

/**
 * Saves a changed job template, finds its next date, and tells the customer about new terms of their plan.
 */
export async function reviseJobTemplate(
  tx: Tx,
  known: JobTemplateRow,
  changed: JobTemplateRow,
  day: string,
): Promise<JobTemplateRow> {
  const revised = { ...changed }
  if (resumes(known, changed)) revised.nextDate = dateToResume(changed, await lastPeriodOf(tx, known.id), day)
  await tx.update(jobTemplates).set(revised).where(eq(jobTemplates.id, known.id))
  const plan = await planOfJobTemplate(tx, known.id)
  if (plan?.ended && stateOf(revised) === 'active') throw conflict("The customer's plan has ended")
  if (plan) await tellTerms(tx, revised.updatedAt, plan, known, revised)
  return revised
}

/** True if its dates changed or it was inactive for a while. Dates in between aren't made up for. */
function resumes(known: JobTemplateRow, changed: JobTemplateRow): boolean {
  const otherDates =
    known.anchorDate !== changed.anchorDate || known.intervalMonths !== changed.intervalMonths
  return otherDates || (!known.active && changed.active) || (hasEnded(known) && !hasEnded(changed))
}

export async function readJobTemplate({ store }: Deps, id: string): Promise<JobTemplateWithDates> {
  return withDates(await requireJobTemplate(store.read, id))
}

/** Newest first, because ids are ordered by time. */
export function listJobTemplates(
  { store }: Deps,
  query: JobTemplateQuery,
): Listing<JobTemplateRow, JobTemplate> {
  const { active, franchiseId, customerId, q } = query
  const searched = [jobTemplates.customerName, jobTemplates.customerEmail, jobTemplates.address]
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentJobTemplate,
    rows: (limit, after) =>
      store.read
        .select()
        .from(jobTemplates)
        .where(
          and(
            after ? lt(jobTemplates.id, String(after[0])) : undefined,
            active === undefined ? undefined : eq(jobTemplates.active, active),
            franchiseId === undefined ? undefined : eq(jobTemplates.franchiseId, franchiseId),
            customerId === undefined ? undefined : eq(jobTemplates.customerId, customerId),
            q === undefined ? undefined : or(...searched.map((column) => holdsText(column, q))),
          ),
        )
        .orderBy(desc(jobTemplates.id))
        .limit(limit),
  }
}

const today = ({ clock, settings }: Deps) => localDateAt(clock.now(), settings.business.timeZone)

function contactOf({ customerName, customerEmail, customerPhone }: JobTemplateInput) {
  return { name: customerName, email: customerEmail, phone: customerPhone }
}

async function requireKnown(tx: Tx, { customerId, franchiseId }: JobTemplateChange): Promise<void> {
  if (customerId) await requireCustomer(tx, customerId)
  if (franchiseId) await requireFranchise(tx, franchiseId)
}

function assertOrder({ anchorDate, endDate }: { anchorDate: string; endDate: string | null }): void {
  if (endDate !== null && endDate < anchorDate)
    throw invalid('Validation failed', ['endDate: must not be before the first visit'])
}
