import { parseArgs } from 'node:util'
import { startSqld } from '../support/sqld'

/**
 * `bun run fuzz [--seed 1] [--per-operation 2000] [--only "POST /api/jobs"] [--engine local|libsql] [--shard
 * 1/2]`:
 * the suite's short run at length, on one engine or on both in turn; shard 1/2 takes every second operation.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    'per-operation': { type: 'string', default: '2000' },
    only: { type: 'string' },
    engine: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const perOperation = Number(values['per-operation'])
const engines = values.engine === undefined ? ['local', 'libsql'] : [values.engine]
let failed = 0

for (const engine of engines) {
  const server = engine === 'libsql' ? await startSqld() : null
  // The test store looks for its server once, on first import, so each engine needs its own process.
  const child = Bun.spawn(
    [
      process.execPath,
      `${import.meta.dir}/once.ts`,
      String(seed),
      String(perOperation),
      values.only ?? '',
      values.shard,
    ],
    {
      env: { ...process.env, ...(server ? { TEST_DATABASE_SERVERS: JSON.stringify([server]) } : {}) },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if ((await child.exited) !== 0) failed++
  await server?.stop()
}
process.exitCode = failed === 0 ? 0 : 1
