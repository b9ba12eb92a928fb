import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  attachments,
  billingSchedules,
  calendarFeeds,
  customerNotes,
  customers,
  franchises,
  hqTasks,
  invoices,
  jobs,
  jobTemplates,
  maintenancePlans,
  outbox,
  payments,
  refunds,
  workers,
} from '../../db/schema'
import { prepared, type Db } from '../../db/store'
import { forbidden, missing } from '../lib/errors'
import type { FranchiseScope, Owned } from './endpoint'

/** Whether a customer has a job or a recurring job with a franchise. One that is only claimed doesn't count. */
export const isCustomerOf = (customerId: SQLWrapper, franchiseId: unknown): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${jobs} AS own WHERE own.franchise_id = ${franchiseId} AND own.customer_id = ${customerId} AND own.claimed = 0)
    OR EXISTS (SELECT 1 FROM ${jobTemplates} AS own WHERE own.customer_id = ${customerId} AND own.franchise_id = ${franchiseId} AND own.claimed = 0))`

/** Whether a calendar link shows visits of a franchise: its own link, or one of its workers'. */
export const isFeedOf = (franchiseId: unknown): SQL =>
  sql`(${calendarFeeds.franchiseId} = ${franchiseId} OR ${calendarFeeds.workerId} IN
    (SELECT own.id FROM ${workers} AS own WHERE own.franchise_id = ${franchiseId}))`

/** Whether a maintenance plan has started at a franchise. HQ sets the price of a new one. */
export const isPlanOf = (franchiseId: unknown): SQL =>
  sql`${maintenancePlans.templateId} IN
    (SELECT own.id FROM ${jobTemplates} AS own WHERE own.franchise_id = ${franchiseId})`

/** Whether a payment was shared with a franchise, and its job is still there. */
const isPaymentOf = (paymentId: SQLWrapper, franchiseId: unknown): SQL =>
  sql`${paymentId} IN (SELECT own.id FROM ${payments} AS own JOIN ${jobs} AS paid ON paid.id = own.job_id
    WHERE own.id = ${paymentId} AND own.franchise_id = ${franchiseId} AND paid.franchise_id = ${franchiseId})`

/** Whether a photo or document belongs to a job of a franchise. */
const isFileOf = (franchiseId: unknown): SQL =>
  sql`${attachments.jobId} IN (SELECT own.id FROM ${jobs} AS own WHERE own.id = ${attachments.jobId} AND own.franchise_id = ${franchiseId})`

const franchise = sql.placeholder('franchiseId')

/** Finds out whether a row belongs to a franchise; unknown rows belong to none. */
const owned = (table: SQLiteTable & { id: SQLiteColumn }, isTheirs: SQL) =>
  prepared((db) =>
    db
      .select({ is: sql`1` })
      .from(table)
      .where(and(eq(table.id, sql.placeholder('id')), isTheirs))
      .limit(1),
  )

/** The name of each kind in a refusal, the same as for an unknown id, and how to tell whose it is. */
const kinds = {
  job: ['Job', owned(jobs, eq(jobs.franchiseId, franchise))],
  customer: ['Customer', owned(customers, isCustomerOf(customers.id, franchise))],
  worker: ['Technician', owned(workers, eq(workers.franchiseId, franchise))],
  invoice: ['Invoice', owned(invoices, eq(invoices.franchiseId, franchise))],
  franchise: ['Franchise', owned(franchises, eq(franchises.id, franchise))],
  jobTemplate: ['Job template', owned(jobTemplates, eq(jobTemplates.franchiseId, franchise))],
  plan: ['Plan', owned(maintenancePlans, isPlanOf(franchise))],
  schedule: ['Schedule', owned(billingSchedules, eq(billingSchedules.franchiseId, franchise))],
  payment: ['Payment', owned(payments, isPaymentOf(payments.id, franchise))],
  refund: ['Refund', owned(refunds, isPaymentOf(refunds.paymentId, franchise))],
  todo: ['To-do', owned(hqTasks, eq(hqTasks.franchiseId, franchise))],
  message: ['Message', owned(outbox, eq(outbox.franchiseId, franchise))],
  feed: ['Calendar link', owned(calendarFeeds, isFeedOf(franchise))],
  file: ['File', owned(attachments, isFileOf(franchise))],
  note: ['Note', owned(customerNotes, eq(customerNotes.franchiseId, franchise))],
} satisfies Record<Owned, [string, ReturnType<typeof owned>]>

/** Whether a franchise knows a customer from a job or a recurring job that isn't only claimed. */
export const knowsCustomer = async (db: Db, franchiseId: string, id: string): Promise<boolean> =>
  (await kinds.customer[1].get(db, { id, franchiseId })) !== undefined

/** Refuses a row of another franchise exactly like one that doesn't exist. */
export async function assertOwn(db: Db, kind: Owned, id: string, franchiseId: string): Promise<void> {
  const [name, find] = kinds[kind]
  if (!(await find.get(db, { id, franchiseId }))) throw missing(name)
}

/** The parts of a validated request that can name something. */
export interface Named {
  method: string
  params?: Record<string, string>
  query: Record<string, unknown>
  body: unknown
}

/** Checks every id of the request, and puts the franchise into the query or the body. */
export async function stayInside(
  db: Db,
  scope: FranchiseScope,
  franchiseId: string,
  named: Named,
): Promise<void> {
  if (scope === 'shared') return
  const body = Object(named.body) as Record<string, unknown>
  const [id] = Object.values(named.params ?? {})
  if (scope.id !== undefined) await assertOwn(db, scope.id, id ?? '', franchiseId)
  for (const [path, kind] of Object.entries(scope.body ?? {}))
    for (const other of valuesAt(body, path.split('.'))) await assertOwn(db, kind, other, franchiseId)
  if (scope.franchiseId === 'query') nameOwn(named.query, franchiseId)
  // A change leaves out what stays the same, and a null would take the row away from the franchise.
  else if (scope.franchiseId === 'body' && named.method === 'PATCH') {
    if (body['franchiseId'] !== undefined) nameOwn(body, franchiseId, body['franchiseId'] === null)
  } else if (scope.franchiseId === 'body') nameOwn(body, franchiseId)
}

function nameOwn(fields: Record<string, unknown>, own: string, isRefused = false): void {
  const { franchiseId = null } = fields
  if (isRefused || (franchiseId !== null && franchiseId !== own))
    throw forbidden("You're limited to your own franchise. Leave franchiseId out, or send yours.")
  fields['franchiseId'] = own
}

/** The texts at a path such as `visits.jobId`, through lists too. */
function valuesAt(value: unknown, [name, ...rest]: string[]): string[] {
  if (Array.isArray(value))
    return value.flatMap((one) => valuesAt(one, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return typeof value === 'string' ? [value] : []
  return valuesAt((Object(value) as Record<string, unknown>)[name], rest)
}
