import { and, count, desc, eq, ne } from 'drizzle-orm'
import { billingSchedules, customers } from '../../../../db/schema'
import type { TodoKind } from '../../../../db/schema/office'
import { brokenConstraint, newId, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Once } from '../../../http/idempotency'
import type { Actor } from '../../../lib/actor'
import { localDateAt, dateAfterSteps } from '../../../lib/calendar'
import { conflict } from '../../../lib/errors'
import { storedInterval } from '../../../lib/interval'
import { centsFromUnits } from '../../../lib/money'
import { howOften } from '../../../words/how-often'
import { findFranchise } from '../../franchises'
import { recordActivity, raiseTodo } from '../../office'
import { dateInWords } from '../dates'
import type { Schedule, ScheduleAdded, ScheduleInput, ScheduleQuery } from './model'
import { presentSchedule, type ScheduleRow } from './rows'

/** An unlimited answer would block everyone else; the console's list has pages instead. */
const mostListed = 1_000

/** Newest first, with the total number. */
export async function listSchedules(
  { store }: Deps,
  query: ScheduleQuery,
): Promise<{ schedules: Schedule[]; count: number }> {
  const { franchiseId, active } = query
  const wanted = and(
    franchiseId === undefined ? undefined : eq(billingSchedules.franchiseId, franchiseId),
    active === 'true' ? eq(billingSchedules.status, 'active') : undefined,
    active === 'false' ? ne(billingSchedules.status, 'active') : undefined,
  )
  const rows = await store.read
    .select()
    .from(billingSchedules)
    .where(wanted)
    .orderBy(desc(billingSchedules.id))
    .limit(mostListed)
  const schedules = rows.map(presentSchedule)
  if (rows.length < mostListed) return { schedules, count: rows.length }
  const [total] = await store.read.select({ count: count() }).from(billingSchedules).where(wanted)
  return { schedules, count: total?.count ?? rows.length }
}

export async function addSchedule(
  deps: Deps,
  input: ScheduleInput,
  actor: Actor,
  once: Once,
): Promise<ScheduleAdded> {
  const row = rowOf(deps, input)
  const answer = {
    schedule: presentSchedule(row),
    message: `The first billing is on ${dateInWords(row.nextBillingDate)}.`,
  }
  const writing = deps.store.write(async (tx) => {
    // Runs before the insert, so a repeated request gets the stored answer instead of a conflict.
    await once.settle(tx, answer)
    await tx.insert(billingSchedules).values(row)
    await askAboutStrangers(tx, row)
    await recordActivity(tx, row.createdAt, {
      type: 'schedule.added',
      actor,
      summary: `Set up recurring billing: ${row.serviceType}, ${howOften('en', row).toLowerCase()}`,
      subject: { kind: 'schedule', id: row.id, name: 'recurring billing' },
      franchiseId: row.franchiseId,
      metadata: { scheduleId: row.id },
    })
  })
  try {
    await writing
    return answer
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE'))
      throw conflict('A billing schedule for this recurring service already exists')
    throw error
  }
}

function rowOf({ clock, settings }: Deps, input: ScheduleInput): ScheduleRow {
  const now = clock.now()
  const { price, nextBillingDate } = input
  const interval = storedInterval(input)
  const today = localDateAt(now, settings.business.timeZone)
  // Creating a schedule never charges at once: without a date, the first billing is one interval away.
  const anchorDate = nextBillingDate?.slice(0, 10) ?? dateAfterSteps({ anchorDate: today, ...interval }, 1)
  return {
    id: newId(),
    recurringScheduleId: input.recurringScheduleId,
    franchiseId: input.franchiseId ?? null,
    customerId: input.customerId,
    customerName: input.customerName,
    customerEmail: input.customerEmail ?? null,
    serviceType: input.serviceType,
    ...interval,
    priceCents: centsFromUnits(price) ?? 0,
    autoCharge: input.autoCharge,
    paymentsCustomerId: input.paymentsCustomerId ?? null,
    anchorDate,
    nextBillingDate: anchorDate,
    status: 'active',
    demo: false,
    createdAt: now,
    updatedAt: now,
  }
}

/** Unknown ids are stored as sent; HQ decides what they mean. */
async function askAboutStrangers(
  tx: Tx,
  { id, franchiseId, customerId, customerEmail, createdAt }: ScheduleRow,
): Promise<void> {
  const ask = (kind: TodoKind, unknown: 'franchise' | 'customer', given: string) =>
    raiseTodo(tx, createdAt, {
      kind,
      subject: id,
      title: `A billing schedule has no matching ${unknown}`,
      detail: `Open the schedule and choose the right ${unknown}. It came with ${given}.`,
    })
  if (franchiseId !== null && !(await findFranchise(tx, franchiseId)))
    await ask('schedule.unknown-franchise', 'franchise', `the ID ${franchiseId}`)
  const [known] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .limit(1)
  if (known) return
  const email = customerEmail === null ? '' : ` and the email ${customerEmail}`
  await ask('schedule.unknown-customer', 'customer', `the ID ${customerId}${email}`)
}
