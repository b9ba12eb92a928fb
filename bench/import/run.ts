import { Database } from 'bun:sqlite'
import { SignJWT } from 'jose'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Cleanup, runBench } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine, machineLines } from '../support/machine'
import { findFreePort, plainEnvironment, startServer } from '../support/processes'
import { readResidentBytes, untilIdle } from '../support/procfs'
import { quantile } from '../support/quantile'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'
import { jobberClients, jobExport } from './files'

const project = join(import.meta.dir, '../..')
const secret = 'bench-hq-secret-4f9c2b7d81e6a350'
const targets = { seconds: 60, p99Ms: 50, growthMb: 300 }

interface Result {
  file: string
  rows: number
  /** From the first byte of the upload to the last row, without the time a person would think. */
  seconds: number
  undoSeconds: number
  p99Ms: number
  maxMs: number
  growthMb: number
  isAsBefore: boolean
}

async function main(cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string', default: '50000' },
      jobs: { type: 'string', default: '20000' },
      write: { type: 'boolean', default: false },
    },
  })
  const folder = makeDataFolder('truckroll-import-')
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
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
        PUBLIC_URL: base,
        HQ_JWT_SECRET: secret,
        SEED_DEMO: 'off',
        CRON_ENABLED: 'false',
        LOG_LEVEL: 'warn',
      },
      logFolder: folder,
      readyUrl: `${base}/api/vitals`,
    },
    cleanup,
  )
  const results: Result[] = []
  const watch = { base, folder, pid: server.pid, token: await tokenFor() }
  try {
    const files = {
      customers: jobberClients(Number(values.customers)),
      jobs: jobExport(Number(values.jobs), Date.now()),
    }
    for (const kind of ['customers', 'jobs'] as const) results.push(await measure(watch, kind, files[kind]))
  } finally {
    await server.kill()
  }
  const table = describe(results)
  console.log(table)
  if (values.write) write(folder, results, table)
  if (!results.every(isMet)) process.exitCode = 1
}

const isMet = ({ seconds, p99Ms, growthMb, isAsBefore }: Result): boolean =>
  seconds < targets.seconds && p99Ms < targets.p99Ms && growthMb < targets.growthMb && isAsBefore

const tokenFor = () =>
  new SignJWT({ role: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('bench')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))

interface Watch {
  base: string
  folder: string
  pid: number
  token: string
}

async function measure(watch: Watch, kind: 'customers' | 'jobs', text: string): Promise<Result> {
  await untilIdle(watch.pid)
  const before = contents(watch.folder)
  const onlooker = look(watch)
  const startedAt = performance.now()
  const { id } = await call(watch, 'POST', `?kind=${kind}&fileName=${kind}.csv`, text)
  await until(watch, id, 'ready')
  await call(watch, 'POST', `/${id}/run`)
  const done = await until(watch, id, 'done')
  const seconds = (performance.now() - startedAt) / 1_000
  const seen = await onlooker.stop()
  await untilIdle(watch.pid)
  const undoneAt = performance.now()
  await call(watch, 'POST', `/${id}/undo`)
  const undone = await until(watch, id, 'undone')
  const undoSeconds = (performance.now() - undoneAt) / 1_000
  console.log(kind, JSON.stringify({ ...done.counts, ...undone.counts }))
  const isAsBefore = before === contents(watch.folder)
  return { file: kind, rows: done.rows, seconds, undoSeconds, ...seen, isAsBefore }
}

interface Progress {
  id: string
  state: string
  rows: number
  counts: Record<string, number>
}

async function call({ base, token }: Watch, method: string, path: string, body?: string): Promise<Progress> {
  const response = await fetch(`${base}/api/admin/imports${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  })
  const answer = (await response.json()) as { ok: boolean; data: Progress; error?: string }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.error}`)
  return answer.data
}

async function until(watch: Watch, id: string, state: string): Promise<Progress> {
  for (;;) {
    const found = await call(watch, 'GET', `/${id}`)
    if (found.state === state) return found
    if (found.state === 'failed') throw new Error(`The import failed: ${JSON.stringify(found)}`)
    await Bun.sleep(200)
  }
}

/** Calls the service all the time, each call as another client, and follows its memory. */
function look({ base, pid }: Watch) {
  const latencies: number[] = []
  const atFirst = memoryMb(pid)
  let most = atFirst
  let isOver = false
  const looking = (async () => {
    for (let at = 0; !isOver; at++) {
      const startedAt = performance.now()
      await (
        await fetch(`${base}/api/vitals`, {
          headers: { 'x-forwarded-for': `10.1.${(at >> 8) & 255}.${at & 255}` },
        })
      ).text()
      latencies.push(performance.now() - startedAt)
      most = Math.max(most, memoryMb(pid))
      await Bun.sleep(10)
    }
  })()
  return {
    async stop() {
      isOver = true
      await looking
      return { p99Ms: quantile(latencies, 0.99), maxMs: Math.max(...latencies), growthMb: most - atFirst }
    },
  }
}

const memoryMb = (pid: number): number => (readResidentBytes(pid) ?? 0) / 2 ** 20

/** Tables that an import and its undo may leave different: its own record, the log, and sums that are made again. */
const ownTables =
  /^(?:imports|import_rows|activity|summed_chunks|.*_sums|sqlite_.*|(?:job|customer)_search.*|stale_.*|vitals|task_runs|incidents|lookups|__.*)$/

/** A hash over every other table. */
function contents(folder: string): string {
  const db = new Database(join(folder, 'truckroll.db'), { readonly: true })
  const hash = new Bun.CryptoHasher('sha256')
  const tables = db.query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all() as {
    name: string
  }[]
  for (const { name } of tables) {
    if (ownTables.test(name)) continue
    // The search index of customers is brought up to date on the way.
    const rows = db.query(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[]
    const lines = rows.map((row) => {
      const { searchable: _, ...kept } = row
      return `${name} ${JSON.stringify(kept)}\n`
    })
    for (const line of lines.toSorted()) hash.update(line)
  }
  db.close()
  return hash.digest('hex')
}

function describe(results: Result[]): string {
  const columns = [
    'file',
    'rows',
    'import s',
    'undo s',
    '/api/vitals p99 ms',
    'max ms',
    'memory + MB',
    'as before',
  ]
  return renderTable(
    columns.map((title) => ({ title, align: title === 'file' ? ('left' as const) : ('right' as const) })),
    results.map((one) => [
      one.file,
      one.rows.toLocaleString('en-US'),
      one.seconds.toFixed(1),
      one.undoSeconds.toFixed(1),
      one.p99Ms.toFixed(1),
      one.maxMs.toFixed(1),
      one.growthMb.toFixed(0),
      one.isAsBefore ? 'yes' : 'no',
    ]),
  )
}

function write(folder: string, results: Result[], table: string): void {
  const body = [
    '## Imports',
    '',
    "A file with Jobber's client headers and one with Housecall Pro's job headers, each uploaded, checked and",
    'imported by the service as it runs in production, while another client calls `/api/vitals` about every',
    '10 ms. Then the import is undone, and every other table must have the content it had before.',
    '`bun run bench:import --write` repeats it.',
    '',
    ...machineLines(describeMachine(folder, null), new Date()),
    '',
    table,
    '',
    `- under ${targets.seconds} s, p99 below ${targets.p99Ms} ms, memory growth below ${targets.growthMb} MB, as before after undo: ${results.every(isMet) ? 'reached' : 'missed'}`,
  ].join('\n')
  writeSection(join(project, 'docs/benchmarks.md'), 'Benchmarks', 'bench:import', body)
}

await runBench(main)
