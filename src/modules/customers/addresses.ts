import { inArray } from 'drizzle-orm'
import { billingSchedules, customers, jobTemplates, jobs, maintenancePlans } from '../../../db/schema'
import type { Db } from '../../../db/store'

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
