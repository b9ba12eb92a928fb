import { and, eq, notInArray, sql } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { customers, jobs, billingSchedules, jobTemplates, maintenancePlans } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { ended } from '../../lib/job-states'
import type { Person } from '../../lib/person'
import {
  forgetCustomer as forgetInCustomers,
  presentCustomer,
  requireCustomer,
  type Customer,
} from '../customers'
import { forgetCustomer as forgetInInvoices } from '../invoices'
import { forgetCustomer as forgetInJobs } from '../jobs'
import { forgetCustomer as forgetInMessages } from '../messages'
import { forgetCustomer as forgetInOffice, recordActivity } from '../office'
import { forgetCustomer as forgetInPayments } from '../payments'
import { forgetCustomer as forgetInRecurring } from '../recurring'

/** Every module that keeps something about a customer. Customers go first: a trigger lets go of documents only then. */
export const owners: ((tx: Tx, person: Person) => Promise<void>)[] = [
  forgetInCustomers,
  forgetInOffice,
  forgetInMessages,
  forgetInRecurring,
  forgetInInvoices,
  forgetInPayments,
  forgetInJobs,
]

/**
 * Removes the person and keeps the money: amounts, dates, numbers and statuses stay, names and addresses go.
 * Nothing is planned, billed, charged or sent anymore.
 */
export async function eraseCustomer({ store, clock }: Deps, id: string, actor: string): Promise<Customer> {
  const at = clock.now()
  const row = await store.write(async (tx) => {
    const customer = await requireCustomer(tx, id)
    if (customer.erasedAt !== null) return customer
    await refuseWhileOpen(tx, id)
    const ids = await recordsOf(tx, id)
    const person = { ids, addresses: await addressesOf(tx, ids), at }
    for (const forget of owners) await forget(tx, person)
    await recordActivity(tx, at, {
      type: 'customer.erased',
      actor,
      summary: 'A customer was erased',
      metadata: { customerId: id },
    })
    return requireCustomer(tx, id)
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

/** Records that were merged into this one are the same person. */
async function recordsOf(tx: Tx, id: string): Promise<string[]> {
  const merged = await tx.select({ id: customers.id }).from(customers).where(eq(customers.mergedInto, id))
  return [id, ...merged.map((record) => record.id)]
}

/** Every email address and number a person is known by, spelled as each table has it. */
async function addressesOf(tx: Tx, ids: string[]): Promise<string[]> {
  const places = [
    [customers.id, customers.email, customers.phone],
    [jobs.customerId, jobs.customerEmail, jobs.customerPhone],
    [jobTemplates.customerId, jobTemplates.customerEmail, jobTemplates.customerPhone],
    [maintenancePlans.customerId, maintenancePlans.customerEmail, maintenancePlans.customerPhone],
    [billingSchedules.customerId, billingSchedules.customerEmail],
  ] as const
  const found = places.flatMap(([owner, ...columns]) =>
    columns.map(
      (column) => sql`SELECT ${column} AS address FROM ${column.table} WHERE ${isAnyOf(owner, ids)}`,
    ),
  )
  const rows = await tx.all<{ address: string | null }>(sql.join(found, sql` UNION `))
  return rows.flatMap(({ address }) => address ?? [])
}
