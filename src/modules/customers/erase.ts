import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { customers, jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { ended } from '../../lib/job-states'
import { recordActivity } from '../activity/record'
import { forgetMessages } from '../messages/forget'
import { presentCustomer } from './admin'
import { blankBilling } from './blank-billing'
import { blankJobs } from './blank-jobs'
import { addressesOf } from './addresses'
import { requireCustomer } from './find'
import type { Customer } from './model'

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
