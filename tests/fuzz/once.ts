import { testServer } from '../support/store'
import { fuzz } from './run'

/** One engine's run, for `bun run fuzz`: `bun tests/fuzz/once.ts <seed> <per operation> [part of a name] [shard]`. */
process.env.TZ = 'UTC'
const [seed = '1', perOperation = '100', only = '', shard = '1/1'] = process.argv.slice(2)
const [part = 1, parts = 1] = shard.split('/').map(Number)
let seen = 0
const engine = testServer ? 'libSQL' : 'SQLite'
console.log(`${engine}, shard ${shard}, seed ${seed}, ${perOperation} requests for each operation`)
const startedAt = performance.now()
const { requests, failures } = await fuzz({
  seed: Number(seed),
  perOperation: Number(perOperation),
  isChosen: ({ name }) => name.includes(only) && seen++ % parts === part - 1,
  report: console.log,
})
for (const failure of failures) console.error(`\n${failure}`)
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `\n${engine}: ${requests} requests in ${seconds} s, ${failures.length} operations with something wrong`,
)
process.exit(failures.length === 0 ? 0 : 1)
