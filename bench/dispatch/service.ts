import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../db/client'
import type { Cleanup } from '../support/cleanup'
import { findFreePort, plainEnvironment, type RunningServer, startServer } from '../support/processes'
import { readCpuMs } from '../support/procfs'
import type { Case } from './cases'
import { fillStore } from './fill'
import { type Waits, watchLatency } from './latency'
import { makeWorld } from './worlds'

/** A whole run over HTTP: read the store, plan, write every visit and its message, answer. */
export interface ServiceRun {
  assigned: number
  ms: number
  cpuMs: number
  waits: Waits
}

export interface ServiceMeasurement {
  id: string
  /** The first run of a new process, and one after the planner has warmed up. */
  first: ServiceRun
  warm: ServiceRun
}

const secret = 'c83e51f7a9d04b26e7f1398b5a6c20d4'
const headers = { authorization: `Bearer ${secret}` }
const warmUps = 3

export async function measureService(one: Case, cleanup: Cleanup): Promise<ServiceMeasurement> {
  return {
    id: one.id,
    first: await onFreshService(one, cleanup, (url, server) => timedRun(url, server)),
    warm: await onFreshService(one, cleanup, async (url, server) => {
      for (let round = 0; round < warmUps; round += 1) await dispatch(url, '?dryRun=1')
      return timedRun(url, server)
    }),
  }
}

async function onFreshService<T>(
  one: Case,
  cleanup: Cleanup,
  work: (url: string, server: RunningServer) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'truckroll-dispatch-'))
  const forget = cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  mkdirSync(data)
  const world = makeWorld(one)
  const store = await openStore({ url: `file:${data}/truckroll.db` }, world.now, { durable: false })
  await fillStore(store, world)
  await store.close()
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startServer(
    {
      command: [
        process.execPath,
        '--no-env-file',
        join(import.meta.dir, 'serve.ts'),
        data,
        String(port),
        String(world.now),
      ],
      cwd: join(import.meta.dir, '../..'),
      env: { ...plainEnvironment(), CRON_SECRET: secret },
      logFolder: folder,
      readyUrl: `${url}/api/vitals`,
    },
    cleanup,
  )
  try {
    return await work(url, server)
  } finally {
    await server.kill()
    forget()
  }
}

async function timedRun(url: string, { pid }: RunningServer): Promise<ServiceRun> {
  const beside = watchLatency(`${url}/api/vitals`)
  const cpuBefore = readCpuMs(pid) ?? 0
  const began = performance.now()
  const assigned = await dispatch(url)
  const ms = performance.now() - began
  const cpuMs = (readCpuMs(pid) ?? 0) - cpuBefore
  return { assigned, ms, cpuMs, waits: await beside.stop() }
}

async function dispatch(url: string, query = ''): Promise<number> {
  const answer = await fetch(`${url}/api/cron/auto-dispatch${query}`, { headers })
  if (!answer.ok) throw new Error(`dispatch answered ${answer.status}: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { assigned: number } }
  return data.assigned
}
