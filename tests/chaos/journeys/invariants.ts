import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import {
  billingCharges,
  demoIntents,
  demoSessions,
  jobs,
  ledgerEntries,
  maintenancePlans,
} from '../../../db/schema'
import type { Db } from '../../../db/store'
import { isOfferedWindow } from '../../../src/lib/arrival-windows'
import { promisedTime } from '../../../src/lib/promised-time'

const zone = 'America/Denver'

/** Lists, in words, each promise to customers that doesn't hold now. `agreed` are the checkouts they paid at. */
export async function brokenPromises(db: Db, agreed: ReadonlySet<string>): Promise<string[]> {
  return [
    ...(await overlaps(db)),
    ...(await outsideWindows(db)),
    ...(await chargedUnasked(db, agreed)),
    ...(await refundedTooMuch(db)),
    ...(await unbalanced(db)),
  ]
}

async function overlaps(db: Db): Promise<string[]> {
  const rows = await db.all<{ one: string; other: string }>(sql`
    SELECT one.id AS one, other.id AS other FROM jobs AS one JOIN jobs AS other
      ON other.worker_id = one.worker_id AND other.seq > one.seq
        AND other.scheduled_start < one.busy_until AND one.scheduled_start < other.busy_until
    WHERE one.status IN ('scheduled', 'en_route', 'in_progress')
      AND other.status IN ('scheduled', 'en_route', 'in_progress')`)
  return rows.map(({ one, other }) => `the visits ${one} and ${other} overlap`)
}

/** Dispatch brings a technician inside the window that the customer chose, or not at all. */
async function outsideWindows(db: Db): Promise<string[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.status, 'scheduled'), eq(jobs.movable, true)))
  return rows
    .filter((job) => isOfferedWindow(job) && promisedTime(job, zone)?.isWindow !== true)
    .map(({ id }) => `the visit ${id} is outside its window`)
}

async function chargedUnasked(db: Db, agreed: ReadonlySet<string>): Promise<string[]> {
  const charged = await db
    .select({ id: demoIntents.id, session: demoSessions.id })
    .from(demoIntents)
    .leftJoin(demoSessions, eq(demoSessions.intentId, demoIntents.id))
    .where(gt(demoIntents.capturedCents, 0))
  const unasked = charged.filter(({ session }) => session === null || !agreed.has(session))
  const plans = await db
    .select({ id: maintenancePlans.id })
    .from(maintenancePlans)
    .where(and(isNotNull(maintenancePlans.templateId), isNull(maintenancePlans.consent)))
  const charges = await db.select({ id: billingCharges.id }).from(billingCharges)
  return [
    ...unasked.map(({ id }) => `nobody agreed to the payment ${id}`),
    ...plans.map(({ id }) => `nobody agreed to the plan ${id}`),
    ...charges.map(({ id }) => `nobody agreed to the charge ${id}`),
  ]
}

async function refundedTooMuch(db: Db): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT id FROM payments WHERE refunded_cents > captured_cents
    UNION SELECT id FROM demo_intents WHERE refunded_cents > captured_cents
    UNION SELECT payment_id FROM refunds JOIN payments ON payments.id = refunds.payment_id
      WHERE refunds.state <> 'refused' GROUP BY payment_id HAVING sum(refunds.cents) > payments.captured_cents`)
  return rows.map(({ id }) => `more than was captured is refunded of ${id}`)
}

async function unbalanced(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: ledgerEntries.transactionId })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.transactionId)
    .having(sql`sum(${ledgerEntries.cents}) <> 0`)
  return rows.map(({ id }) => `the ledger's transaction ${id} doesn't balance`)
}
