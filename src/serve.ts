import { createApp } from './app'
import { banner } from './banner'
import { compose, dismantle } from './compose'
import { ConfigError, loadConfig, type Config } from './config'
import { seedFirstStart } from './demo'
import type { Deps } from './deps'
import { describeError } from './lib/log'
import { startScheduler } from './scheduler'
import { startUpkeep, type Upkeep } from './upkeep'

type Server = Bun.Server<unknown>

/** Requests on their way when the signal comes are still read; stopping at once would cut them off. */
const lastCallMs = 200

/** Starts the service and keeps it up until it is told to stop. */
export async function serve(environment: Record<string, string | undefined>): Promise<void> {
  const deps = await start(environment)
  if (!deps) return
  const server = listen(deps)
  if (!server) return dismantle(deps)
  stopOnSignal(server, deps, regularWork(deps))
  process.stdout.write(await banner(deps))
  deps.log.info('listening', { port: Number(server.port) })
}

/** Everything that goes on by itself; it ends together. */
function regularWork(deps: Deps): Upkeep {
  const upkeep = startUpkeep(deps)
  const scheduler = startScheduler(deps)
  return {
    stop() {
      scheduler.stop()
      return upkeep.stop()
    },
  }
}

/** A start that fails says why on one screen, without a stack trace for what the operator can mend. */
async function start(environment: Record<string, string | undefined>): Promise<Deps | null> {
  try {
    const deps = await compose(withPort(environment))
    await seedFirstStart(deps)
    return deps
  } catch (error) {
    const known =
      error instanceof ConfigError || (error instanceof Error && /^(Store|Secrets)Error$/.test(error.name))
    return giveUp(known ? error.message : Bun.inspect(error))
  }
}

function listen(deps: Deps): Server | null {
  const { host, port } = deps.config
  try {
    const app = createApp(deps).listen({
      port,
      hostname: host,
      // Bun's own answer to a large body is an empty 413. Ours is given after 256 KB; the rest is thrown away unread.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: 30,
    })
    return app.server
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw error
    return giveUp(
      `Cannot listen on ${host}, port ${port} (${code}). Stop what runs there, or set HOST and PORT to others.`,
    )
  }
}

function giveUp(reason: string): null {
  process.stderr.write(`${reason}\n`)
  process.exitCode = 1
  return null
}

/** Port 0 stands for any free one. It is found before anything is made, as links and pages name it. */
function withPort(environment: Record<string, string | undefined>): Config {
  const config = loadConfig(environment)
  if (config.port !== 0) return config
  const listener = Bun.listen({ hostname: config.host, port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return loadConfig({ ...environment, PORT: String(port) })
}

/** The first signal lets what is running finish; a second one forces the end. */
function stopOnSignal(server: Server, deps: Deps, upkeep: Upkeep): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    deps.log.info('stopping', { signal, pending: server.pendingRequests })
    void shutDown(server, deps, upkeep)
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}

async function shutDown(server: Server, deps: Deps, upkeep: Upkeep): Promise<void> {
  try {
    await Bun.sleep(lastCallMs)
    await answerTheRest(server)
    // The log line of a request is written a turn after its answer.
    await Bun.sleep(1)
    await upkeep.stop()
    await dismantle(deps)
    await exit(0)
  } catch (error) {
    deps.log.error('the shutdown failed', describeError(error))
    deps.log.flush()
    await exit(1)
  }
}

/** Every request that has arrived is answered. One that stops in the middle of its head is not waited for. */
async function answerTheRest(server: Server): Promise<void> {
  const stopped = server.stop()
  const idle = async () => {
    while (server.pendingRequests > 0) await Bun.sleep(5)
    await Bun.sleep(lastCallMs)
  }
  await Promise.race([stopped, idle()])
  await server.stop(true)
}

/** Ending the process drops what a pipe has not taken yet, such as the last lines of the log. */
async function exit(code: number): Promise<void> {
  await new Promise((written) => process.stdout.write('', written))
  process.exit(code)
}
