import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createAutocannon } from '../support/autocannon'
import { bindCleanup, type Cleanup, createCleanup } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import type { LoadTool } from '../support/load'
import { describeMachine } from '../support/machine'
import { rotate } from '../support/rounds'
import { writeSection } from '../support/section'
import { findWrk } from '../support/wrk'
import { CONTESTANT_IDS, CONTESTANTS, type Contestant } from './contestants'
import { type Options, parseOptions, USAGE } from './options'
import { autocannonVersion, findNode, installPeers, PEERS_FOLDER } from './packages'
import { type Method, reportSection, type Results, resultTable, targetLines } from './report'
import { type Arena, measure } from './round'
import { flushWith, slowerFlush } from './slow-flush'

const PROJECT = join(import.meta.dir, '../..')
const DOCUMENT = join(PROJECT, 'docs/benchmarks.md')
const WARM_UP_SECONDS = 2
const CONNECTIONS = 64

async function main(options: Options, cleanup: Cleanup): Promise<void> {
  const contestants = options.only.map((id) => CONTESTANTS[id])
  const wrk = findWrk(join(import.meta.dir, 'load/booking.lua'), cleanup)
  const withNode = !wrk || contestants.some(({ runtime }) => runtime === 'node')
  if (withNode || contestants.some(({ packages }) => packages)) await installPeers(cleanup)

  const node = withNode ? findNode() : null
  const dataFolder = makeDataFolder('truckroll-bench-')
  cleanup.add(() => rmSync(dataFolder, { recursive: true, force: true }))
  const environment = slowerFlush(options.slowerFlush, dataFolder)
  const machine = describeMachine(dataFolder, node)
  const arena: Arena = {
    binaries: { bun: process.execPath, node: node ?? '' },
    project: PROJECT,
    dataFolder,
    tool: wrk ?? autocannon(findNode(), cleanup),
    connections: CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: options.seconds,
    environment,
  }

  const results = await runRounds(contestants, options.rounds, arena, cleanup)
  console.log(`\n${resultTable(results)}\n\nload: ${arena.tool.name}\n${targetLines(results).join('\n')}`)
  if (options.only.length < CONTESTANT_IDS.length) return
  const method: Method = {
    tool: arena.tool.name,
    connections: CONNECTIONS,
    seconds: options.seconds,
    warmUpSeconds: WARM_UP_SECONDS,
    rounds: options.rounds,
    slowerBy: options.slowerFlush,
    flushMicros: options.slowerFlush === 0 ? null : flushWith(environment, dataFolder),
  }
  const name = options.slowerFlush === 0 ? 'bench:store' : 'bench:store:slower-flush'
  writeSection(DOCUMENT, 'Benchmarks', name, reportSection(results, method, machine, new Date()))
  console.log('\nwritten to docs/benchmarks.md')
}

async function runRounds(contestants: Contestant[], rounds: number, arena: Arena, cleanup: Cleanup) {
  const results: Results = new Map(contestants.map(({ id }) => [id, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of rotate(contestants, round)) {
      const measurement = await measure(contestant, arena, cleanup)
      results.get(contestant.id)?.push(measurement)
      console.log(`round ${round + 1}: ${contestant.id} ${measurement.perSecond.toFixed(0)}/s`)
    }
  }
  return results
}

function autocannon(node: string, cleanup: Cleanup): LoadTool {
  return createAutocannon(node, join(PEERS_FOLDER, 'autocannon-load.mjs'), autocannonVersion(), cleanup)
}

const cleanup = createCleanup()
bindCleanup(cleanup)
try {
  const options = parseOptions(process.argv.slice(2))
  if (options) await main(options, cleanup)
  else console.log(USAGE)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  cleanup.run()
}
