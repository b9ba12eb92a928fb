import { Database } from 'bun:sqlite'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../support/cleanup'
import { findFreePort, plainEnvironment, startServer, type RunningServer } from '../support/processes'
import { cpuMsBetween, readThreadTimes, untilIdle } from '../support/procfs'
import { rotate } from '../support/rounds'
import { fillFolder, workerId, type Facts } from './data'
import { sendCalls } from './load'
import { hotPaths, webhookSecret, type HotPath, type PathName } from './paths'

const project = join(import.meta.dir, '../..')
const databaseName = 'truckroll.db'
const patienceMs = 60_000

export interface Cost {
  /** The least CPU time of a request in any round, in microseconds. */
  service: number
  bare: number
}

export interface Order {
  rounds: number
  requests: number | null
  plantMicros: number
}

interface Contestant {
  server: RunningServer
  port: number
  database: string
  sent: number
  least: number
}

export const ratioOf = ({ service, bare }: Cost): number => service / bare

/** Both servers start on copies of the same data and take turns, so both see the machine at its best. */
export async function measurePath(
  name: PathName,
  { rounds, requests, plantMicros }: Order,
  root: string,
  cleanup: Cleanup,
): Promise<Cost> {
  const hotPath = hotPaths[name]
  const count = requests ?? hotPath.requests
  const folder = join(root, `${name}-${Date.now()}`)
  const bareFolder = join(folder, 'bare')
  mkdirSync(bareFolder, { recursive: true })
  const servers: RunningServer[] = []
  try {
    // One round more, to warm up.
    const facts = await fillFolder(folder, hotPath.data, count * (rounds + 1))
    copyFileSync(join(folder, databaseName), join(bareFolder, databaseName))
    const service = await startService(folder, plantMicros, cleanup)
    servers.push(service.server)
    const bare = await startBare(bareFolder, cleanup)
    servers.push(bare.server)
    const both = [service, bare]
    for (const contestant of both) await runRound(contestant, hotPath, facts, count)
    for (let round = 0; round < rounds; round++)
      for (const contestant of rotate(both, round)) {
        const micros = await runRound(contestant, hotPath, facts, count)
        contestant.least = Math.min(contestant.least, micros)
      }
    return { service: service.least, bare: bare.least }
  } finally {
    for (const server of servers) await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The CPU time of a request in microseconds, with the work that follows its answer. */
async function runRound(to: Contestant, hotPath: HotPath, facts: Facts, count: number): Promise<number> {
  const before = timesOf(to)
  const first = to.sent
  to.sent += count
  const { port } = to
  const { connections } = hotPath
  await sendCalls({ port, connections, count, call: (number) => hotPath.call(facts, first + number) })
  if (hotPath.unfinished !== undefined) await untilFinished(to.database, hotPath.unfinished)
  return (cpuMsBetween(before, timesOf(to)) * 1_000) / count
}

function timesOf({ server }: Contestant) {
  const times = readThreadTimes(server.pid)
  if (times === null || times.size === 0) throw new Error('this benchmark needs the /proc of Linux')
  return times
}

async function untilFinished(database: string, unfinished: string): Promise<void> {
  const db = new Database(database, { readonly: true })
  try {
    const count = db.prepare<{ count: number }, []>(`SELECT (${unfinished}) AS count`)
    const until = performance.now() + patienceMs
    while ((count.get()?.count ?? 0) > 0) {
      if (performance.now() > until) throw new Error('the work after the answers took more than a minute')
      await Bun.sleep(20)
    }
  } finally {
    db.close()
  }
}

async function startService(folder: string, plantMicros: number, cleanup: Cleanup): Promise<Contestant> {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const plant = plantMicros > 0 ? ['--preload', join(import.meta.dir, 'plant.ts')] : []
  const server = await startServer(
    {
      // A developer's .env could name real providers or another store.
      command: [process.execPath, '--no-env-file', ...plant, 'src/index.ts'],
      cwd: project,
      env: {
        ...plainEnvironment(),
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: address,
        DATA_DIR: folder,
        SEED_DEMO: 'off',
        DEMO_PAYMENTS: 'on',
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        CRON_ENABLED: 'false',
        LOG_LEVEL: 'error',
        COST_PLANT_MICROS: String(plantMicros),
      },
      logFolder: folder,
      readyUrl: `${address}/api/vitals`,
    },
    cleanup,
  )
  // The gazetteer is unpacked once per machine; the answer comes when it's ready.
  await (await fetch(`${address}/api/geocode?q=80202`)).arrayBuffer()
  await untilIdle(server.pid)
  return { server, port, database: join(folder, databaseName), sent: 0, least: Infinity }
}

async function startBare(folder: string, cleanup: Cleanup): Promise<Contestant> {
  const port = await findFreePort()
  const database = join(folder, databaseName)
  const server = await startServer(
    {
      command: [process.execPath, '--no-env-file', join(import.meta.dir, 'peer/serve.ts')],
      cwd: folder,
      env: {
        ...plainEnvironment(),
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_FILE: database,
        WEBHOOK_SECRET: webhookSecret,
        WORKER_ID: workerId,
      },
      logFolder: folder,
      readyUrl: `http://127.0.0.1:${port}/api/vitals`,
    },
    cleanup,
  )
  return { server, port, database, sent: 0, least: Infinity }
}
