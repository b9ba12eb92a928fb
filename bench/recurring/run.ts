import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../db/client'
import { localDateAt } from '../../src/lib/calendar'
import { bindCleanup, createCleanup } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine, machineLines } from '../support/machine'
import { findFreePort, plainEnvironment, startServer } from '../support/processes'
import { readCpuMs, readResidentBytes, untilIdle } from '../support/procfs'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'
import { fillSchedules } from './fill'
import { startProbe, type Summary } from './probe'

/**
 * One daily run over many customers: how long it takes, how much memory it needs, and how long others wait.
 */
const schedules = Number(process.argv[2] ?? 100_000)
const due = Number(process.argv[3] ?? 3_000)
const secret = '4f0b9c27d1e86a53b7f24c90e1d3586a'

const cleanup = createCleanup()
bindCleanup(cleanup)
const folder = makeDataFolder('truckroll-recurring-')
cleanup.add(() => rmSync(folder, { recursive: true, force: true }))

const now = Date.now()
const store = await openStore({ url: `file:${join(folder, 'truckroll.db')}` }, now)
await fillSchedules(store, { schedules, due, today: localDateAt(now, 'America/New_York'), now })
await store.close()

const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const env = {
  DATA_DIR: folder,
  PORT: String(port),
  HOST: '127.0.0.1',
  CRON_SECRET: secret,
  CRON_ENABLED: 'false',
  SEED_DEMO: 'off',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
}
const server = await startServer(
  {
    command: [process.execPath, 'src/index.ts'],
    cwd: join(import.meta.dir, '../..'),
    env: { ...plainEnvironment(), ...env },
    logFolder: folder,
    readyUrl: `${url}/api/vitals`,
  },
  cleanup,
)
await untilIdle(server.pid)
const db = new Database(join(folder, 'truckroll.db'), { readonly: true })
const count = (text: string) => (db.query(text).get() as { count: number }).count
const memory = () => (readResidentBytes(server.pid) ?? 0) / 2 ** 20

const quiet = startProbe(url)
await Bun.sleep(1_500)
const atRest = await quiet.stop()

const before = memory()
let peak = before
const watching = setInterval(() => (peak = Math.max(peak, memory())), 50)

const during = startProbe(url)
const cpuBefore = readCpuMs(server.pid) ?? 0
const started = performance.now()
const answer = await fetch(`${url}/api/cron/recurring-jobs`, {
  headers: { authorization: `Bearer ${secret}` },
})
const { data } = (await answer.json()) as { data: { generated: number; invoicesCreated: number } }
const runMs = performance.now() - started
const cpuMs = (readCpuMs(server.pid) ?? 0) - cpuBefore
const whileRunning = await during.stop()
const peakOfRun = peak

const after = startProbe(url)
const isDone = () =>
  count("SELECT count(*) AS count FROM billing_charges WHERE state = 'intended'") === 0 &&
  count('SELECT count(*) AS count FROM invoices WHERE post_at IS NOT NULL') === 0
while (!isDone()) await Bun.sleep(200)
const allMs = performance.now() - started
const afterwards = await after.stop()
clearInterval(watching)

const paid = count("SELECT count(*) AS count FROM jobs WHERE payment_state = 'paid'")
const sent = count("SELECT count(*) AS count FROM invoices WHERE status = 'sent'")
if (data.generated !== due || data.invoicesCreated !== due || paid + sent !== due)
  throw new Error(`not everything was done: ${JSON.stringify({ ...data, jobs: undefined, paid, sent })}`)

const ms = (value: number) => value.toFixed(1)
const row = (name: string, { count, p50, p99, worst }: Summary) => [
  name,
  String(count),
  ms(p50),
  ms(p99),
  ms(worst),
]
const table = renderTable(
  [
    { title: '`/api/vitals`', align: 'left' },
    { title: 'requests', align: 'right' },
    { title: 'p50 ms', align: 'right' },
    { title: 'p99 ms', align: 'right' },
    { title: 'worst ms', align: 'right' },
  ],
  [
    row('before the run', atRest),
    row('during the run', whileRunning),
    row('while cards are charged and invoices sent', afterwards),
  ],
)
const body = [
  '## Recurring jobs and billing',
  '',
  `${schedules.toLocaleString('en-US')} schedules and as many templates, ${due.toLocaleString('en-US')} due: one run made ${data.generated} jobs and ${data.invoicesCreated} invoices in **${(runMs / 1_000).toFixed(2)} s** (${(cpuMs / 1_000).toFixed(2)} s of CPU time, including the answers to \`/api/vitals\`). ` +
    `${paid} cards were charged and ${sent} invoices printed and sent afterwards, the last after ${(allMs / 1_000).toFixed(1)} s. ` +
    `Memory grew by at most ${Math.round(peakOfRun - before)} MB during the run and ${Math.round(peak - before)} MB until everything was sent.`,
  '',
  table,
  '',
  ...machineLines(describeMachine(folder, null), new Date()),
].join('\n')
process.stdout.write(`${body}\n`)
writeSection('docs/benchmarks.md', 'Benchmarks', 'recurring', body)
db.close()
await server.stop()
cleanup.run()
