import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { customers, jobs, billingSchedules, jobTemplates, maintenancePlans } from '../../../db/schema'
import type { Tx, Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { ended } from '../../lib/job-states'
import { presentCustomer, requireCustomer, type Customer } from '../customers'
import { forgetMessages } from '../messages'
import { recordActivity } from '../office'
import { blankBilling } from './blank-billing'
import { blankJobs } from './blank-jobs'

/**
 * Removes the person and keeps the money: amounts, dates, numbers and statuses stay, names and addresses go.
 * What would still be planned, billed, charged or sent ends.
 */
export async function eraseCustomer({ store, clock }: Deps, id: string, actor: string): Promise<Customer> {
  const now = clock.now()
  const row = await store.write(async (tx) => {
    const customer = await requireCustomer(tx, id)
    if (customer.erasedAt !== null) return customer
    await refuseWhileOpen(tx, id)
    // Records that were merged into this one are the same person.
    const merged = await tx.select().from(customers).where(eq(customers.mergedInto, id))
    const ids = [customer, ...merged].map((record) => record.id)
    const addresses = await addressesOf(tx, ids)
    const blank = { name: 'Erased', email: null, phone: null, emailOptOut: true, smsOptOut: true }
    const gone = { ...blank, paymentsCustomerId: null, erasedAt: now, updatedAt: now }
    await tx.update(customers).set(gone).where(inArray(customers.id, ids))
    await forgetMessages(tx, id, addresses)
    await blankBilling(tx, now, { ids, addresses })
    await blankJobs(tx, id)
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
    .where(and(eq(jobs.customerId, id), notInArray(jobs.status, [...ended])))
    .limit(1)
  if (open) throw conflict('The customer has open jobs; complete or cancel them first')
}

/** Every e-mail address and number a person is known by, as it was written wherever it was written. */
export async function addressesOf(db: Db, ids: string[]): Promise<string[]> {
  const own = await db
    .select({ email: customers.email, phone: customers.phone })
    .from(customers)
    .where(inArray(customers.id, ids))
  const used = [...own]
  for (const table of [jobs, jobTemplates, maintenancePlans])
    used.push(
      ...(await db
        .selectDistinct({ email: table.customerEmail, phone: table.customerPhone })
        .from(table)
        .where(inArray(table.customerId, ids))),
    )
  const billed = await db
    .select({ email: billingSchedules.customerEmail })
    .from(billingSchedules)
    .where(inArray(billingSchedules.customerId, ids))
  const written = [...used.flatMap(({ email, phone }) => [email, phone]), ...billed.map(({ email }) => email)]
  return [...new Set(written.filter((address) => address !== null))]
}
