import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openTodos } from '../../../src/modules/scheduling/dispatch/escalations'
import { Calendar } from '../../../src/modules/scheduling/world/calendar'
import {
  readMembers,
  shiftsOf,
  timeOffOf,
  visitsOf,
  helpedVisitsOf,
} from '../../../src/modules/scheduling/world/crew'
import {
  chosenQuery,
  contenderQuery,
  firmQuery,
  pendingQuery,
} from '../../../src/modules/scheduling/world/open-jobs'
import { openTestStore } from '../../support/store'

const { store, close } = await openTestStore()
afterAll(close)
const { read } = store

/** SQLite's query plan, one line per step. */
async function stepsOf(query: { toSQL(): { sql: string } }): Promise<string[]> {
  const text = query.toSQL().sql.replaceAll('?', '1')
  const steps = await read.all<{ detail: string }>(sql.raw(`EXPLAIN QUERY PLAN ${text}`))
  return steps.map(({ detail }) => detail)
}

const calendar = new Calendar('UTC')
const period = { calendar, days: calendar.openDays('2026-03-02', 5), base: null, now: 0 }
const ids = ['one', 'two']

const queries = {
  'waiting jobs': () => pendingQuery(read),
  'bookings that keep their place at one franchise': () => firmQuery(read),
  'unconfirmed bookings of one franchise': () => contenderQuery(read),
  shifts: () => shiftsOf(read, ids),
  'time off': () => timeOffOf(read, ids, period),
  visits: () => visitsOf(read, ids, period),
  'visits of second technicians': () => helpedVisitsOf(read, ids, period),
  'open to-dos': () => openTodos(read),
  'the workers of a franchise': () => readMembers(read, 'denver'),
}

for (const [what, query] of Object.entries(queries))
  test(`${what}: found by an index, without a scan or a sort`, async () => {
    const steps = await stepsOf(query())
    expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([])
    expect(steps.filter((step) => step.startsWith('SEARCH')).length).toBeGreaterThan(0)
  })

test('waiting jobs are read in booking order, and visits by worker and time', async () => {
  for (const query of [pendingQuery(read), firmQuery(read), contenderQuery(read)])
    expect((await stepsOf(query))[0]).toContain('jobs_by_status (status=? AND seq>?)')
  expect((await stepsOf(visitsOf(read, ids, period)))[0]).toContain(
    'jobs_by_worker (worker_id=? AND scheduled_start>? AND scheduled_start<?)',
  )
  expect((await stepsOf(helpedVisitsOf(read, ids, period)))[0]).toContain(
    'second_workers_by_worker (worker_id=? AND start>? AND start<?)',
  )
  const lastTime = (await stepsOf(pendingQuery(read))).find((step) => step.startsWith('SEARCH e '))
  expect(lastTime).toContain('jobs_visited (customer_id=? AND seq<?)')
})

test('bookings that keep their place are read by their number', async () => {
  expect((await stepsOf(chosenQuery(read)))[0]).toContain('USING INTEGER PRIMARY KEY (rowid=?)')
})
