import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { customers, jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { isCustomerOf } from '../../http/scope'
import type { Permission } from '../../lib/permissions'
import { findCustomers, indexNewCustomers, type CustomerRow, type FoundCustomer } from '../customers'
import { findInvoices, presentInvoice } from '../invoices'
import { findJobs, indexNewJobs, presentJob, type JobRow } from '../jobs'
import { findWorkers } from '../workforce'
import { FoundInvoice, FoundJob, FoundWorker, type SearchQuery, type SearchResults } from './model'

/** More jobs than are shown, because they also lead to customers by an address they booked for, and to invoices. */
const mostJobs = 50

/** Looks for customers, jobs, invoices and technicians, as far as the caller may read them. */
export async function search(
  deps: Deps,
  { q, franchiseId, limit }: SearchQuery,
  allows: (permission: Permission) => boolean,
): Promise<SearchResults> {
  await Promise.all([indexNewCustomers(deps), indexNewJobs(deps)])
  const db = deps.store.read
  const ifMay = async <T>(permission: Permission, find: () => Promise<T[]>): Promise<T[]> =>
    allows(permission) ? find() : []
  const [found, foundCustomers, foundWorkers] = await Promise.all([
    ifMay('jobs.read', () => findJobs(db, q, franchiseId, mostJobs)),
    ifMay('customers.read', () => findCustomers(db, q, franchiseId, limit)),
    ifMay('workers.read', () => findWorkers(db, q, franchiseId, limit)),
  ])
  const jobIds = found.map(({ id }) => id)
  const [more, foundInvoices] = await Promise.all([
    ifMay('customers.read', () => customersOf(db, found, franchiseId, limit)),
    ifMay('invoices.read', () => findInvoices(db, q, { jobIds, franchiseId, limit })),
  ])
  const people = new Map([...foundCustomers, ...more].map((one) => [one.id, one]))
  return {
    customers: await withAddresses(db, [...people.values()].slice(0, limit), found, franchiseId),
    jobs: found.slice(0, limit).map((row) => FoundJob.parse(presentJob(row))),
    invoices: foundInvoices.map((row) => FoundInvoice.parse(presentInvoice(row))),
    workers: foundWorkers.map((row) => FoundWorker.parse(row)),
  }
}

const idsOf = (found: readonly JobRow[]): string[] => [
  ...new Set(found.flatMap(({ customerId }) => customerId ?? [])),
]

/** A franchisee doesn't learn who is behind a job that only claims to be a customer's. */
async function customersOf(
  db: Db,
  found: readonly JobRow[],
  franchiseId: string | undefined,
  limit: number,
): Promise<CustomerRow[]> {
  const ids = idsOf(found).slice(0, limit)
  const rows = await db
    .select()
    .from(customers)
    .where(
      and(
        inArray(customers.id, ids),
        isNull(customers.erasedAt),
        franchiseId === undefined ? undefined : isCustomerOf(customers.id, franchiseId),
      ),
    )
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** The address that was found, or else their own, or that of their latest job. */
async function withAddresses(
  db: Db,
  rows: readonly CustomerRow[],
  found: readonly JobRow[],
  franchiseId: string | undefined,
): Promise<FoundCustomer[]> {
  return Promise.all(
    rows.map(async ({ id, name, email, phone, address }) => ({
      id,
      name,
      email,
      phone,
      address:
        found.find(({ customerId }) => customerId === id)?.address ??
        address ??
        (await latestAddress(db, id, franchiseId)),
    })),
  )
}

async function latestAddress(
  db: Db,
  customerId: string,
  franchiseId: string | undefined,
): Promise<string | null> {
  const [row] = await db
    .select({ address: jobs.address })
    .from(jobs)
    .where(
      and(
        eq(jobs.customerId, customerId),
        franchiseId === undefined ? undefined : eq(jobs.franchiseId, franchiseId),
      ),
    )
    .orderBy(desc(jobs.seq))
    .limit(1)
  return row?.address ?? null
}
