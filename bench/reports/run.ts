import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app'
import { compose, dismantle } from '../../src/compose'
import { loadConfig } from '../../src/config'
import type { Deps } from '../../src/deps'
import { reportTypes } from '../../src/modules/operations/reports/model'
import { ensureSummedUp, sumUp } from '../../src/modules/operations/reports/stored-sums'
import { bindCleanup, createCleanup } from '../support/cleanup'
import { describeMachine, machineLines } from '../support/machine'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'
import { fillBusiness } from './fill'

const jobCount = Number(process.argv[2] ?? 1_000_000)
const runs = 15
/** Jobs booked, planned or done these days, so this many chunks have changed since they were summed up. */
const busyStretches = 6

const limits: Record<string, number> = { metrics: 20 }
const limitOf = (name: string) => limits[name] ?? 200

const cleanup = createCleanup()
bindCleanup(cleanup)
/** A folder named on the command line is filled once and kept for the next time. */
const kept = process.argv[3]
const folder = kept ?? mkdtempSync(join(tmpdir(), 'truckroll-reports-'))
if (kept === undefined) cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
const deps = await compose(loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', NODE_ENV: 'production' }))
try {
  const filled = (await jobsIn(deps)) > 0 ? null : await timed(() => fillBusiness(deps, jobCount))
  const summed = await timed(() => ensureSummedUp(deps))
  const app = createApp(deps)
  const token = (await deps.tokens.hq.issue('bench', 'admin', 3_600_000)) ?? ''
  let asked = 0
  const ask = async (path: string) => {
    // Each from its own address, because the API's limits apply here too.
    const headers = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `198.18.${(++asked >> 8) & 255}.${asked & 255}`,
    }
    const answer = await app.handle(new Request(`http://localhost${path}`, { headers }))
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }

  const cases: [name: string, path: string][] = [
    ['metrics', '/api/dev/metrics'],
    ...reportTypes.map((type): [string, string] => [type, `/api/reports?type=${type}`]),
    ...reportTypes.map((type): [string, string] => [
      `${type}, a franchise`,
      `/api/reports?type=${type}&franchise=franchise-3`,
    ]),
    ['revenue, a quarter', `/api/reports?type=revenue&from=${daysAgo(190)}&to=${daysAgo(100)}`],
  ]
  const rows: string[][] = []
  for (const [name, path] of cases) {
    await sumUp(deps)
    const rested = await timesOf(() => ask(path))
    await stir(deps)
    const busy = await timesOf(() => ask(path))
    const held = Math.max(rested.median, busy.median) < limitOf(name)
    rows.push([
      name,
      shown(rested.median),
      shown(rested.worst),
      shown(busy.median),
      shown(busy.worst),
      String(limitOf(name)),
      held ? 'yes' : 'NO',
    ])
  }
  const table = renderTable(
    [
      { title: 'report', align: 'left' },
      { title: 'summed up ms', align: 'right' },
      { title: 'worst', align: 'right' },
      { title: 'on a working day ms', align: 'right' },
      { title: 'worst', align: 'right' },
      { title: 'limit', align: 'right' },
      { title: 'held', align: 'left' },
    ],
    rows,
  )
  const body = [
    '## Reports',
    '',
    `Over ${(await jobsIn(deps)).toLocaleString('en-US')} jobs of two years in 20 franchises and ${(await moves(deps)).toLocaleString('en-US')} movements of money, ${runs} runs each (median and worst), through the whole API.`,
    `"On a working day" means that jobs in the latest ${busyStretches} chunks have changed since they were summed up and are counted again. ${filled === null ? '' : `Summing up everything took ${Math.round(summed / 1000)} s, once.`}`,
    '',
    table,
    '',
    ...machineLines(describeMachine(folder, null), new Date()),
  ].join('\n')
  process.stdout.write(`${body}\n`)
  writeSection('docs/benchmarks.md', 'Benchmarks', 'reports', body)
  if (rows.some((row) => row.at(-1) === 'NO')) process.exitCode = 1
} finally {
  await dismantle(deps)
  cleanup.run()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function timesOf(work: () => Promise<unknown>): Promise<{ median: number; worst: number }> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await timed(work))
  times.sort((one, other) => one - other)
  return { median: times[Math.floor(runs / 2)]!, worst: times.at(-1)! }
}

/** A change in each of the latest chunks, as a working day makes them. */
async function stir({ store }: Deps): Promise<void> {
  await store.write((tx) =>
    tx.run(sql`UPDATE jobs SET place_state = place_state
      WHERE seq % 4096 = 1 AND seq > (SELECT max(seq) FROM jobs) - ${busyStretches * 4096}`),
  )
}

async function jobsIn({ store }: Deps): Promise<number> {
  const [row] = await store.read.all<{ count: number }>(sql`SELECT count(*) AS count FROM jobs`)
  return row?.count ?? 0
}

async function moves({ store }: Deps): Promise<number> {
  const [row] = await store.read.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM ledger_transactions`,
  )
  return row?.count ?? 0
}

function daysAgo(days: number): string {
  return new Date(deps.clock.now() - days * 86_400_000).toISOString().slice(0, 10)
}

function shown(ms: number): string {
  return ms.toFixed(1)
}
