import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { beyondSorted, holdsText, sortedIds } from '../../../../db/conditions'
import { jobTemplates } from '../../../../db/schema'
import { isUnchanged, newId, onlyRow, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Once } from '../../../http/idempotency'
import type { Listing } from '../../../http/listing'
import type { Actor } from '../../../lib/actor'
import { dateToResume, firstDateFrom, localDateAt } from '../../../lib/calendar'
import { conflict, invalid } from '../../../lib/errors'
import { changedInterval, isMoreOften, storedInterval } from '../../../lib/interval'
import { centsFromUnits } from '../../../lib/money'
import { howOften } from '../../../words/how-often'
import { identifyCustomer, isOnlyClaimed, requireCustomer, type Voucher } from '../../customers'
import { requireFranchise } from '../../franchises'
import { wakeSender } from '../../messages'
import { changedFields, changesOf, recordActivity } from '../../office'
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
  { actor, voucher }: { actor: Actor; voucher: Voucher },
  once: Once,
): Promise<JobTemplateWithDates> {
  const { store, clock } = deps
  const now = clock.now()
  assertOrder(input)
  const { price, ...rest } = input
  return store.write(async (tx) => {
    await requireKnown(tx, input)
    const { customerId: chosen, franchiseId } = input
    // The guard has checked the id that a franchise chose.
    const customer =
      chosen === null ? await identifyCustomer(tx, contactOf(input), now) : { id: chosen, isKnown: false }
    const rows = await tx
      .insert(jobTemplates)
      .values({
        id: newId(),
        ...rest,
        ...storedInterval(input),
        customerId: customer?.id ?? null,
        claimed: await isOnlyClaimed(tx, customer, franchiseId, voucher),
        priceCents: centsFromUnits(price) ?? 0,
        nextDate: firstDateFrom(input, today(deps)),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    const added = onlyRow(rows)
    const summary = `Added a job template, ${howOften('en', added).toLowerCase()}`
    await recordActivity(tx, now, { type: 'template.added', actor, summary, ...aboutTemplate(added) })
    const answer = withDates(added)
    await once.settle(tx, answer)
    return answer
  })
}

const shownFields = [
  'active',
  'priceCents',
  'intervalMonths',
  'intervalWeeks',
  'nextDate',
  'endDate',
  'franchiseId',
] as const

const aboutTemplate = ({ id, franchiseId }: JobTemplateRow) => ({
  subject: { kind: 'template' as const, id, name: 'a job template' },
  franchiseId,
})

/** Applies from now on; jobs already created don't change. */
export async function changeJobTemplate(
  deps: Deps,
  id: string,
  change: JobTemplateChange,
  actor: Actor,
): Promise<JobTemplateWithDates> {
  const { store, clock } = deps
  const now = clock.now()
  const { price, ...rest } = change
  const answer = await store.write(async (tx) => {
    const known = await requireJobTemplate(tx, id)
    await requireKnown(tx, change)
    assertOrder({ ...known, ...rest })
    const priceCents = price === undefined ? known.priceCents : (centsFromUnits(price) ?? 0)
    // The guard has checked the id that a franchise chose.
    const claimed = change.customerId === undefined && known.claimed
    const terms = { ...changedInterval(known, change), claimed, priceCents }
    if (isUnchanged(known, { ...rest, ...terms })) return withDates(known)
    const changed = { ...known, ...rest, ...terms, updatedAt: now }
    await assertAgreed(tx, known, changed)
    const revised = await reviseJobTemplate(tx, known, changed, today(deps))
    await recordActivity(tx, now, {
      type: 'template.changed',
      actor,
      summary: `Changed a job template: ${changedFields(change)}`,
      ...aboutTemplate(revised),
      changes: changesOf(known, revised, shownFields),
    })
    return withDates(revised)
  })
  wakeSender(deps)
  return answer
}

/** The customer of a plan accepts a higher price or more visits on the plan itself. */
async function assertAgreed(tx: Tx, known: JobTemplateRow, changed: JobTemplateRow): Promise<void> {
  const isMore = changed.priceCents > known.priceCents || isMoreOften(changed, known)
  if (!isMore) return
  const plan = await planOfJobTemplate(tx, known.id)
  if (plan && !plan.ended)
    throw conflict(
      'This is part of a maintenance plan. Set a higher price or more frequent visits on the plan, so the customer can accept them.',
    )
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
  const { anchorDate, intervalMonths, intervalWeeks } = changed
  const otherDates = !isUnchanged(known, { anchorDate, intervalMonths, intervalWeeks })
  return otherDates || (!known.active && changed.active) || (hasEnded(known) && !hasEnded(changed))
}

export async function readJobTemplate({ store }: Deps, id: string): Promise<JobTemplateWithDates> {
  return withDates(await requireJobTemplate(store.read, id))
}

/** Those that make visits come by their next date, and the paused and ended ones after them. */
const nextKey = sql`iif(${jobTemplates.active} AND ${jobTemplates.nextDate} <= coalesce(${jobTemplates.endDate}, '9999'),
  '', 'later ') || ${jobTemplates.nextDate}`
const nextValue = (row: JobTemplateRow) => `${stateOf(row) === 'active' ? '' : 'later '}${row.nextDate}`

/** Newest first, because ids are ordered by time, or by the next visit. */
export function listJobTemplates(
  { store }: Deps,
  query: JobTemplateQuery,
): Listing<JobTemplateRow, JobTemplate> {
  const { active, franchiseId, customerId, q, sort = 'created' } = query
  const searched = [jobTemplates.customerName, jobTemplates.customerEmail, jobTemplates.address]
  const { id } = jobTemplates
  const isNext = sort === 'next'
  const isDown = (query.order ?? (isNext ? 'asc' : 'desc')) === 'desc'
  const order = isDown ? desc : asc
  const wanted = and(
    active === undefined ? undefined : eq(jobTemplates.active, active),
    franchiseId === undefined ? undefined : eq(jobTemplates.franchiseId, franchiseId),
    customerId === undefined ? undefined : eq(jobTemplates.customerId, customerId),
    q === undefined ? undefined : or(...searched.map((column) => holdsText(column, q))),
  )
  return {
    kinds: isNext ? ['string', 'string'] : ['string'],
    position: (row) => (isNext ? [nextValue(row), row.id] : [row.id]),
    present: presentJobTemplate,
    ...(isNext && { beyond: () => store.read.all(beyondSorted(jobTemplates, wanted)) }),
    rows: (limit, after) => {
      const rows = store.read.select().from(jobTemplates)
      if (!isNext) {
        const isBeyond = after ? (isDown ? lt : gt)(id, String(after[0])) : undefined
        return rows.where(and(isBeyond, wanted)).orderBy(order(id)).limit(limit)
      }
      const sorted = { table: jobTemplates, id, key: nextKey, where: wanted, isDown, limit, after }
      return rows.where(sql`${id} IN ${sortedIds(sorted)}`).orderBy(order(nextKey), order(id))
    },
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
