import { join } from 'node:path'
import { type Cleanup, runBench } from '../support/cleanup'
import { describeMachine } from '../support/machine'
import { rotate } from '../support/rounds'
import { writeSection } from '../support/section'
import { buildArena, type Arena } from './arena'
import { CONTESTANT_IDS, CONTESTANTS, type Contestant } from './contestants'
import { type Options, parseOptions, USAGE } from './options'
import { type Method, reportSection, type Results, resultTable, targetLines } from './report'
import { measure } from './round'

const DOCUMENT = join(import.meta.dir, '../../docs/benchmarks.md')

async function main(options: Options, cleanup: Cleanup): Promise<void> {
  const contestants = options.only.map((id) => CONTESTANTS[id])
  const arena = await buildArena(contestants, options.seconds, cleanup)
  const results = await runRounds(contestants, options.rounds, arena, cleanup)
  console.log(`\n${resultTable(results)}\n\nload: ${arena.tool.name}\n${targetLines(results).join('\n')}`)
  if (options.only.length < CONTESTANT_IDS.length) return
  const method: Method = {
    tool: arena.tool.name,
    connections: arena.connections,
    seconds: options.seconds,
    warmUpSeconds: arena.warmUpSeconds,
    rounds: options.rounds,
  }
  const machine = describeMachine(arena.dataFolder, arena.binaries.node || null)
  writeSection(DOCUMENT, 'Benchmarks', 'bench:store', reportSection(results, method, machine, new Date()))
  console.log('\nWritten to docs/benchmarks.md')
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

await runBench(async (cleanup) => {
  const options = parseOptions(process.argv.slice(2))
  if (options) await main(options, cleanup)
  else console.log(USAGE)
})
