import { sql } from 'drizzle-orm'
import { onlyRow, type Db } from '../../../db/store'
import { reallyPaid } from '../../../db/unseed'
import { countTrials } from '../../demo/trials'
import type { Deps } from '../../deps'
import { isoTimeOrNull } from '../../lib/clock'
import { hasStarted } from '../../settings/started'
import { readChecklist } from './checklist'
import type { SetupState } from './model'

export async function readSetup(deps: Deps): Promise<SetupState> {
  const { store, settings } = deps
  return {
    company: await companyOf(store.read),
    startedAt: isoTimeOrNull(settings.startedAt),
    demo: await countDemo(store.read),
    trials: await countTrials(store.read),
    kept: await countKept(store.read),
    checklist: await readChecklist(deps),
  }
}

/** A company without the demo that has records of its own is real, even if it never used the screen. */
export async function companyOf(db: Db): Promise<SetupState['company']> {
  if (await hasStarted(db)) return 'real'
  const any = (condition: string) =>
    sql.raw(
      ['franchises', 'jobs', 'customers', 'service_types', 'workers']
        .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE ${condition})`)
        .join(' OR '),
    )
  const rows = await db.all<{ demo: number; own: number }>(
    sql`SELECT ${any('demo = 1')} AS demo, ${any('demo = 0')} AS own`,
  )
  const { demo, own } = onlyRow(rows)
  if (demo) return 'demo'
  return own ? 'real' : 'empty'
}

const demoTables = {
  jobs: 'jobs',
  customers: 'customers',
  franchises: 'franchises',
  technicians: 'workers',
  services: 'service_types',
  invoices: 'invoices',
  payments: 'payments',
  plans: 'maintenance_plans',
  promos: 'promo_codes',
} as const satisfies Record<keyof SetupState['demo'], string>

/** A job that a real processor was paid for stays, with its invoice. */
async function countDemo(db: Db): Promise<SetupState['demo']> {
  const columns = Object.entries(demoTables).map(([name, table]) => {
    const isOfPaidJob =
      table === 'jobs' ? 'id' : table === 'invoices' || table === 'payments' ? 'job_id' : null
    const besides = isOfPaidJob && sql`AND ${sql.identifier(isOfPaidJob)} NOT IN ${reallyPaid}`
    return sql`(SELECT count(*) FROM ${sql.identifier(table)} WHERE demo = 1 ${besides ?? sql``}) AS ${sql.identifier(name)}`
  })
  return onlyRow(await db.all<SetupState['demo']>(sql`SELECT ${sql.join(columns, sql`, `)}`))
}

async function countKept(db: Db): Promise<SetupState['kept']> {
  const rows = await db.all<SetupState['kept']>(sql`SELECT
    (SELECT count(*) FROM staff WHERE active = 1) AS staff,
    (SELECT count(*) FROM franchises WHERE demo = 0) AS franchises,
    (SELECT count(*) FROM workers WHERE demo = 0) AS technicians,
    (SELECT count(*) FROM service_types WHERE demo = 0) AS services,
    (SELECT count(*) FROM import_rows WHERE outcome = 'made') AS imported,
    (SELECT count(*) FROM jobs WHERE id IN ${reallyPaid}) AS "paidJobs"`)
  return onlyRow(rows)
}
