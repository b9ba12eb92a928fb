import { and, eq, inArray, sql, type Column, type SQL } from 'drizzle-orm'
import { among } from './conditions'
import {
  billingSchedules,
  customers,
  franchises,
  hqTasks,
  invoices,
  jobTemplates,
  jobs,
  maintenancePlans,
  outbox,
  promoCodes,
  secondWorkers,
  serviceTypes,
  staff,
  workers,
} from './schema'
import type { Store, Tx } from './store'

/** Removes only the demo company. Demo records that real ones refer to stay as inactive records. */
export const removeDemo = (store: Store): Promise<number> => store.write(takeDemoOut)

/** The same within a unit. Returns the number of jobs that are gone. */
export async function takeDemoOut(tx: Tx): Promise<number> {
  await keepReallyPaid(tx)
  await removeMessages(tx)
  const gone = await removeJobs(tx)
  await removePlans(tx)
  for (const table of [promoCodes, serviceTypes, hqTasks]) await tx.delete(table).where(eq(table.demo, true))
  await removeWorkers(tx)
  await removeCustomers(tx)
  await removeFranchises(tx)
  await keepTheRest(tx)
  return gone
}

/** Messages to the demo company's customers that are about no job, and the campaigns that wrote only to them. */
async function removeMessages(tx: Tx): Promise<void> {
  const people = sql`(SELECT email FROM customers WHERE demo = 1 AND email IS NOT NULL
    UNION ALL SELECT phone FROM customers WHERE demo = 1 AND phone IS NOT NULL)`
  const written = sql`(SELECT campaign_id FROM outbox WHERE campaign_id IS NOT NULL)`
  const reached = among(await idsOf(tx, sql`SELECT id FROM campaigns WHERE id IN ${written}`))
  await tx.run(sql`DELETE FROM outbox WHERE job_id IS NULL AND recipient IN ${people}`)
  await tx.run(sql`DELETE FROM campaigns WHERE id IN ${reached} AND id NOT IN ${written}`)
  for (const table of [sql`opt_outs`, sql`undeliverable`])
    await tx.run(sql`DELETE FROM ${table} WHERE address IN ${people}`)
}

async function removeWorkers(tx: Tx): Promise<void> {
  const gone = await tx
    .delete(workers)
    .where(
      and(
        eq(workers.demo, true),
        unusedBy(jobs.workerId, workers.id),
        unusedBy(secondWorkers.workerId, workers.id),
      ),
    )
    .returning({ id: workers.id })
  const ids = among(gone.map(({ id }) => id))
  await tx.run(sql`DELETE FROM worker_locations WHERE worker_id IN ${ids}`)
  await tx.run(sql`DELETE FROM hq_tasks WHERE subject IN ${ids}`)
}

async function removeJobs(tx: Tx): Promise<number> {
  const leaving = await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.demo, true))
  await removeMoneyOf(
    tx,
    leaving.map(({ id }) => id),
  )
  const demoJobs = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.demo, true))
  await tx.delete(outbox).where(inArray(outbox.jobId, demoJobs))
  await tx.run(sql`DELETE FROM job_events WHERE job_id IN (SELECT id FROM jobs WHERE demo = 1)`)
  const gone = await tx.delete(jobs).where(eq(jobs.demo, true)).returning({ id: jobs.id })
  return gone.length
}

async function removePlans(tx: Tx): Promise<void> {
  await tx.delete(maintenancePlans).where(eq(maintenancePlans.demo, true))
  await tx
    .delete(jobTemplates)
    .where(and(eq(jobTemplates.demo, true), unusedBy(maintenancePlans.templateId, jobTemplates.id)))
  await tx
    .delete(billingSchedules)
    .where(and(eq(billingSchedules.demo, true), unusedBy(invoices.scheduleId, billingSchedules.id)))
}

async function removeCustomers(tx: Tx): Promise<void> {
  const users = [jobs.customerId, jobTemplates.customerId, maintenancePlans.customerId]
  const gone = await tx
    .delete(customers)
    .where(and(eq(customers.demo, true), ...users.map((column) => unusedBy(column, customers.id))))
    .returning({ id: customers.id, atProcessor: customers.paymentsCustomerId })
  await tx.run(sql`DELETE FROM hq_tasks WHERE subject IN ${among(gone.map(({ id }) => id))}`)
  const known = among(gone.flatMap(({ atProcessor }) => atProcessor ?? []))
  for (const table of [sql`demo_setups`, sql`demo_cards`])
    await tx.run(sql`DELETE FROM ${table} WHERE customer_id IN ${known}`)
}

async function removeFranchises(tx: Tx): Promise<void> {
  const users = [workers.franchiseId, jobs.franchiseId, staff.franchiseId]
  const closed = await tx
    .delete(franchises)
    .where(and(eq(franchises.demo, true), ...users.map((column) => unusedBy(column, franchises.id))))
    .returning({ id: franchises.id })
  await removeAccountsOf(
    tx,
    closed.map(({ id }) => id),
  )
}

/** Keeps demo records that real ones refer to. */
async function keepTheRest(tx: Tx): Promise<void> {
  for (const table of [workers, franchises])
    await tx.update(table).set({ demo: false, active: false }).where(eq(table.demo, true))
  await tx.update(customers).set({ demo: false }).where(eq(customers.demo, true))
}

