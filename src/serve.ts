import { localPath } from '../db/client'
import { claimDatabase, type Claim } from '../db/local/file'
import { nextTurn } from '../db/store'
import { createApp } from './app'
import { compose, dismantle } from './compose'
import { ConfigError, loadConfig, type Config } from './config'
import { seedFirstStart } from './demo'
import type { Deps } from './deps'
import { Readiness } from './http/readiness'
import { describeError, traceOf } from './lib/log'
import { hasOwner, makeSetupLink } from './modules/staff'
import { demoProviders, missingProviders } from './providers/demo'
import { startScheduler } from './scheduler'
import { loadSecrets } from './secrets'
import { startUpkeep, type Upkeep } from './upkeep'
import { programVersion } from './version'

type Server = Bun.Server<unknown>
type Held = Bun.TCPSocketListener

/**
 * Keeps reading requests that are on their way when the signal arrives; stopping at once would cut them off.
 */
const lastCallMs = 200

/** A provider that doesn't answer can't hold up a restart. */
const lastWorkMs = 1_000

interface Started {
  deps: Deps
  /** Null for a database server, which several services can share. */
  claim: Claim | null
  /** Holds a port we chose ourselves until we listen on it. */
  held: Held | null
}

export async function serve(environment: Record<string, string | undefined>): Promise<void> {
  const started = await start(environment)
  if (!started) return
  const { deps } = started
  const ending = new AbortController()
  const server = listen(started, ending.signal)
  if (!server) return end(started)
  stopOnSignal(server, started, ending, regularWork(deps))
  process.stdout.write(await banner(deps))
  deps.log.info('listening', { port: Number(server.port) })
}

/** Everything that runs automatically. One call stops all of it. */
function regularWork(deps: Deps): Upkeep {
  const upkeep = startUpkeep(deps)
  const scheduler = startScheduler(deps)
  return {
    stop() {
      scheduler.stop()
      upkeep.stop()
    },
  }
}

/** Prints why a start failed on one screen, without a stack trace if the operator can fix it. */
async function start(environment: Record<string, string | undefined>): Promise<Started | null> {
  try {
    const { config, held } = withPort(environment)
    const claim = claimAlone(config)
    const deps = await compose(config)
    await seedFirstStart(deps)
    return { deps, claim, held }
  } catch (error) {
    const known =
      error instanceof ConfigError || (error instanceof Error && /^(Store|Secrets)Error$/.test(error.name))
    return giveUp(known ? error.message : traceOf(error))
  }
}

/** Runs before anything is opened, because a newer version would change the schema under the running one. */
function claimAlone(config: Config): Claim | null {
  if (!config.database.url.startsWith('file:')) return null
  // The first process creates the data folder, readable only by its user.
  loadSecrets(config)
  return claimDatabase(localPath(config.database.url))
}

async function end({ deps, claim }: Started): Promise<void> {
  await dismantle(deps, lastWorkMs)
  claim?.release()
}

function listen({ deps, held }: Started, ending: AbortSignal): Server | null {
  const { host, port } = deps.config
  const app = createApp(deps).onRequest(({ set }) => {
    // A proxy would otherwise send its next request on a connection that is about to close.
    if (ending.aborted) set.headers.connection = 'close'
  })
  held?.stop(true)
  try {
    app.listen({
      port,
      hostname: host,
      // Bun's own answer to a large body is an empty 413. We answer after 256 KB and discard the rest.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: 30,
      // Otherwise a second service on this port would silently get half of the requests.
      reusePort: false,
      // Bun's error page for developers shows the source code.
      development: false,
    })
    return app.server
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw error
    return giveUp(
      `Can't listen on ${host}, port ${port} (${code}). Stop the program that uses this port, or set HOST and PORT to other values.`,
    )
  }
}

function giveUp(reason: string): null {
  process.stderr.write(`${reason}\n`)
  process.exitCode = 1
  return null
}

/**
 * Port 0 means any free port. It is chosen first, because links and pages contain it, and held, because the first start
 * can take so long that another program gets it.
 */
function withPort(environment: Record<string, string | undefined>): { config: Config; held: Held | null } {
  const config = loadConfig(environment)
  if (config.port !== 0) return { config, held: null }
  const held = Bun.listen({ hostname: config.host, port: 0, socket: { data() {} } })
  // Otherwise a start that failed would never end.
  held.unref()
  return { config: loadConfig({ ...environment, PORT: String(held.port) }), held }
}

/** The first signal lets running work finish; a second one ends the process immediately. */
function stopOnSignal(server: Server, started: Started, ending: AbortController, upkeep: Upkeep): void {
  const { log } = started.deps
  const stop = (signal: string) => {
    if (ending.signal.aborted) process.exit(1)
    ending.abort()
    started.deps.state.of(Readiness).drain()
    log.info('stopping', { signal, pending: server.pendingRequests })
    void shutDown(server, started, upkeep)
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}

async function shutDown(server: Server, started: Started, upkeep: Upkeep): Promise<void> {
  try {
    await Bun.sleep(lastCallMs)
    await quietTurn()
    await answerTheRest(server)
    // A request's log line is written one turn after its answer.
    await Bun.sleep(1)
    upkeep.stop()
    await end(started)
    await exit(0)
  } catch (error) {
    started.deps.log.error('shutdown failed', describeError(error))
    started.deps.log.flush()
    await exit(1)
  }
}

/**
 * Closing the port drops connections that arrived during this turn of the event loop, so we close it after a
 * short one. Under full load there may be none.
 */
async function quietTurn(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const began = performance.now()
    await nextTurn()
    if (performance.now() - began < 1) return
  }
}

/** Answers every request that has arrived, but doesn't wait for one whose headers are incomplete. */
async function answerTheRest(server: Server): Promise<void> {
  const stopped = server.stop()
  const idle = async () => {
    while (server.pendingRequests > 0) await Bun.sleep(5)
    await Bun.sleep(lastCallMs)
  }
  await Promise.race([stopped, idle()])
  await server.stop(true)
}

/** Ending the process would drop output that a pipe hasn't taken yet, such as the last log lines. */
async function exit(code: number): Promise<void> {
  await new Promise((written) => process.stdout.write('', written))
  process.exit(code)
}

/** Everything you need right after the start, on one screen. */
async function banner(deps: Deps): Promise<string> {
  const { config } = deps
  const address = config.publicUrl
  const missing = missingProviders(config)
  const lines = [
    ['Address', address],
    ['Swagger', `${address}/swagger`],
    ['Admin', await adminLine(deps)],
    [
      'Data',
      config.database.url.startsWith('file:') ? config.dataDir : config.database.url.replace(/\?.*/, ''),
    ],
    ['Demo', demoProviders(config).join(', ') || 'none'],
    ...(missing.length === 0
      ? []
      : [['Not set', `${missing.join(', ')} (for help, run: ./truckroll doctor)`]]),
  ]
  const table = lines.map(([name = '', value]) => `  ${name.padEnd(9)}${value}`).join('\n')
  return `\n  Truckroll ${programVersion}\n\n${table}\n\n`
}

/**
 * Until there is an owner, a link that makes one, once. It isn't printed in production, because anyone who
 * reads the logs could use it.
 */
async function adminLine(deps: Deps): Promise<string> {
  const page = `${deps.config.publicUrl}/admin`
  if (await hasOwner(deps.store.read)) return page
  if (deps.config.env === 'production')
    return `${page} (to get your first sign-in link, run: ./truckroll staff invite you@example.com)`
  const link = await makeSetupLink(deps)
  return `${link ?? page} (makes you the owner, once, within 15 minutes; for another way in, run: ./truckroll token)`
}
