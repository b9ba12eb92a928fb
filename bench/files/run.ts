import { SignJWT } from 'jose'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256 } from '../../tests/support/files'
import { photoOf } from '../../tests/support/pictures'
import { type Cleanup, runBench } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine, machineLines } from '../support/machine'
import { findFreePort, plainEnvironment, startServer } from '../support/processes'
import { readResidentBytes, untilIdle } from '../support/procfs'
import { quantile } from '../support/quantile'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'

const project = join(import.meta.dir, '../..')
const secret = 'bench-hq-secret-4f9c2b7d81e6a350'
const targets = { p99Ms: 50, growthMb: 200 }
const photoBytes = 3 * 1024 * 1024
const partBytes = 1024 * 1024

interface Result {
  photos: number
  clients: number
  seconds: number
  p99Ms: number
  maxMs: number
  growthMb: number
}

async function main(cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    options: {
      photos: { type: 'string', default: '1000' },
      clients: { type: 'string', default: '20' },
      write: { type: 'boolean', default: false },
    },
  })
  const [photos, clients] = [Number(values.photos), Number(values.clients)]
  const folder = makeDataFolder('truckroll-files-')
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
  try {
    await untilIdle(server.pid)
    const phones = await Promise.all(Array.from({ length: clients }, (_, at) => phone(base, at)))
    const onlooker = look(base, server.pid)
    const startedAt = performance.now()
    await Promise.all(
      phones.map(async (send, client) => {
        for (let at = client; at < photos; at += clients) await send(at)
      }),
    )
    const seconds = (performance.now() - startedAt) / 1_000
    const result = { photos, clients, seconds, ...(await onlooker.stop()) }
    const table = describe(result)
    console.log(table)
    if (values.write) write(folder, result, table)
    if (!isMet(result)) process.exitCode = 1
  } finally {
    await server.kill()
  }
}

const isMet = ({ p99Ms, growthMb }: Result): boolean => p99Ms < targets.p99Ms && growthMb < targets.growthMb

const tokenFor = (subject: string) =>
  new SignJWT({ role: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))

/** A phone with its own address, person and job. It sends a photo in parts, then adds it to the job. */
async function phone(base: string, client: number): Promise<(at: number) => Promise<void>> {
  const headers = {
    authorization: `Bearer ${await tokenFor(`phone-${client}`)}`,
    'x-forwarded-for': `10.2.0.${client + 1}`,
  }
  const call = async (method: string, path: string, body?: BodyInit) => {
    const answer = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const { data, error } = (await answer.json()) as { data?: Record<string, unknown>; error?: string }
    if (!data) throw new Error(`${method} ${path}: ${error}`)
    return data
  }
  const booking = { customerName: `Customer ${client}`, address: '1 Main St', type: 'Cleaning', price: 100 }
  const { job } = await call('POST', '/api/admin/jobs', JSON.stringify(booking))
  const place = `/api/admin/jobs/${(job as { id: string }).id}`
  return async (at) => {
    const photo = photoOf(4032, 3024, { seed: `photo ${at}`, padding: photoBytes })
    const hash = sha256(photo)
    for (let offset = 0; offset < photo.length; offset += partBytes)
      await call('PUT', `${place}/uploads/${hash}?offset=${offset}`, photo.slice(offset, offset + partBytes))
    await call('POST', `${place}/files`, JSON.stringify({ hash, name: `${at}.jpg` }))
  }
}

/** Calls the service all the time, each call as another client, and follows its memory. */
function look(base: string, pid: number) {
  const latencies: number[] = []
  const atFirst = memoryMb(pid)
  let most = atFirst
  let isOver = false
  const looking = (async () => {
    for (let at = 0; !isOver; at++) {
      const startedAt = performance.now()
      const headers = { 'x-forwarded-for': `10.1.${(at >> 8) & 255}.${at & 255}` }
      await (await fetch(`${base}/api/vitals`, { headers })).text()
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

function describe({ photos, clients, seconds, p99Ms, maxMs, growthMb }: Result): string {
  const columns = ['photos', 'clients', 'seconds', 'MB/s', '/api/vitals p99 ms', 'max ms', 'memory + MB']
  return renderTable(
    columns.map((title) => ({ title, align: 'right' as const })),
    [
      [
        photos.toLocaleString('en-US'),
        String(clients),
        seconds.toFixed(1),
        ((photos * photoBytes) / 2 ** 20 / seconds).toFixed(0),
        p99Ms.toFixed(1),
        maxMs.toFixed(1),
        growthMb.toFixed(0),
      ],
    ],
  )
}

function write(folder: string, result: Result, table: string): void {
  const body = [
    '## Photos',
    '',
    'Phones upload photos of 3 MB in parts of 1 MB, one after the other, each to its own job. Meanwhile somebody else calls',
    `\`/api/vitals\` every 10 ms.`,
    '`bun run bench:files --write` repeats it.',
    '',
    ...machineLines(describeMachine(folder, null), new Date()),
    '',
    table,
    '',
    `- p99 below ${targets.p99Ms} ms, memory growth below ${targets.growthMb} MB: ${isMet(result) ? 'reached' : 'missed'}`,
  ].join('\n')
  writeSection(join(project, 'docs/benchmarks.md'), 'Benchmarks', 'bench:files', body)
}

await runBench(main)
