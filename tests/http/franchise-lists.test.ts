import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Position } from '../../src/http/listing'
import { wantedCustomers } from '../../src/modules/customers/list'
import { listInvoices } from '../../src/modules/invoices'
import { listJobs } from '../../src/modules/jobs'
import { listOutbox } from '../../src/modules/messages/outbox-list'
import { listTodos } from '../../src/modules/office'
import { listTransfers } from '../../src/modules/payouts/list'
import { listAllSchedules } from '../../src/modules/recurring/billing/schedule-admin'
import { listJobTemplates } from '../../src/modules/recurring/job-templates/service'
import { listPlans } from '../../src/modules/recurring/plans/plans'
import { listWorkers } from '../../src/modules/workforce'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())
const { deps } = service
const { read } = deps.store

const query = { franchiseId: 'denver', limit: 50, format: 'json' as const }
/** Listings return the query itself, which is only run when somebody waits for it. */
const sqlOf = (rows: unknown): string => (rows as { toSQL(): { sql: string } }).toSQL().sql

const lists: Record<string, [list: () => unknown, index: string | RegExp]> = {
  messages: [() => listOutbox(deps, query).rows(51, null), 'outbox_by_franchise (franchise_id=?'],
  'to-dos': [
    () => listTodos(deps, { ...query, state: 'open' }, { money: true }).rows(51, null),
    'hq_tasks_by_franchise (franchise_id=? AND state=?',
  ],
  transfers: [() => listTransfers(deps, query).rows(51, null), 'transfers_by_franchise (franchise_id=?'],
  'billing schedules': [
    () => listAllSchedules(deps, query).rows(51, null),
    'billing_schedules_by_franchise (franchise_id=?',
  ],
  'job templates': [
    () => listJobTemplates(deps, query).rows(51, null),
    'job_templates_by_franchise (franchise_id=?',
  ],
  plans: [() => listPlans(deps, query).rows(51, null), 'job_templates_by_franchise (franchise_id=?'],
  technicians: [() => listWorkers(deps, query).rows(51, null), 'workers_by_franchise (franchise_id=?'],
  customers: [() => wantedCustomers(read, query, 51, null), 'jobs_by_franchise_customer (franchise_id=? AND'],
  'customers by name': [
    () => wantedCustomers(read, { ...query, q: 'rivera' }, 51, null),
    'jobs_by_franchise_customer (franchise_id=? AND customer_id=?)',
  ],
}

/** SQLite's query plan, one line per step. */
async function stepsOf(text: string): Promise<string[]> {
  const plan = await read.all<{ detail: string }>(sql.raw(`EXPLAIN QUERY PLAN ${text.replaceAll('?', '1')}`))
  return plan.map(({ detail }) => detail)
}

for (const [what, [list, index]] of Object.entries(lists))
  test(`a franchise's ${what} are found by an index`, async () => {
    const steps = await stepsOf(sqlOf(list()))
    expect(steps).toContainEqual(expect.stringContaining(String(index)))
  })

const anyone = { limit: 50, format: 'json' as const }
const invoicesBy: Record<string, [query: object, index: string]> = {
  "a franchise's": [query, 'SEARCH invoices USING INDEX invoices_by_franchise (franchise_id=?'],
  'the newest': [anyone, 'SCAN invoices USING INDEX sqlite_autoindex_invoices_1'],
  'the longest due': [{ ...anyone, sort: 'due' }, 'SCAN invoices USING INDEX invoices_by_due'],
  'the largest': [{ ...anyone, sort: 'amount' }, 'SCAN invoices USING INDEX invoices_by_amount'],
  'the first by name': [{ ...anyone, sort: 'customer' }, 'SCAN invoices USING INDEX invoices_by_customer'],
}
for (const [which, [wanted, index]] of Object.entries(invoicesBy))
  test(`invoices are found by an index and need no sorting: ${which}`, async () => {
    const steps = await stepsOf(sqlOf((await listInvoices(deps, wanted as typeof anyone)).rows(51, null)))
    expect(steps[0]).toStartWith(index)
    expect(steps.filter((step) => /B-TREE/.test(step))).toEqual([])
  })

const completedOf: Record<string, [query: object, index: string]> = {
  everyone: [anyone, 'hq_tasks_done (state=?'],
  'a franchise': [query, 'hq_tasks_done_by_franchise (franchise_id=? AND state=?'],
}
for (const [whose, [wanted, index]] of Object.entries(completedOf))
  test.each<[page: string, after: Position | null]>([
    ['first', null],
    ['next', [1, 'a']],
  ])(`completed to-dos of ${whose} are found by an index and need no sorting, %s page`, async (_, after) => {
    const done = { ...(wanted as typeof anyone), state: 'done' as const }
    const steps = await stepsOf(sqlOf(listTodos(deps, done, { money: false }).rows(51, after)))
    expect(steps).toEqual([expect.stringContaining(`USING INDEX ${index}`)])
  })

test.each(['1-30', '61-plus'] as const)(
  'invoices due %s days ago are found by their due date',
  async (aging) => {
    const listed = await listInvoices(deps, { ...anyone, aging, sort: 'due' })
    const steps = await stepsOf(sqlOf(listed.rows(51, null)))
    expect(steps.join('\n')).toContain('invoices_open (')
  },
)

test("a franchise's jobs are found by an index, newest first and by visit", async () => {
  const newest = await stepsOf(sqlOf((await listJobs(deps, query)).rows(51, null)))
  expect(newest[0]).toContain('jobs_by_franchise (franchise_id=?)')
  const visits = await stepsOf(sqlOf((await listJobs(deps, { ...query, from: 1, to: 2 })).rows(51, null)))
  expect(visits[0]).toContain('jobs_by_start (scheduled_start>? AND scheduled_start<?)')
  // Other tables are searched by an index as well, and nothing is sorted.
  const others = [...newest, ...visits].filter((step) => !step.startsWith('CORRELATED'))
  expect(others.filter((step) => !step.startsWith('SEARCH'))).toEqual([])
})
