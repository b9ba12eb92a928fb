import { openTestStore } from '../support/store'
import { runOnce } from './money/run'
import { makeWorld } from './money/world'

/** `bun tests/chaos/money-long.ts [runs] [first seed]`: the suite's short run, at length. */
const [runs = 1_000, first = 1] = process.argv.slice(2).map(Number)
const perStore = 25
let failed = 0

for (let from = first; from < first + runs; from += perStore) {
  const opened = await openTestStore()
  const world = makeWorld(opened.store)
  for (let seed = from; seed < Math.min(from + perStore, first + runs); seed++) {
    const wrong = await runOnce(world, { seed })
    if (wrong.length === 0) continue
    failed++
    console.error(`seed ${seed}:\n  ${wrong.join('\n  ')}`)
  }
  await opened.close()
}
console.log(`${runs} runs, ${failed} with something wrong`)
process.exitCode = failed === 0 ? 0 : 1