const unusedBy = (column: Column, id: Column): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${column.table} WHERE ${column} = ${id})`

/** The jobs that a real processor took money for. Cash that someone recorded for a demo job is part of the demo. */
export const reallyPaid = sql`(SELECT job_id FROM payments
  WHERE method = 'card' AND captured_cents > 0 AND id NOT IN (SELECT id FROM demo_intents))`

/**
 * Money that a real processor took for a demo job is real. The job then stays with its payment, invoice and
 * ledger entries, and counts as a real one.
 */
export async function keepReallyPaid(tx: Tx): Promise<void> {
  await tx.run(sql`UPDATE jobs SET demo = 0 WHERE demo = 1 AND id IN ${reallyPaid}`)
  for (const table of [sql`payments`, sql`invoices`])
    await tx.run(
      sql`UPDATE ${table} SET demo = 0 WHERE demo = 1 AND job_id IN (SELECT id FROM jobs WHERE demo = 0)`,
    )
}

/**
 * Removes everything payments left outside their jobs: ledger entries, to-dos, and the demo processor's
 * records. Rows that belong to the jobs are removed with them.
 */
export async function removeMoneyOf(tx: Tx, jobIds: readonly string[]): Promise<void> {
  const jobs = among(jobIds)
  const known = among(await belongings(tx, jobs))
  await tx.run(sql`DELETE FROM hq_tasks WHERE subject IN ${known} OR job_id IN ${jobs}`)
  // HQ's own changes stay in the log.
  await tx.run(sql`DELETE FROM activity WHERE via IS NULL
    AND (subject_id IN ${known} OR metadata ->> '$.jobId' IN ${jobs})`)
  const booked = sql`(SELECT id FROM ledger_transactions WHERE job_id IN ${jobs})`
  await tx.run(sql`DELETE FROM ledger_entries WHERE transaction_id IN ${booked}`)
  await tx.run(sql`DELETE FROM ledger_transactions WHERE job_id IN ${jobs}`)
  // The store lets go of entries while the processor's records show that the money was simulated.
  await removeFromProcessor(tx, jobs, known)
}

/** Subjects of to-dos, and keys used at the processor. */
function belongings(tx: Tx, jobs: SQL): Promise<string[]> {
  return idsOf(
    tx,
    sql`SELECT id FROM jobs WHERE id IN ${jobs}
      UNION ALL SELECT id FROM checkout_sessions WHERE job_id IN ${jobs}
      UNION ALL SELECT id FROM invoices WHERE job_id IN ${jobs}
      UNION ALL SELECT id FROM payments WHERE job_id IN ${jobs}
      UNION ALL SELECT id FROM refunds WHERE job_id IN ${jobs}
      UNION ALL SELECT id FROM transfers WHERE job_id IN ${jobs}
      UNION ALL SELECT reversal.id FROM transfer_reversals AS reversal
        JOIN transfers AS transfer ON transfer.id = reversal.transfer_id WHERE transfer.job_id IN ${jobs}`,
  )
}

/** Deletes from the demo processor's tables, children first. */
async function removeFromProcessor(tx: Tx, jobs: SQL, known: SQL): Promise<void> {
  const intents = among(await idsOf(tx, sql`SELECT id FROM demo_intents WHERE job_id IN ${jobs}`))
  const transfers = among(
    await idsOf(
      tx,
      sql`SELECT id FROM demo_transfers WHERE intent_id IN ${intents} OR transfer_group IN ${jobs}`,
    ),
  )
  await removeEvents(tx, jobs, intents)
  const made: [table: SQL, condition: SQL][] = [
    [sql`demo_reversals`, sql`transfer_id IN ${transfers}`],
    [sql`demo_transfers`, sql`id IN ${transfers}`],
    [sql`demo_refunds`, sql`intent_id IN ${intents}`],
    [sql`demo_sessions`, sql`job_id IN ${jobs}`],
    [sql`demo_intents`, sql`id IN ${intents}`],
  ]
  for (const [table, condition] of made) {
    const gone = await idsOf(tx, sql`DELETE FROM ${table} WHERE ${condition} RETURNING id`)
    await tx.run(sql`DELETE FROM demo_keys WHERE object_id IN ${among(gone)}`)
  }
  // Keys of refused requests have no object.
  await tx.run(sql`DELETE FROM demo_keys WHERE key IN ${known}`)
}

/** Removes events as sent and as received, because a late one would name a job that no longer exists. */
async function removeEvents(tx: Tx, jobs: SQL, intents: SQL): Promise<void> {
  const object = (path: string) => sql`payload ->> ${`$.data.object.${path}`}`
  for (const table of [sql`demo_events`, sql`webhook_events`])
    await tx.run(sql`DELETE FROM ${table} WHERE id >= 'evt_demo_' AND id < 'evt_demo\`' AND (
      ${object('metadata.jobId')} IN ${jobs} OR ${object('transfer_group')} IN ${jobs}
      OR ${object('payment_intent')} IN ${intents})`)
}

/** Removes the accounts of deleted franchises at the processor, and the to-dos about them. */
export async function removeAccountsOf(tx: Tx, franchiseIds: readonly string[]): Promise<void> {
  const franchises = among(franchiseIds)
  await tx.run(sql`DELETE FROM hq_tasks WHERE franchise_id IN ${franchises}`)
  for (const table of [sql`demo_events`, sql`webhook_events`])
    await tx.run(sql`DELETE FROM ${table} WHERE id >= 'evt_demo_' AND id < 'evt_demo\`'
      AND payload ->> '$.data.object.metadata.franchiseId' IN ${franchises}`)
  await tx.run(sql`DELETE FROM demo_accounts WHERE franchise_id IN ${franchises}
    AND id NOT IN (SELECT account_id FROM demo_transfers)`)
}

async function idsOf(tx: Tx, query: SQL): Promise<string[]> {
  return (await tx.all<{ id: string }>(query)).map(({ id }) => id)
}
