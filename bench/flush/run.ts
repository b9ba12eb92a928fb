import { join } from 'node:path'
import { buildArena, type Arena } from '../store/arena'
import { CONTESTANTS } from '../store/contestants'
import { RATIO_TARGETS } from '../store/report'
import { measure } from '../store/round'
import { type Cleanup, runBench } from '../support/cleanup'
import { rotate } from '../support/rounds'
import { writeSection } from '../support/section'
import { levelTable, type Level, reportSection } from './report'
import { flushWith, slowerFlush } from './slow-flush'

const DOCUMENT = join(import.meta.dir, '../../docs/benchmarks.md')
const SECONDS = 5
const ROUNDS = 3
/** Microseconds added to every flush. */
const LONGER = [0, 25, 100, 400, 1_600]

const contestants = (['ours', ...RATIO_TARGETS.map(({ against }) => against)] as const).map(
  (id) => CONTESTANTS[id],
)

async function main(cleanup: Cleanup): Promise<void> {
  const arena = await buildArena(contestants, SECONDS, cleanup)
  const levels = LONGER.map((micros): Level & { arena: Arena } => {
    const environment = slowerFlush(micros, arena.dataFolder)
    const flushMicros = flushWith(environment, arena.dataFolder)
    return { arena: { ...arena, environment }, flushMicros, results: new Map() }
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const level of levels) {
      for (const contestant of rotate(contestants, round)) {
        const measurement = await measure(contestant, level.arena, cleanup)
        level.results.set(contestant.id, [...(level.results.get(contestant.id) ?? []), measurement])
        console.log(
          `round ${round + 1}, flush ${level.flushMicros} µs: ${contestant.id} ${measurement.perSecond.toFixed(0)}/s`,
        )
      }
    }
  }
  console.log(`\n${levelTable(levels)}`)
  writeSection(DOCUMENT, 'Benchmarks', 'bench:flush', reportSection(levels, ROUNDS))
  console.log('\nWritten to docs/benchmarks.md')
}

await runBench(main)
