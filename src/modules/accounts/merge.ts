import { eq } from 'drizzle-orm'
import { billingSchedules, customers, jobTemplates, jobs, maintenancePlans } from '../../../db/schema'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { presentCustomer, requireCustomer, type Customer } from '../customers'
import { recordActivity } from '../office'

/**
 * Two records, one person: everything of the first goes to the second. The first stays as a signpost,
 * so that a booking with its e-mail still finds the right customer. An opt-out of either holds.
 */
export async function mergeCustomers(
  { store, clock }: Deps,
  id: string,
  into: string,
  actor: string,
): Promise<Customer> {
  if (id === into) throw conflict('A customer cannot be merged into itself')
  const now = clock.now()
  const kept = await store.write(async (tx) => {
    const gone = await requireCustomer(tx, id)
    const stays = await requireCustomer(tx, into)
    for (const customer of [gone, stays])
      if (customer.mergedInto !== null || customer.erasedAt !== null)
        throw conflict('One of the two was merged or erased already')
    for (const table of [jobs, maintenancePlans, jobTemplates, billingSchedules])
      await tx.update(table).set({ customerId: into }).where(eq(table.customerId, id))
    await tx.update(customers).set({ mergedInto: into }).where(eq(customers.mergedInto, id))
    await tx.update(customers).set({ mergedInto: into, updatedAt: now }).where(eq(customers.id, id))
    const changes = {
      phone: stays.phone ?? gone.phone,
      paymentsCustomerId: stays.paymentsCustomerId ?? gone.paymentsCustomerId,
      emailOptOut: stays.emailOptOut || gone.emailOptOut,
      smsOptOut: stays.smsOptOut || gone.smsOptOut,
      updatedAt: now,
    }
    await tx.update(customers).set(changes).where(eq(customers.id, into))
    await recordActivity(tx, now, {
      type: 'customer.merged',
      actor,
      summary: 'Two customer records were merged',
      metadata: { from: id, into },
    })
    return { ...stays, ...changes }
  })
  return presentCustomer(kept)
}
