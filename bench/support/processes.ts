import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from './cleanup'

export interface ServerSpec {
  command: string[]
  cwd: string
  env: Record<string, string>
  /** The server's output goes to `server.log` in this folder. */
  logFolder: string
  readyUrl: string
  readyWithinMs?: number
}

export interface RunningServer {
  pid: number
  /** Sends SIGTERM, and SIGKILL after five seconds. */
  stop(): Promise<void>
  /** SIGKILL: anything the server hadn't written by then is lost. */
  kill(): Promise<void>
}

export interface CommandSpec {
  command: string[]
  cwd: string
  env: Record<string, string>
  withinMs: number
}

/** Only what a program needs to run: no setting from the developer's shell leaks into a run. */
export function plainEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ']
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

export async function startServer(spec: ServerSpec, cleanup: Cleanup): Promise<RunningServer> {
  const log = join(spec.logFolder, 'server.log')
  const child = Bun.spawn(spec.command, {
    cwd: spec.cwd,
    env: spec.env,
    stdin: 'ignore',
    stdout: Bun.file(log),
    stderr: Bun.file(log),
  })
  const end = cleanup.add(() => child.kill('SIGKILL'))
  try {
    await untilReady(spec, child)
  } catch (error) {
    end()
    await child.exited
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${spec.command.join(' ')}: ${reason}\n${tailOf(log)}`, { cause: error })
  }
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      const insist = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await child.exited
      clearTimeout(insist)
      end()
    },
    async kill() {
      end()
      await child.exited
    },
  }
}

/** Runs a command to its end and returns its output; a failure includes the end of its error output. */
export async function runCommand(spec: CommandSpec, cleanup: Cleanup): Promise<string> {
  const child = Bun.spawn(spec.command, {
    cwd: spec.cwd,
    env: spec.env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const end = cleanup.add(() => child.kill('SIGKILL'))
  let late = false
  const deadline = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, spec.withinMs)
  const [printed, complaints, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  clearTimeout(deadline)
  end()
  if (late) throw new Error(`${spec.command[0]} did not end within ${spec.withinMs} ms`)
  if (exitCode !== 0)
    throw new Error(`${spec.command.join(' ')} ended with ${exitCode}\n${complaints.slice(-2_000)}`)
  return printed
}

/** A port nothing listens on right now. */
export async function findFreePort(): Promise<number> {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}

async function untilReady(spec: ServerSpec, child: Bun.Subprocess): Promise<void> {
  const within = spec.readyWithinMs ?? 30_000
  const deadline = performance.now() + within
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('ended before it was ready')
    if (await answers(spec.readyUrl)) return
    await Bun.sleep(25)
  }
  throw new Error(`not ready within ${within} ms`)
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

function tailOf(log: string): string {
  return existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : ''
}
