import { startSqld } from '../tests/support/sqld'

/**
 * Tests about documents, pages, the command line and who may call: the engine makes no difference to them.
 * `attack` and `fuzz` have commands of their own, which use both engines.
 */
const elsewhere = [
  'architecture*',
  'attack/**',
  'bench/**',
  'bundle.test.ts',
  'cli/**',
  'config/**',
  'contract/{auth,bodies,emails,envelope,ids,limits}.test.ts',
  'dangerous-code.test.ts',
  'docs/**',
  'fuzz/**',
  'http/{access-watch,admin-openapi,answers,audit,body,browsers,caching,client-ip,errors,franchise-scope}.test.ts',
  'http/{log-line,long-texts,openapi*,permissions,protection,request-log,swagger,well-formed}.test.ts',
  'lib/**',
  'mcp/**',
  'modules/operations/alerts*',
  'providers/**',
  'service/**',
  'supply-chain/**',
  'telemetry/**',
  'tests.test.ts',
  'web/**',
  'words*',
  'words/**',
].map((pattern) => `--path-ignore-patterns=tests/${pattern}`)

/**
 * Runs the suite, or the files named as arguments, against real libSQL servers: one for each test process,
 * because a server that drops several databases at once can hang.
 */
const processes = 4
const named = process.argv.slice(2)
const servers = await Promise.all(Array.from({ length: processes }, () => startSqld()))
const addresses = servers.map(({ url, adminUrl }) => ({ url, adminUrl }))
const tests = Bun.spawn(
  [
    process.execPath,
    'test',
    `--parallel=${processes}`,
    '--no-isolate',
    ...(named.length > 0 ? named : elsewhere),
  ],
  {
    env: { ...process.env, TEST_DATABASE_SERVERS: JSON.stringify(addresses) },
    stdio: ['inherit', 'inherit', 'inherit'],
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const code = await tests.exited
await Promise.all(servers.map((server) => server.stop()))
process.exit(code)
