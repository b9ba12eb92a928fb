import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Cleanup, runBench } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine, machineLines } from '../support/machine'
import { findFreePort, plainEnvironment, startServer } from '../support/processes'
import { untilIdle } from '../support/procfs'
import { quantile } from '../support/quantile'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'
import { fillJobs } from './fill'
import { sendEvents, type Acknowledged } from './load'

const project = join(import.meta.dir, '../..')
const secret = 'whsec_7Kq2vXc9TzR4mWb8LpYd3Nf6'
const targetMs = 50
const warmUpSeconds = 3

interface Result {
  perSecond: number
  events: number
  acknowledged: Acknowledged
  /** From the last answer until everything was processed. */
  behindMs: number
}

async function main(cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '20' },
      write: { type: 'boolean', default: false },
    },
  })
  const perSecond = Number(values.rate)
  const folder = makeDataFolder('truckroll-webhooks-')
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const result = await measure(folder, perSecond, Number(values.seconds), cleanup)
  const table = describe(result)
  console.log(table)
  if (values.write) write(folder, result, table)
  if (quantile(result.acknowledged.latenciesMs, 0.99) >= targetMs) process.exitCode = 1
}

async function measure(
  folder: string,
  perSecond: number,
  seconds: number,
  cleanup: Cleanup,
): Promise<Result> {
  const warm = perSecond * warmUpSeconds
  const due = await fillJobs(folder, warm + perSecond * seconds, Date.now())
  const port = await findFreePort()
  const server = await startServer(
    {
      command: [process.execPath, join(project, 'src/index.ts')],
      cwd: project,
      env: {
        ...plainEnvironment(),
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: folder,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SEED_DEMO: 'off',
        CRON_ENABLED: 'false',
        LOG_LEVEL: 'warn',
        STRIPE_WEBHOOK_SECRET: secret,
      },
      logFolder: folder,
      readyUrl: `http://127.0.0.1:${port}/api/vitals`,
    },
    cleanup,
  )
  try {
    const url = `http://127.0.0.1:${port}/api/payments-webhook`
    await untilIdle(server.pid)
    await sendEvents({ url, secret, perSecond, due, from: 0, to: warm })
    const acknowledged = await sendEvents({ url, secret, perSecond, due, from: warm, to: due.length })
    const answeredAt = performance.now()
    await untilProcessed(folder, due.length)
    const behindMs = performance.now() - answeredAt
    await server.kill()
    assertPaid(folder, due.length)
    return { perSecond, events: acknowledged.latenciesMs.length, acknowledged, behindMs }
  } finally {
    await server.kill()
  }
}

const open = (folder: string) => new Database(join(folder, 'truckroll.db'), { readonly: true })
const count = (db: Database, query: string) => (db.query(query).get() as { count: number }).count

async function untilProcessed(folder: string, events: number): Promise<void> {
  const db = open(folder)
  while (count(db, "SELECT count(*) AS count FROM webhook_events WHERE state = 'done'") < events)
    await Bun.sleep(20)
  db.close()
}

/** Killed, not stopped: every acknowledged event must have had its effect on disk. */
function assertPaid(folder: string, events: number): void {
  const db = open(folder)
  const paid = count(db, "SELECT count(*) AS count FROM jobs WHERE payment_state = 'paid'")
  const booked = count(db, "SELECT count(*) AS count FROM ledger_transactions WHERE kind = 'payment'")
  db.close()
  if (paid !== events || booked !== events)
    throw new Error(`${events} events, but ${paid} jobs paid and ${booked} booked`)
}

function describe({ perSecond, events, acknowledged: { latenciesMs, refused }, behindMs }: Result): string {
  const columns = ['events/s', 'events', 'p50 ms', 'p99 ms', 'max ms', 'refused', 'processed after']
  return renderTable(
    columns.map((title) => ({ title, align: 'right' as const })),
    [
      [
        String(perSecond),
        String(events),
        quantile(latenciesMs, 0.5).toFixed(1),
        quantile(latenciesMs, 0.99).toFixed(1),
        Math.max(...latenciesMs).toFixed(1),
        String(refused),
        `${behindMs.toFixed(0)} ms`,
      ],
    ],
  )
}

function write(folder: string, { acknowledged }: Result, table: string): void {
  const p99 = quantile(acknowledged.latenciesMs, 0.99)
  const body = [
    '## Payment events',
    '',
    'Signed successes, each of another job, sent at a fixed rate over HTTP to the service as it runs in',
    "production. An event is on disk before it's acknowledged, and its latency counts from the moment it was",
    'due. The service is killed afterwards, and every job must be paid and booked.',
    '`bun bench/webhooks/run.ts --write` repeats it.',
    '',
    ...machineLines(describeMachine(folder, null), new Date()),
    '',
    table,
    '',
    `- p99 of an acknowledgement: ${p99.toFixed(1)} ms (below ${targetMs} ms): ${p99 < targetMs ? 'reached' : 'missed'}`,
  ].join('\n')
  writeSection(join(project, 'docs/benchmarks.md'), 'Benchmarks', 'bench:webhooks', body)
}

await runBench(main)
