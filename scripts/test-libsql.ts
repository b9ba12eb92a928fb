import { startSqld } from '../tests/support/sqld'

/**
 * Runs the whole suite, or the files named as arguments, against real libSQL servers: one for each test
 * process, because a server that drops several databases at once can hang.
 */
const processes = 4
const servers = await Promise.all(Array.from({ length: processes }, () => startSqld()))
const addresses = servers.map(({ url, adminUrl }) => ({ url, adminUrl }))
const tests = Bun.spawn(
  [process.execPath, 'test', `--parallel=${processes}`, '--no-isolate', ...process.argv.slice(2)],
  {
    env: { ...process.env, TEST_DATABASE_SERVERS: JSON.stringify(addresses) },
    stdio: ['inherit', 'inherit', 'inherit'],
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const code = await tests.exited
await Promise.all(servers.map((server) => server.stop()))
process.exit(code)
