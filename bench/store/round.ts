import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../support/cleanup'
import { assertCleanLoad } from '../support/load'
import { findFreePort, plainEnvironment, startServer, type RunningServer } from '../support/processes'
import { readCpuMs, readResidentBytes } from '../support/procfs'
import type { Arena } from './arena'
import type { Contestant } from './contestants'
import { countJobs } from './rows'

export interface Measurement {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMsPerRequest: number | null
  memoryMb: number | null
}

// The measurement's clients are numbered from here, far from those of the warm-up.
const MEASURED_FROM = 8_000_000

/** One server, started on an empty database, warmed up, measured, killed, and its rows counted. */
export async function measure(contestant: Contestant, arena: Arena, cleanup: Cleanup): Promise<Measurement> {
  const folder = join(arena.dataFolder, contestant.id)
  mkdirSync(folder)
  try {
    const port = await findFreePort()
    const server = await start(contestant, arena, folder, port, cleanup)
    try {
      if (contestant.settledBy) await fetch(`http://127.0.0.1:${port}${contestant.settledBy}`)
      const url = `http://127.0.0.1:${port}/api/jobs/create`
      const { measurement, answered } = await load(url, server, arena)
      // Killed, not stopped, so an answer that relied on a clean shutdown to be stored would show here.
      await server.kill()
      assertStored(countJobs(folder), answered)
      return measurement
    } finally {
      await server.kill()
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${contestant.id}: ${reason}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function load(url: string, server: RunningServer, arena: Arena) {
  const { tool, connections } = arena
  const warmUp = await tool.run({ url, connections, seconds: arena.warmUpSeconds, firstClient: 0 })
  assertCleanLoad(warmUp)
  const cpuBefore = readCpuMs(server.pid)
  const result = await tool.run({ url, connections, seconds: arena.seconds, firstClient: MEASURED_FROM })
  const cpuAfter = readCpuMs(server.pid)
  const resident = readResidentBytes(server.pid)
  assertCleanLoad(result)
  const measurement: Measurement = {
    requests: result.requests,
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMsPerRequest:
      cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / result.requests,
    memoryMb: resident === null ? null : resident / 2 ** 20,
  }
  return { measurement, answered: warmUp.requests + result.requests }
}

/** More rows than answers is fine: the tool stops listening while requests are on their way. */
export function assertStored(rows: number, answered: number): void {
  if (rows < answered) throw new Error(`${answered} bookings were confirmed and only ${rows} are stored`)
}

function start(contestant: Contestant, arena: Arena, folder: string, port: number, cleanup: Cleanup) {
  return startServer(
    {
      command: [arena.binaries[contestant.runtime], ...contestant.program],
      cwd: contestant.cwd === 'project' ? arena.project : folder,
      env: { ...plainEnvironment(), ...arena.environment, ...contestant.env(folder, port) },
      logFolder: arena.dataFolder,
      readyUrl: `http://127.0.0.1:${port}/api/vitals`,
    },
    cleanup,
  )
}
