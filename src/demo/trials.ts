import { sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../db/store'
import { reallyPaid } from '../../db/unseed'

const imported = (column: 'job_id' | 'record_id'): SQL =>
  sql`(SELECT ${sql.identifier(column)} FROM import_rows WHERE ${sql.identifier(column)} IS NOT NULL)`

/**
 * Someone booked these, or entered them by hand, next to the demo company. Nobody can tell a test from a real
 * one, so a person has to say. Imported records and money of a real processor are never tests.
 */
const trials: Record<
  'jobs' | 'customers' | 'job_templates' | 'maintenance_plans' | 'billing_schedules',
  SQL
> = {
  jobs: sql`demo = 0 AND id NOT IN ${imported('job_id')} AND id NOT IN ${reallyPaid}`,
  customers: sql`demo = 0 AND id NOT IN ${imported('record_id')}`,
  job_templates: sql`demo = 0`,
  maintenance_plans: sql`demo = 0`,
  billing_schedules: sql`demo = 0`,
}

export interface Trials {
  jobs: number
  customers: number
  /** Plans, job templates and billing schedules. */
  recurring: number
}

export async function countTrials(db: Db): Promise<Trials> {
  const counts: Record<string, number> = {}
  for (const [table, condition] of Object.entries(trials)) {
    const [row] = await db.all<{ rows: number }>(
      sql`SELECT count(*) AS rows FROM ${sql.identifier(table)} WHERE ${condition}`,
    )
    counts[table] = row?.rows ?? 0
  }
  const { jobs = 0, customers = 0, job_templates = 0, maintenance_plans = 0, billing_schedules = 0 } = counts
  return { jobs, customers, recurring: job_templates + maintenance_plans + billing_schedules }
}

/** Makes them part of the demo company, so they are removed with it. Those that real records need stay. */
export async function countAsDemo(tx: Tx): Promise<void> {
  for (const [table, condition] of Object.entries(trials))
    await tx.run(sql`UPDATE ${sql.identifier(table)} SET demo = 1 WHERE ${condition}`)
  for (const table of [sql`payments`, sql`invoices`])
    await tx.run(
      sql`UPDATE ${table} SET demo = 1 WHERE demo = 0 AND job_id IN (SELECT id FROM jobs WHERE demo = 1)`,
    )
}
