import { and, eq, getTableColumns, is, notInArray, sql } from 'drizzle-orm'
import { SQLiteTable, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isAnyOf, squeezed } from '../../../db/conditions'
import * as schema from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { forgetAnswers } from '../../http/idempotency'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { ended } from '../../lib/job-states'
import type { Person } from '../../lib/person'
import { recordEvent } from '../events'
import {
  customerErased,
  forgetCustomer as forgetInCustomers,
  presentCustomer,
  requireCustomer,
  type Customer,
} from '../customers'
import { forgetCustomer as forgetInFiles, removeContents } from '../files'
import { forgetCustomer as forgetInFranchises } from '../franchises'
import { forgetCustomer as forgetInInvoices } from '../invoices'
import { forgetCustomer as forgetInJobs } from '../jobs'
import { forgetCustomer as forgetInMessages } from '../messages'
import { forgetCustomer as forgetInOffice, recordActivity } from '../office'
import { forgetCustomer as forgetInOperations } from '../operations'
import { forgetCustomer as forgetInPayments } from '../payments'
import { forgetCustomer as forgetInRecords } from '../records'
import { forgetCustomer as forgetInRecurring } from '../recurring'
import { forgetCustomer as forgetInWebhooks } from '../webhooks'
import { forgetLookups } from '../../providers/lookups'
import { forgetInImports } from './import/sweep'

/**
 * Every module that stores something about a customer. Customers come first, because a trigger allows
 * deleting documents only after that.
 */
export const owners: ((tx: Tx, person: Person) => Promise<void>)[] = [
  forgetInCustomers,
  forgetInOffice,
  forgetInFranchises,
  forgetInMessages,
  forgetInRecurring,
  forgetInInvoices,
  forgetInPayments,
  forgetInFiles,
  forgetInRecords,
  forgetInJobs,
  forgetInOperations,
  forgetInWebhooks,
  forgetInImports,
  forgetAnswers,
  forgetLookups,
]

const { customers, jobs } = schema

/**
 * Erases the person but keeps the money: amounts, dates, numbers and statuses stay; names and addresses go.
 * Nothing is scheduled, billed, charged or sent anymore.
 */
export async function eraseCustomer(deps: Deps, id: string, actor: Actor): Promise<Customer> {
  const { store, clock } = deps
  const at = clock.now()
  const row = await store.write(async (tx) => {
    const customer = await requireCustomer(tx, id)
    if (customer.erasedAt !== null) return customer
    await refuseWhileOpen(tx, id)
    const ids = await recordsOf(tx, id)
    const addresses = await addressesOf(tx, ids)
    const person = { ids, addresses, words: await wordsOf(tx, ids, addresses), at }
    for (const forget of owners) await forget(tx, person)
    for (const gone of ids) await recordEvent(tx, at, customerErased, () => ({ id: gone }))
    await recordActivity(tx, at, {
      type: 'customer.erased',
      actor,
      summary: 'Erased a customer',
      subject: { kind: 'customer', id, name: 'a customer' },
      metadata: { customerId: id },
    })
    return requireCustomer(tx, id)
  })
  await removeContents(deps)
  await emptyLog(deps)
  return presentCustomer(row)
}

class Scrubbing {
  isDue = true
}

/**
 * The log keeps overwritten pages until it is emptied, which fails while someone reads. Then we try again
 * later.
 */
async function emptyLog({ state, store }: Deps): Promise<void> {
  const scrubbing = state.of(Scrubbing)
  scrubbing.isDue = true
  scrubbing.isDue = !(await store.scrub())
}

/**
 * Finishes an erase that was interrupted. Runs after every start too, because a crash may have cut one off.
 */
export async function scrubIfDue(deps: Deps): Promise<void> {
  if (deps.state.of(Scrubbing).isDue) await emptyLog(deps)
}

async function refuseWhileOpen(tx: Tx, id: string): Promise<void> {
  const [open] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.customerId, id), notInArray(jobs.status, [...ended])))
    .limit(1)
  if (open) throw conflict('This customer has open jobs. Complete or cancel them first.')
}

/** Records merged into this one belong to the same person. */
async function recordsOf(tx: Tx, id: string): Promise<string[]> {
  const merged = await tx.select({ id: customers.id }).from(customers).where(eq(customers.mergedInto, id))
  return [id, ...merged.map((record) => record.id)]
}

type Place = readonly [owner: AnySQLiteColumn, ...columns: AnySQLiteColumn[]]

/** The columns with such a name in every table that belongs to customers, by the schema alone. */
export function placesNamed(pattern: RegExp): Place[] {
  return Object.values(schema).flatMap((table): Place[] => {
    if (!is(table, SQLiteTable)) return []
    const columns: Record<string, AnySQLiteColumn> = getTableColumns(table)
    const owner = table === customers ? customers.id : columns.customerId
    const found = Object.entries(columns).filter(([name]) => pattern.test(name))
    return owner && found.length > 0 ? [[owner, ...found.map(([, column]) => column)]] : []
  })
}

/** Every email address and phone number of a person, spelled the way each table stores it. */
const addressesOf = (tx: Tx, ids: string[]): Promise<string[]> =>
  textsIn(tx, placesNamed(/^(?:customer)?(?:email|phone)$/i), ids)

async function textsIn(tx: Tx, places: readonly Place[], ids: string[]): Promise<string[]> {
  const found = places.flatMap(([owner, ...columns]) =>
    columns.map((column) => sql`SELECT ${column} AS text FROM ${column.table} WHERE ${isAnyOf(owner, ids)}`),
  )
  const rows = await tx.all<{ text: string | null }>(sql.join(found, sql` UNION `))
  return rows.flatMap(({ text }) => text ?? [])
}

/** Shorter words would match too many other people. */
const shortestWord = 6

/** Words that identify the person in free text: full name, street, email address or phone number. */
async function wordsOf(tx: Tx, ids: string[], addresses: string[]): Promise<string[]> {
  const found = await textsIn(tx, placesNamed(/^(?:customer)?(?:name|address)$/i), ids)
  const streets = found.map((text) => text.split(',')[0] ?? '')
  return [...new Set([...found, ...streets, ...addresses])].filter(
    (text) => squeezed(text).length >= shortestWord,
  )
}
