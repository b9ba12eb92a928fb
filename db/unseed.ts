import { and, eq, inArray, sql, type Column, type SQL } from 'drizzle-orm'
import { keepReallyPaid, removeAccountsOf, removeMoneyOf } from './demo/money-removal'
import {
  customers,
  franchises,
  hqTasks,
  jobTemplates,
  jobs,
  maintenancePlans,
  outbox,
  promoCodes,
  serviceTypes,
  workers,
} from './schema'
import type { Store, Tx } from './store'

/**
 * Takes the demo company out again and touches nothing else. What real records have come to refer to
 * stays as an inactive record, so that nothing real loses what it points at.
 */
export async function removeDemo(store: Store): Promise<number> {
  return store.write(async (tx) => {
    await keepReallyPaid(tx)
    const gone = await removeJobs(tx)
    await removePlans(tx)
    for (const table of [promoCodes, serviceTypes, hqTasks])
      await tx.delete(table).where(eq(table.demo, true))
    await tx.delete(workers).where(and(eq(workers.demo, true), unusedBy(jobs.workerId, workers.id)))
    await removeCustomers(tx)
    await removeFranchises(tx)
    await keepTheRest(tx)
    return gone
  })
}

async function removeJobs(tx: Tx): Promise<number> {
  const leaving = await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.demo, true))
  await removeMoneyOf(
    tx,
    leaving.map(({ id }) => id),
  )
  const demoJobs = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.demo, true))
  await tx.delete(outbox).where(inArray(outbox.jobId, demoJobs))
  await tx.run(sql`DELETE FROM job_search WHERE rowid IN (SELECT seq FROM jobs WHERE demo = 1)`)
  await tx.run(sql`DELETE FROM job_events WHERE job_id IN (SELECT id FROM jobs WHERE demo = 1)`)
  const gone = await tx.delete(jobs).where(eq(jobs.demo, true)).returning({ id: jobs.id })
  return gone.length
}

async function removePlans(tx: Tx): Promise<void> {
  await tx.delete(maintenancePlans).where(eq(maintenancePlans.demo, true))
  await tx
    .delete(jobTemplates)
    .where(and(eq(jobTemplates.demo, true), unusedBy(maintenancePlans.templateId, jobTemplates.id)))
}

async function removeCustomers(tx: Tx): Promise<void> {
  const users = [jobs.customerId, jobTemplates.customerId, maintenancePlans.customerId]
  await tx
    .delete(customers)
    .where(and(eq(customers.demo, true), ...users.map((column) => unusedBy(column, customers.id))))
}

async function removeFranchises(tx: Tx): Promise<void> {
  const users = [workers.franchiseId, jobs.franchiseId]
  const closed = await tx
    .delete(franchises)
    .where(and(eq(franchises.demo, true), ...users.map((column) => unusedBy(column, franchises.id))))
    .returning({ id: franchises.id })
  await removeAccountsOf(
    tx,
    closed.map(({ id }) => id),
  )
}

/** What something real refers to. */
async function keepTheRest(tx: Tx): Promise<void> {
  for (const table of [workers, franchises])
    await tx.update(table).set({ demo: false, active: false }).where(eq(table.demo, true))
  await tx.update(customers).set({ demo: false }).where(eq(customers.demo, true))
}

const unusedBy = (column: Column, id: Column): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${column.table} WHERE ${column} = ${id})`
