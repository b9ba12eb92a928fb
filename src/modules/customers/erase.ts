import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { customers, jobNotes, jobTemplates, jobs, maintenancePlans, outbox } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { recordActivity } from '../activity/record'
import { forgetRecipients } from '../messages/forget'
import { presentCustomer } from './admin'
import { requireCustomer } from './find'
import type { Customer } from './model'

const erased = 'Erased'

/** Removes the person and keeps the money: amounts, dates and statuses stay, names and addresses go. */
export async function eraseCustomer({ store, clock }: Deps, id: string, actor: string): Promise<Customer> {
  const now = clock.now()
  const row = await store.write(async (tx) => {
    const customer = await requireCustomer(tx, id)
    if (customer.erasedAt !== null) return customer
    await refuseWhileOpen(tx, id)
    const blank = { name: erased, email: null, phone: null, emailOptOut: true, smsOptOut: true }
    const gone = { ...blank, paymentsCustomerId: null, erasedAt: now, updatedAt: now }
    // Records that were merged into this one are the same person.
    await tx.update(customers).set(gone).where(eq(customers.mergedInto, id))
    await tx.update(customers).set(gone).where(eq(customers.id, id))
    await blankRecords(tx, id)
    await forgetRecipients(
      tx,
      [customer.email, customer.phone].filter((address) => address !== null),
    )
    await recordActivity(tx, now, {
      type: 'customer.erased',
      actor,
      summary: 'A customer was erased',
      metadata: { customerId: id },
    })
    return { ...customer, ...gone }
  })
  return presentCustomer(row)
}

async function refuseWhileOpen(tx: Tx, id: string): Promise<void> {
  const [open] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.customerId, id), notInArray(jobs.status, ['completed', 'cancelled', 'no_show'])))
    .limit(1)
  if (open) throw conflict('The customer has open jobs; complete or cancel them first')
}

async function blankRecords(tx: Tx, customerId: string): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  await tx.delete(jobNotes).where(inArray(jobNotes.jobId, own))
  await tx
    .update(outbox)
    .set({
      recipient: erased,
      data: {},
      state: sql`CASE ${outbox.state} WHEN 'queued' THEN 'cancelled' ELSE ${outbox.state} END`,
    })
    .where(inArray(outbox.jobId, own))
  await tx.run(
    sql`DELETE FROM job_search WHERE rowid IN (SELECT seq FROM jobs WHERE customer_id = ${customerId})`,
  )
  const person = { customerName: erased, customerPhone: null, address: erased, notes: null }
  await tx
    .update(jobs)
    .set({ ...person, customerEmail: null, lat: null, lng: null, placeLabel: null })
    .where(eq(jobs.customerId, customerId))
  await tx
    .update(jobTemplates)
    .set({ ...person, customerEmail: null, active: false })
    .where(eq(jobTemplates.customerId, customerId))
  await tx
    .update(maintenancePlans)
    .set({ ...person, customerEmail: erased, status: 'ended' })
    .where(eq(maintenancePlans.customerId, customerId))
}
