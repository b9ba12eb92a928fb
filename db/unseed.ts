import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
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
import type { Store } from './store'

/**
 * Takes the demo company out again and touches nothing else. What real records have come to refer to
 * stays as an inactive record, so that nothing real loses what it points at.
 */
export async function removeDemo(store: Store): Promise<number> {
  return store.write(async (tx) => {
    await keepReallyPaid(tx)
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
    await tx.delete(maintenancePlans).where(eq(maintenancePlans.demo, true))
    await tx.delete(jobTemplates).where(
      and(
        eq(jobTemplates.demo, true),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(maintenancePlans)
            .where(eq(maintenancePlans.templateId, jobTemplates.id)),
        ),
      ),
    )
    for (const table of [promoCodes, serviceTypes, hqTasks])
      await tx.delete(table).where(eq(table.demo, true))
    const usedBy = (
      column: typeof jobs.workerId | typeof jobs.customerId,
      id: typeof workers.id | typeof customers.id,
    ) =>
      notExists(
        tx
          .select({ one: sql`1` })
          .from(jobs)
          .where(eq(column, id)),
      )
    await tx.delete(workers).where(and(eq(workers.demo, true), usedBy(jobs.workerId, workers.id)))
    await tx.delete(customers).where(
      and(
        eq(customers.demo, true),
        usedBy(jobs.customerId, customers.id),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(jobTemplates)
            .where(eq(jobTemplates.customerId, customers.id)),
        ),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(maintenancePlans)
            .where(eq(maintenancePlans.customerId, customers.id)),
        ),
      ),
    )
    const closed = await tx
      .delete(franchises)
      .where(
        and(
          eq(franchises.demo, true),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(workers)
              .where(eq(workers.franchiseId, franchises.id)),
          ),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(jobs)
              .where(eq(jobs.franchiseId, franchises.id)),
          ),
        ),
      )
      .returning({ id: franchises.id })
    await removeAccountsOf(
      tx,
      closed.map(({ id }) => id),
    )
    for (const table of [workers, franchises])
      await tx.update(table).set({ demo: false, active: false }).where(eq(table.demo, true))
    await tx.update(customers).set({ demo: false }).where(eq(customers.demo, true))
    return gone.length
  })
}
