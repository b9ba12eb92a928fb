import { join } from 'node:path'
import type { MapInfo } from '../../src/providers/routing/roads/graph'
import type { Cleanup } from '../support/cleanup'
import { findFreePort, plainEnvironment, startServer } from '../support/processes'

export interface Calm {
  /** Milliseconds for `/api/vitals` while isochrones are computed. */
  p50: number
  p99: number
  most: number
  asked: number
  isochrones: number
  /** From the first question to the last answer. */
  seconds: number
}

const project = join(import.meta.dir, '../..')
const isochrones = 10

/** Asks a running service for ten one-hour areas at once, and meanwhile whether it's alive. */
export async function measureCalm(
  dataDir: string,
  bounds: MapInfo['bounds'],
  cleanup: Cleanup,
): Promise<Calm> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startServer(
    {
      command: [process.execPath, 'src/index.ts'],
      cwd: project,
      env: { ...plainEnvironment(), PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
      logFolder: dataDir,
      readyUrl: `${url}/api/vitals`,
    },
    cleanup,
  )
  try {
    await ask(url, startsOf(bounds)[0]!, 5)
    return await measure(url, bounds)
  } finally {
    await server.stop()
  }
}

async function measure(url: string, bounds: MapInfo['bounds']): Promise<Calm> {
  const started = performance.now()
  let running = true
  const asking = Promise.all(startsOf(bounds).map((start) => ask(url, start, 60))).finally(
    () => (running = false),
  )
  const times: number[] = []
  while (running) {
    const from = performance.now()
    // Each question comes from its own address, so no limit is reached.
    const headers = { 'x-forwarded-for': `10.0.${times.length >> 8}.${times.length & 255}` }
    await (await fetch(`${url}/api/vitals`, { headers })).arrayBuffer()
    times.push(performance.now() - from)
    await Bun.sleep(5)
  }
  await asking
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const seconds = (performance.now() - started) / 1_000
  return { p50: at(0.5), p99: at(0.99), most: at(1), asked: times.length, isochrones, seconds }
}

/** Places along the map's diagonal. */
function startsOf([south, west, north, east]: MapInfo['bounds']): { lat: number; lng: number }[] {
  return Array.from({ length: isochrones }, (_, at) => {
    const share = 0.3 + (0.4 * at) / isochrones
    return { lat: south + (north - south) * share, lng: west + (east - west) * share }
  })
}

async function ask(url: string, start: { lat: number; lng: number }, time: number): Promise<void> {
  const response = await fetch(`${url}/api/isochrone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...start, time }),
  })
  if (!response.ok)
    throw new Error(`an isochrone was answered with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}
