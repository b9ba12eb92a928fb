import { startSqld } from '../tests/support/sqld'

/**
 * Tests about documents, pages, the command line and who may call: the engine makes no difference to them.
 * `attack` and `fuzz` have commands of their own, which use both engines.
 */
const elsewhere = [
  'architecture*',
  'attack/**',
  'bench/**',
  'bundle*',
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
  'modules/operations/{alerts*,codehost.test.ts,hosting.test.ts,metrics-text.test.ts}',
  'modules/scheduling/engine/**',
  'modules/scheduling/{learned-traffic,promises,time-label,wish}.test.ts',
  'providers/**',
  'service/**',
  'supply-chain/**',
  'telemetry/**',
  'tests.test.ts',
  'web/**',
  'words*',
  'words/**',
]

/** Left out with `--short`: long proofs, and modules whose statements differ little from the others'. */
const long = [
  'chaos/{files,money,restore}.long.ts',
  'chaos/recurring/**',
  'contract/**',
  'demo/**',
  'journeys/**',
  'modules/{accounts,catalog,customers,events,files,franchises,geo,invoices,messages,office}/**',
  'modules/{operations,recurring,search,setup,staff,webhooks,workforce}/**',
  'modules/jobs/{booking,corrections,lapse,life,list,low-price,ratings,references,reminder*}.test.ts',
  'modules/jobs/{scheduling,two-technicians,undo}.test.ts',
  'modules/payments/{cancel-fee,cards,closing,deposit,finished,outside*,pay-again,refunds,settle}.test.ts',
  'modules/payments/events/{connected-accounts,failed-refunds,known-by-event,queue}.test.ts',
  'modules/payouts/{reversals,statements,transfers}.test.ts',
  'modules/scheduling/{availability,cover,explain,holidays,races,reasons,run,store-rules,unconfirmed}.test.ts',
  'modules/scheduling/{better-plan,effort,following,lunch,moves,next-run,overtime,planner}.test.ts',
  'modules/scheduling/{promises,replanned-days,shown,two-technicians}.test.ts',
  'http/setup.test.ts',
]

/**
 * Runs the suite, or the files named as arguments, against real libSQL servers: one for each test process,
 * because a server that drops several databases at once can hang. With `--short`, it takes a small part of the time.
 */
const processes = 2
const isShort = process.argv.includes('--short')
const named = process.argv.slice(2).filter((word) => word !== '--short')
const leftOut = (isShort ? [...elsewhere, ...long] : elsewhere).map(
  (pattern) => new Bun.Glob(`tests/${pattern}`),
)
const files = [...new Bun.Glob('tests/**/*.{test,long}.ts').scanSync('.')]
  .filter((file) => !leftOut.some((pattern) => pattern.match(file)))
  .map((file) => `./${file}`)
const servers = await Promise.all(Array.from({ length: processes }, () => startSqld()))
const addresses = servers.map(({ url, adminUrl }) => ({ url, adminUrl }))
const tests = Bun.spawn(
  [
    process.execPath,
    'test',
    `--parallel=${processes}`,
    '--no-isolate',
    ...(named.length > 0 ? named : files.toSorted()),
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
