import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { jobs } from '../../db/schema'
import { createApp } from '../../src/app'
import { compose, dismantle } from '../../src/compose'
import { loadConfig } from '../../src/config'
import type { Deps } from '../../src/deps'
import { readAvailability } from '../../src/modules/scheduling/availability/availability'
import { describeMachine, machineLines } from '../support/machine'
import { quantile } from '../support/quantile'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'
import { fillBookings, fillFranchise, service } from './fill'

const crew = Number(process.argv[2] ?? 10)
const sizes = [0, 600, 6_000]
const runs = 20
const most = 100
const everyMs = 5

const folder = mkdtempSync(join(tmpdir(), 'truckroll-availability-'))
const deps = await compose(loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', NODE_ENV: 'production' }))
try {
  await fillFranchise(deps, crew)
  const rows: string[][] = []
  let booked = 0
  let worst = 0
  for (const size of sizes) {
    await fillBookings(deps, booked, size)
    booked = size
    await ask(deps)
    const again = await timed(deps, () => Promise.resolve())
    // HQ books a job, so the plan has to be made again.
    const afterBooking = await timed(deps, (run) => fillBookings(deps, run, run + 1, { source: 'hq' }))
    await forgetHqBookings(deps)
    const idle = await vitalsDuring(deps, () => Bun.sleep(2_000))
    const vitals = await vitalsDuring(deps, () => askOnAndOn(deps))
    await forgetHqBookings(deps)
    worst = Math.max(worst, again.median, afterBooking.median)
    rows.push([
      size.toLocaleString('en-US'),
      again.median.toFixed(0),
      again.worst.toFixed(0),
      afterBooking.median.toFixed(0),
      afterBooking.worst.toFixed(0),
      vitals.toFixed(1),
      idle.toFixed(1),
    ])
  }
  const table = renderTable(
    [
      { title: 'waiting bookings', align: 'right' },
      { title: 'CPU ms', align: 'right' },
      { title: 'worst', align: 'right' },
      { title: 'CPU ms after a booking', align: 'right' },
      { title: 'worst', align: 'right' },
      { title: 'p99 ms of /api/vitals', align: 'right' },
      { title: 'idle', align: 'right' },
    ],
    rows,
  )
  const body = [
    '## Available arrival windows',
    '',
    `The CPU time of one \`GET /api/availability\` over seven days, for a franchise with ${crew} technicians and bookings by one stranger that are neither paid nor confirmed, ${runs} runs each (median and worst). "After a booking": HQ booked a job in between, so the plan is made again. \`/api/vitals\` is requested every few milliseconds, once during nonstop availability requests and once without (idle).`,
    '`bun run bench:availability` repeats it.',
    '',
    table,
    '',
    `- At most ${most} ms at the median: ${worst <= most ? 'reached' : 'missed'}`,
    ...machineLines(describeMachine(folder, null), new Date()),
  ].join('\n')
  process.stdout.write(`${body}\n`)
  writeSection('docs/benchmarks.md', 'Benchmarks', 'availability', body)
} finally {
  await dismantle(deps)
  rmSync(folder, { recursive: true, force: true })
}

/** Each size starts with only the stranger's bookings. */
async function forgetHqBookings({ store }: Deps): Promise<void> {
  await store.write((tx) => tx.delete(jobs).where(eq(jobs.source, 'hq')))
}

function ask(deps: Deps) {
  return readAvailability(deps, { lat: 39.74, lng: -104.98, service, days: 7 })
}

async function timed(deps: Deps, before: (run: number) => Promise<void>) {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await before(run)
    // Garbage and rest left over from the last run don't count for this one.
    Bun.gc(true)
    const start = process.cpuUsage()
    await ask(deps)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
  }
  return { median: quantile(times, 0.5), worst: Math.max(...times) }
}

/** The slowest percent of the cheapest requests while something else is running. */
async function vitalsDuring(deps: Deps, meanwhile: () => Promise<unknown>): Promise<number> {
  const app = createApp(deps)
  const times: number[] = []
  let going = true
  const probing = (async () => {
    // Measured from when it was due, so a blocked event loop counts as well.
    for (let due = performance.now(); going; due = Math.max(due + everyMs, performance.now())) {
      await Bun.sleep(Math.max(0, due - performance.now()))
      const headers = { 'x-forwarded-for': `198.18.${(times.length >> 6) & 255}.${times.length & 63}` }
      const { status } = await app.handle(new Request('http://localhost/api/vitals', { headers }))
      if (status !== 200) throw new Error(`/api/vitals answered ${status}`)
      times.push(performance.now() - due)
    }
  })()
  await meanwhile()
  going = false
  await probing
  return quantile(times, 0.99)
}

async function askOnAndOn(deps: Deps): Promise<void> {
  for (let run = 0; run < 2 * runs; run += 1) {
    if (run % 4 === 0) await fillBookings(deps, run, run + 1, { source: 'hq' })
    await ask(deps)
  }
}
