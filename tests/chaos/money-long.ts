import { openTestStore } from '../support/store'
import { liveAndDie } from './money/killed'
import { Life } from './money/mortal'
import { runOnce } from './money/run'
import { makeWorld } from './money/world'

/** `bun tests/chaos/money-long.ts [runs] [first seed]`: the suite's short run, at length. */
const [runs = 1_000, first = 1] = process.argv.slice(2).map(Number)
const perStore = 25
let failed = 0

function judge(name: string, wrong: string[]): void {
  if (wrong.length === 0) return
  failed++
  console.error(`${name}:\n  ${wrong.join('\n  ')}`)
}

for (let from = first; from < first + runs; from += perStore) {
  const opened = await openTestStore()
  const world = makeWorld(opened.store)
  for (let seed = from; seed < Math.min(from + perStore, first + runs); seed++)
    judge(`seed ${seed}`, await runOnce(world, { seed }))
  await opened.close()
}

const opened = await openTestStore()
const world = makeWorld(opened.store)
const whole = new Life()
judge('unhurt', (await liveAndDie(world, whole)).wrong)
for (let step = 1; step <= whole.steps; step += 1) {
  const { wrong, answer } = await liveAndDie(world, new Life(step))
  judge(`killed at step ${step}`, answer.refunded ? wrong : [...wrong, 'not refunded'])
}
await opened.close()

console.log(`${runs} runs and ${whole.steps} kills, ${failed} with something wrong`)
process.exitCode = failed === 0 ? 0 : 1
