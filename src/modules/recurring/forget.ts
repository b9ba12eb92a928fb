import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isAnyOf } from '../../../db/conditions'
import {
  billingCharges,
  billingSchedules,
  jobTemplates,
  maintenancePlans,
  serviceTypes,
} from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { normaliseEmail } from '../../lib/contact'
import { erased, type Merge, type Person } from '../../lib/person'

/**
 * Removes a person from plans, job templates and schedules, and ends them: nothing is planned, billed or
 * charged anymore.
 */
export async function forgetCustomer(tx: Tx, person: Person): Promise<void> {
  const blank = { customerName: erased, customerPhone: null, address: erased, notes: null }
  await tx
    .update(jobTemplates)
    .set({
      ...blank,
      type: ofCatalog(jobTemplates.type),
      customerEmail: null,
      addOns: [],
      preferredTime: null,
      active: false,
    })
    .where(inArray(jobTemplates.customerId, person.ids))
  await tx
    .update(maintenancePlans)
    .set({
      ...blank,
      serviceType: ofCatalog(maintenancePlans.serviceType),
      customerEmail: erased,
      offer: null,
      consent: null,
      ended: true,
    })
    .where(inArray(maintenancePlans.customerId, person.ids))
  await endCharges(tx, person.at, await endSchedules(tx, person))
}

/** A service that isn't in the catalog is free text the customer typed. */
const ofCatalog = (service: SQLiteColumn): SQL<string> =>
  sql`iif(lower(${service}) IN (SELECT lower(label) FROM ${serviceTypes}), ${service}, ${erased})`

/** Schedules name their customer by id, or only by email address. Returns the schedules that ended. */
async function endSchedules(tx: Tx, { ids, addresses, at }: Person): Promise<string[]> {
  const known = new Set(addresses.map(normaliseEmail))
  // SQLite lowercases only A to Z, so addresses with other letters are compared here.
  const alike = await tx
    .select({ id: billingSchedules.id, email: billingSchedules.customerEmail })
    .from(billingSchedules)
    .where(
      or(
        inArray(sql`lower(${billingSchedules.customerEmail})`, [...known]),
        sql`${billingSchedules.customerEmail} GLOB '*[^ -~]*'`,
        sql`${billingSchedules.customerEmail} LIKE '%xn--%'`,
      ),
    )
  const named = alike.filter(({ email }) => email !== null && known.has(normaliseEmail(email)))
  const rows = await tx
    .update(billingSchedules)
    .set({
      customerName: erased,
      customerEmail: null,
      serviceType: ofCatalog(billingSchedules.serviceType),
      paymentsCustomerId: null,
      autoCharge: false,
      status: 'ended',
      updatedAt: at,
    })
    .where(
      or(
        inArray(billingSchedules.customerId, ids),
        isAnyOf(
          billingSchedules.id,
          named.map(({ id }) => id),
        ),
      ),
    )
    .returning({ id: billingSchedules.id })
  return rows.map(({ id }) => id)
}

async function endCharges(tx: Tx, at: number, scheduleIds: string[]): Promise<void> {
  const own = isAnyOf(billingCharges.scheduleId, scheduleIds)
  // An unanswered charge stays open, because the money may have been taken.
  await tx
    .update(billingCharges)
    .set({ state: 'dropped', doneAt: at, updatedAt: at })
    .where(and(own, eq(billingCharges.state, 'intended'), eq(billingCharges.asked, 0)))
  await tx
    .update(billingCharges)
    .set({ paymentsCustomerId: null })
    .where(and(own, ne(billingCharges.state, 'intended')))
}

export async function mergeCustomer(tx: Tx, { from, into }: Merge): Promise<void> {
  const customerId = into
  await tx.update(jobTemplates).set({ customerId }).where(eq(jobTemplates.customerId, from))
  await tx.update(maintenancePlans).set({ customerId }).where(eq(maintenancePlans.customerId, from))
  await tx.update(billingSchedules).set({ customerId }).where(eq(billingSchedules.customerId, from))
}
