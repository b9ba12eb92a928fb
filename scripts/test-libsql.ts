import { startSqld } from '../tests/support/sqld'

/** Runs the whole suite, or the files named as arguments, against a real libSQL server. */
const server = await startSqld()
// A longer limit than without a server: each question goes through a socket, and a busy machine is slow, not wrong.
const tests = Bun.spawn(
  [process.execPath, 'test', '--timeout', '60000', '--parallel=4', '--no-isolate', ...process.argv.slice(2)],
  {
    env: { ...process.env, TEST_DATABASE_URL: server.url, TEST_DATABASE_ADMIN_URL: server.adminUrl },
    stdio: ['inherit', 'inherit', 'inherit'],
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const code = await tests.exited
await server.stop()
process.exit(code)
