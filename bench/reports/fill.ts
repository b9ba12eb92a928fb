import { sql } from 'drizzle-orm'
import { franchises, serviceTypes, workerShifts, workers } from '../../db/schema'
import type { Deps } from '../../src/deps'

const day = 86_400_000
const years = 2
const franchiseCount = 20
const serviceCount = 8
const workerCount = 200
const bite = 20_000

/** Two years of a business with 20 franchises: jobs in all states, their payments, refunds and transfers. */
export async function fillBusiness(deps: Deps, jobCount: number): Promise<void> {
  await addCompany(deps)
  const { store, clock } = deps
  for (let first = 1; first <= jobCount; first += bite) {
    const last = Math.min(first + bite - 1, jobCount)
    await store.write((tx) => tx.run(bookJobs(first, last, jobCount, clock.now())))
  }
  // Money moves in order of time, whatever the order of the bookings.
  const step = (jobCount > 100_000 ? 7 : 90) * day
  for (let from = clock.now() - years * 365 * day; from < clock.now() + 15 * day; from += step)
    await store.write((tx) => tx.run(bookMoney(from, from + step)))
}

async function addCompany({ store, clock }: Deps): Promise<void> {
  const createdAt = clock.now() - years * 365 * day
  const stamps = { createdAt, updatedAt: createdAt }
  const many = <T>(count: number, make: (n: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n))
  const crew = many(workerCount, (n) => ({
    id: `worker-${n}`,
    name: `Worker ${n}`,
    franchiseId: `franchise-${n % franchiseCount}`,
    ...stamps,
  }))
  const week = crew.flatMap(({ id }) =>
    many(5, (n) => ({ id: `${id}-${n}`, workerId: id, weekday: n + 1, startMinute: 480, endMinute: 1020 })),
  )
  await store.write(async (tx) => {
    const town = (n: number) => ({
      id: `franchise-${n}`,
      name: `Franchise ${n}`,
      timeZone: 'America/Denver',
      ...stamps,
    })
    await tx.insert(franchises).values(many(franchiseCount, town))
    const service = (n: number) => ({ id: `service-${n}`, label: `Service ${n}`, baseMinutes: 60, ...stamps })
    await tx.insert(serviceTypes).values(many(serviceCount, service))
    await tx.insert(workers).values(crew)
    await tx.insert(workerShifts).values(week)
  })
}

/** Spelled out, because a server treats a bound number as a fraction and divides accordingly. */
const whole = (number: number) => sql.raw(String(Math.round(number)))

const numbers = (first: number, last: number) =>
  sql`WITH RECURSIVE number(n) AS (SELECT ${whole(first)} UNION ALL SELECT n + 1 FROM number WHERE n < ${whole(last)})`

/**
 * Of ten jobs seven are done, and one each is canceled, missed and upcoming; one in twenty is outside every
 * area.
 */
function bookJobs(first: number, last: number, count: number, now: number) {
  const span = years * 365 * day
  return sql`${numbers(first, last)}, drawn AS (
    SELECT n, ${whole(now - span)} + n * ${whole(span)} / ${whole(count)} AS booked, (n * 7919 >> 3) % 10 AS luck, (n * 104729 >> 5) % 20 AS home,
      (n * 15485863 >> 7) % 8 AS service, ((n * 32452843 >> 9) % 14 + 1) * ${whole(day)} AS lead, 8900 + n * 49979687 % 30000 AS price
    FROM number
  )
  INSERT INTO jobs (id, revision, customer_name, customer_email, address, type, franchise_id, status, worker_id,
    scheduled_start, scheduled_end, busy_until, started_at, completed_at, place_state, zip, price_cents, tax_cents,
    total_cents, created_at, updated_at)
  SELECT 'job-' || n, 1, 'Customer ' || n, 'customer' || n || '@example.com', n || ' Main St, Denver, CO 802' || (10 + home),
    'Service ' || service, iif(n % 20 = 0, NULL, 'franchise-' || home),
    CASE WHEN luck < 7 THEN 'completed' WHEN luck = 7 THEN 'cancelled' WHEN luck = 8 THEN 'no_show' ELSE 'pending' END,
    iif(luck IN (7, 9), NULL, 'worker-' || (n % ${whole(workerCount)})),
    iif(luck IN (7, 9), NULL, booked + lead), iif(luck IN (7, 9), NULL, booked + lead + 5400000),
    iif(luck IN (7, 9), NULL, booked + lead + 6300000), iif(luck < 7, booked + lead + luck * 180000, NULL),
    iif(luck < 7, booked + lead + 5400000, NULL), 'placed', iif(n % 20 = 0, 700 + home, 802 + home) || '10',
    price, price / 12, price + price / 12, booked, booked
  FROM drawn`
}

/** A third stays at HQ, 3% goes to the processor, and one payment in thirty is fully refunded. */
function bookMoney(from: number, to: number) {
  return sql`WITH done AS (
    SELECT id, seq, franchise_id, completed_at, total_cents, tax_cents, total_cents / 33 AS fee,
      total_cents - tax_cents AS net, iif(franchise_id IS NULL, 0, (total_cents - tax_cents) * 2 / 3) AS share
    FROM jobs WHERE scheduled_start >= ${whole(from)} AND scheduled_start < ${whole(to)} AND status = 'completed'
  ), moved AS (
    SELECT 'payment' AS kind, id, franchise_id, completed_at AS at, json_array(
      json_array('processor_cash', total_cents - fee), json_array('processor_fees', fee), json_array('tax_payable', -tax_cents),
      json_array('franchise_payable', -share), json_array('revenue_hq', share - net)) AS lines
    FROM done WHERE share > 0
    UNION ALL SELECT 'payment', id, NULL, completed_at, json_array(json_array('processor_cash', total_cents - fee),
      json_array('processor_fees', fee), json_array('tax_payable', -tax_cents), json_array('revenue_hq', -net))
    FROM done WHERE share = 0
    UNION ALL SELECT 'transfer', id, franchise_id, completed_at + 1000,
      json_array(json_array('franchise_payable', share), json_array('processor_cash', -share))
    FROM done WHERE share > 0
    UNION ALL SELECT 'refund', id, franchise_id, completed_at + 3600000, json_array(json_array('tax_payable', tax_cents),
      json_array('franchise_payable', share), json_array('revenue_hq', net - share), json_array('processor_cash', -total_cents))
    FROM done WHERE share > 0 AND seq % 30 = 1
  )
  INSERT INTO ledger_transactions (about, kind, job_id, franchise_id, at, lines)
  SELECT kind || ':' || id, kind, id, franchise_id, at, lines FROM moved ORDER BY at`
}
