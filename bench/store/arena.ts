import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createAutocannon } from '../support/autocannon'
import type { Cleanup } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import type { LoadTool } from '../support/load'
import { findWrk } from '../support/wrk'
import type { Contestant } from './contestants'
import { autocannonVersion, findNode, installPeers, PEERS_FOLDER } from './packages'

/** The shared setup: the same machine, disk and load for each server. */
export interface Arena {
  /** Runtime binaries; `node` is empty when no Node peer takes part. */
  binaries: { bun: string; node: string }
  project: string
  dataFolder: string
  tool: LoadTool
  connections: number
  warmUpSeconds: number
  seconds: number
  /** Set for every server alike. */
  environment: Record<string, string>
}

export async function buildArena(
  contestants: Contestant[],
  seconds: number,
  cleanup: Cleanup,
): Promise<Arena> {
  const wrk = findWrk(join(import.meta.dir, 'load/booking.lua'), cleanup)
  const withNode = !wrk || contestants.some(({ runtime }) => runtime === 'node')
  if (withNode || contestants.some(({ packages }) => packages)) await installPeers(cleanup)
  const node = withNode ? findNode() : null
  const dataFolder = makeDataFolder('truckroll-bench-')
  cleanup.add(() => rmSync(dataFolder, { recursive: true, force: true }))
  return {
    binaries: { bun: process.execPath, node: node ?? '' },
    project: join(import.meta.dir, '../..'),
    dataFolder,
    tool: wrk ?? autocannon(findNode(), cleanup),
    connections: 64,
    warmUpSeconds: 2,
    seconds,
    environment: {},
  }
}

function autocannon(node: string, cleanup: Cleanup): LoadTool {
  return createAutocannon(node, join(PEERS_FOLDER, 'autocannon-load.mjs'), autocannonVersion(), cleanup)
}
