import { sql } from 'drizzle-orm'
import type { Store } from '../../db/store'
import { bookOnce } from '../support/bookings'
import { openPatiently } from '../support/libsql'
import { emptyDataFolder, startService, stopService } from '../support/server'
import { startSqld } from '../support/sqld'

/** Two processes of the service on one database server book, cancel and send at the same time. */
export async function strainTwoProcesses(bookings: number) {
  const sqld = await startSqld()
  const shared = { DATABASE_URL: sqld.url, LOG_LEVEL: 'info' }
  const services = [
    await startService({ ...shared, DATA_DIR: emptyDataFolder() }),
    await startService({ ...shared, DATA_DIR: emptyDataFolder() }),
  ]
  try {
    const at = (index: number) => services[index % 2]!.url
    const booked = await inLanes(bookings, async (index) => {
      const key = { 'idempotency-key': `booking-${index}` }
      const answer = await patiently(() => bookOnce(at(index), index, 1, key))
      return ((await answer.json()) as { data: { job: { id: string } } }).data.job.id
    })
    // Every second job is canceled in both processes at the same moment.
    const cancelled = booked.filter((_, index) => index % 2 === 0)
    const answers = await inLanes(cancelled.length, (index) =>
      Promise.all([0, 1].map((process) => cancel(at(process), cancelled[index]!, index))),
    )
    const store = await openPatiently({ url: shared.DATABASE_URL })
    await settled(store)
    const [counts] = await store.read.all<Record<string, number>>(sql`SELECT
      (SELECT count(*) FROM jobs) AS jobs,
      (SELECT count(*) FROM jobs WHERE status = 'cancelled') AS cancelled,
      (SELECT count(*) FROM job_events WHERE kind = 'cancelled') AS cancellations,
      (SELECT count(*) FROM customers) AS customers,
      (SELECT count(*) FROM outbox WHERE template = 'booked' AND state = 'sent' AND attempts = 1) AS welcomed,
      (SELECT count(*) FROM outbox WHERE template = 'cancelled') AS notes,
      (SELECT count(*) FROM outbox WHERE attempts > 1) AS repeated`)
    await store.close()
    return {
      booked: new Set(booked).size,
      differing: answers.filter(([one, other]) => one !== other).length,
      counts,
    }
  } finally {
    await Promise.all(services.map(stopService))
    await sqld.stop()
  }
}

async function cancel(url: string, jobId: string, index: number): Promise<string> {
  const answer = await patiently(() =>
    fetch(`${url}/api/customer/cancel`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `2001:${index.toString(16)}:ffff::1` },
      body: JSON.stringify({ jobId }),
    }),
  )
  return `${answer.status} ${await answer.text()}`
}

/** Asks again after a 503, as a client does: a very busy machine can keep the database server silent. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await answer.text()
    await Bun.sleep(200)
  }
}

/** 64 at a time, as many clients would. */
async function inLanes<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next++
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: 64 }, lane))
  return results
}

/** Waits until both senders have emptied the outbox. */
async function settled(store: Store): Promise<void> {
  const deadline = performance.now() + 300_000
  for (;;) {
    const [left] = await store.read.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM outbox WHERE state IN ('queued', 'sending')`,
    )
    if (!left?.n) return
    if (performance.now() > deadline) throw new Error(`${left.n} messages were not sent`)
    await Bun.sleep(100)
  }
}
