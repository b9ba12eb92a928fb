import { and, desc, eq, lt, or } from 'drizzle-orm'
import { holdsText } from '../../../../db/conditions'
import { billingCharges, billingSchedules, invoices } from '../../../../db/schema'
import { isUnchanged, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Listing } from '../../../http/listing'
import type { Actor } from '../../../lib/actor'
import { datesFrom, dateToResume, localDateAt } from '../../../lib/calendar'
import { isoTime, isoTimeOrNull } from '../../../lib/clock'
import { conflict, missing } from '../../../lib/errors'
import { centsFromUnits, unitsFromCents } from '../../../lib/money'
import { requireCustomer } from '../../customers'
import { findFranchise } from '../../franchises'
import { presentInvoice } from '../../invoices'
import { changedFields, changesOf, recordActivity, clearTodo } from '../../office'
import { savedCardOf } from '../../payments'
import { customerOf } from './billed-jobs'
import type { AdminScheduleQuery, Charge, Schedule, ScheduleChange, ScheduleDetail } from './model'
import { presentSchedule, requireSchedule, type ScheduleRow } from './rows'

const datesShown = 12
const historyShown = 24

/** Newest first, because ids are ordered by time. */
export function listAllSchedules({ store }: Deps, query: AdminScheduleQuery): Listing<ScheduleRow, Schedule> {
  const { status, franchiseId, customerId, q } = query
  const searched = [
    billingSchedules.customerName,
    billingSchedules.customerEmail,
    billingSchedules.serviceType,
  ]
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentSchedule,
    rows: (limit, after) =>
      store.read
        .select()
        .from(billingSchedules)
        .where(
          and(
            after ? lt(billingSchedules.id, String(after[0])) : undefined,
            status === undefined ? undefined : eq(billingSchedules.status, status),
            franchiseId === undefined ? undefined : eq(billingSchedules.franchiseId, franchiseId),
            customerId === undefined ? undefined : eq(billingSchedules.customerId, customerId),
            q === undefined ? undefined : or(...searched.map((column) => holdsText(column, q))),
          ),
        )
        .orderBy(desc(billingSchedules.id))
        .limit(limit),
  }
}

export async function readSchedule({ store }: Deps, id: string): Promise<ScheduleDetail> {
  const row = await requireSchedule(store.read, id)
  const customer = await customerOf(store.read, row)
  const billed = await store.read
    .select()
    .from(invoices)
    .where(eq(invoices.scheduleId, id))
    .orderBy(desc(invoices.period))
    .limit(historyShown)
  const charges = await store.read
    .select()
    .from(billingCharges)
    .where(eq(billingCharges.scheduleId, id))
    .orderBy(desc(billingCharges.period), desc(billingCharges.attempt))
    .limit(historyShown)
  return {
    schedule: presentSchedule(row),
    customerKnown: customer !== undefined,
    card: customer ? await savedCardOf(store.read, customer.id) : null,
    upcoming: row.status === 'active' ? datesFrom(row, row.nextBillingDate, datesShown) : [],
    invoices: billed.map(presentInvoice),
    charges: charges.map(presentCharge),
  }
}

function presentCharge(row: typeof billingCharges.$inferSelect): Charge {
  return {
    id: row.id,
    period: row.period,
    attempt: row.attempt,
    state: row.state,
    amount: row.cents === null ? null : unitsFromCents(row.cents),
    dueAt: isoTime(row.dueAt),
    paymentId: row.processorId,
    refusal: row.refusal,
    doneAt: isoTimeOrNull(row.doneAt),
  }
}

const shownFields = [
  'status',
  'priceCents',
  'intervalMonths',
  'intervalWeeks',
  'nextBillingDate',
  'franchiseId',
] as const

/** Pauses, resumes, ends or changes a schedule. Earlier billings don't change. */
export async function changeSchedule(
  deps: Deps,
  id: string,
  change: ScheduleChange,
  actor: Actor,
): Promise<Schedule> {
  const now = deps.clock.now()
  const today = localDateAt(now, deps.settings.business.timeZone)
  const { price, ...rest } = change
  const changed = await deps.store.write(async (tx) => {
    const known = await requireSchedule(tx, id)
    if (known.status === 'ended') throw conflict('This schedule has ended. Create a new one instead.')
    await requireParties(tx, now, id, change)
    const priceCents = price === undefined ? known.priceCents : (centsFromUnits(price) ?? 0)
    if (isUnchanged(known, { ...rest, priceCents })) return known
    const next: ScheduleRow = { ...known, ...rest, priceCents, updatedAt: now }
    if (known.status === 'paused' && next.status === 'active')
      next.nextBillingDate = dateToResume(next, await lastPeriodOf(tx, id), today)
    await tx.update(billingSchedules).set(next).where(eq(billingSchedules.id, id))
    await recordActivity(tx, now, {
      type: 'schedule.changed',
      actor,
      summary: `Changed recurring billing: ${changedFields(change)}`,
      subject: { kind: 'schedule', id, name: 'recurring billing' },
      franchiseId: next.franchiseId,
      changes: changesOf(known, next, shownFields),
      metadata: { scheduleId: id },
    })
    return next
  })
  return presentSchedule(changed)
}

/** A customer or franchise that HQ chooses must exist; then the to-do about it is done. */
async function requireParties(tx: Tx, now: number, id: string, change: ScheduleChange): Promise<void> {
  const { customerId, franchiseId } = change
  if (customerId !== undefined) {
    await requireCustomer(tx, customerId)
    await clearTodo(tx, now, 'schedule.unknown-customer', id)
  }
  if (franchiseId === undefined) return
  if (franchiseId !== null && !(await findFranchise(tx, franchiseId))) throw missing('Franchise')
  await clearTodo(tx, now, 'schedule.unknown-franchise', id)
}

async function lastPeriodOf(tx: Tx, scheduleId: string): Promise<string | null> {
  const [latest] = await tx
    .select({ period: invoices.period })
    .from(invoices)
    .where(eq(invoices.scheduleId, scheduleId))
    .orderBy(desc(invoices.period))
    .limit(1)
  return latest?.period ?? null
}
